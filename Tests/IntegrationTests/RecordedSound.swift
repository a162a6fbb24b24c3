import CTestSupport
import Foundation
import TestSupport

/// A file that `cans record` has written, read back to its end by two readers that are not ours.
struct RecordedSound {
  /// What libsndfile reads of it; -1: nothing, for it does not open it.
  let sndfileFrames: Int
  /// What FFmpeg decodes of it.
  let ffmpegFrames: Int
  /// What FFmpeg complains of.
  let complaints: String
  /// What ffprobe says of it: the container, and its length in seconds or "N/A".
  let probed: [String]

  static var hasPrograms: Bool { ProcessEnvironment.canTest(with: "ffmpeg", "ffprobe") }

  /// Reads the file at `path`, of two channels.
  init(_ path: String) throws {
    sndfileFrames = Int(cts_count_frames(path))
    let script = #"""
      ffprobe -v error -show_entries format=format_name,duration -of csv=p=0 "$1"
      ffmpeg -nostdin -v error -i "$1" -f s32le - | wc -c
      """#
    let child = try ChildProcess(
      ["sh", "-c", script, "sh", path], environment: ["PATH": ProcessEnvironment.variable("PATH")])
    child.closeInput()
    guard child.exitStatus(within: .seconds(60)) == 0 else { throw RunError("ffmpeg: \(child.errors)") }
    _ = child.wait(atMost: .zero) { _ in true }
    let lines = child.output.split(separator: "\n")
    complaints = child.errors
    probed = lines.first?.split(separator: ",").map(String.init) ?? []
    ffmpegFrames = (lines.last.flatMap { Int($0.filter(\.isNumber)) } ?? 0) / 8
  }

  /// The length that the file says it has, in frames of this rate; nil: it does not say.
  func declaredFrames(rate: Int) -> Int? {
    probed.count == 2 ? Double(probed[1]).map { Int(($0 * Double(rate)).rounded()) } : nil
  }
}
