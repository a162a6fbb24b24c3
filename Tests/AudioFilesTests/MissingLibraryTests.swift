import AudioEngine
import Glibc
import PlayerCore
import Testing

@testable import AudioFiles

/// A machine without FFmpeg's libraries.
@Suite(.timeLimit(.minutes(5)))
struct MissingLibraryTests {
  let folder = TemporaryFolder()
  private static let names = AVLibraries.Names.ofHeaders
  private static let missing = AVLibraries(
    names: AVLibraries.Names(util: "libavutil.so.0", codec: names.codec, format: names.format))

  private func open(_ path: FilePath, _ libraries: AVLibraries = Self.missing) throws(DecodeError) -> any Decoder {
    try DecoderChoice(path: path, libraries: { libraries }).open()
  }

  @Test(arguments: [
    ("\u{0}\u{0}\u{0}\u{18}ftypM4A ", "MP4 (AAC or ALAC)"), ("wvpk", "WavPack"), ("MAC ", "Monkey's Audio (APE)"),
  ])
  func `a file that needs them says what to install`(contents: String, name: String) {
    let path = folder.write(contents, to: "file")
    let version = Self.names.format.split(separator: ".").last!
    #expect(
      throws: DecodeError(
        "\(name) needs FFmpeg's libraries: apt install libavformat\(version) (libavutil.so.0 cannot be loaded)")
    ) { try open(path) }
  }

  @Test func `what other libraries decode plays without them`() throws {
    let decoder = try open(folder.write(wav([1, -2, 3], bits: 16), to: FilePath("plain.wav")))
    #expect(try decoder.block(of: 10) == [1 / 0x8000, -2 / 0x8000, 3 / 0x8000])
  }

  @Test func `a library that lacks a function is named with it`() {
    let strange = AVLibraries(
      names: AVLibraries.Names(util: "libm.so.6", codec: Self.names.codec, format: Self.names.format))
    let error = #expect(throws: DecodeError.self) { try strange.functions(toPlay: "AMR") }
    #expect(error?.reason.hasSuffix("(libm.so.6 has no av_malloc)") == true)
  }

  @Test(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"))
  func `an encoding that libsndfile refuses is told of as before`() {
    let path = FilePath(Corpus.folder! + "/decode/other/atl-rifx.wav")
    #expect(throws: DecodeError("holds sound in an encoding that cans cannot decode")) { try open(path) }
  }
}
