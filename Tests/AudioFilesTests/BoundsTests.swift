import AudioEngine
import AudioFiles
import Glibc
import LinuxSystem
import PlayerCore
import Testing

/// What files can cost at most, whatever they hold.
@Suite(.enabled(if: Corpus.folder != nil, "CANS_CORPUS is not set"), .timeLimit(.minutes(5)))
struct BoundsTests {
  @Test func `no file takes five seconds or brings the process to 200 MB`() async {
    // In a process of its own: what other tests take does not count.
    await #expect(processExitsWith: .success) {
      for file in Corpus.sounds {
        let start = BoundsTests.processorSeconds
        BoundsTests.play(file.file)
        let time = BoundsTests.processorSeconds - start
        guard time < 5 else { fatalError("\(file.path) took \(time) s") }
        let peak = BoundsTests.peakMemory
        guard BoundsTests.isSanitized || peak < 200 * 1_024 else {
          fatalError("\(file.path) brought the process to \(peak) KiB")
        }
      }
      exit(Corpus.sounds.isEmpty ? 1 : 0)
    }
  }

  /// What this process has computed so far: on a busy machine the wall clock measures the others.
  static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The most memory that this process has had, in KiB: proc(5)'s VmHWM. getrusage(2) would count what the process that
  /// started this one had.
  static var peakMemory: Int {
    guard let bytes = try? FileContents.read(FilePath("/proc/self/status")),
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return .max }
    return Int(line.filter(\.isNumber)) ?? .max
  }

  /// The address sanitizer keeps freed memory back.
  static let isSanitized = dlsym(dlopen(nil, RTLD_LAZY), "__asan_init") != nil

  /// Reads the facts, plays to the end, and seeks.
  static func play(_ path: FilePath) {
    _ = try? readFacts(path)
    guard let decoder = try? openDecoder(path) else { return }
    let buffer = UnsafeMutablePointer<Float>.allocate(capacity: 4_096 * decoder.format.channels)
    defer { buffer.deallocate() }
    func playOn() { while let count = try? decoder.read(into: buffer, frames: 4_096), count > 0 {} }
    playOn()
    guard (try? decoder.seek(to: FrameCount((decoder.length ?? FrameCount(100_000)).value / 2))) != nil else { return }
    playOn()
  }
}
