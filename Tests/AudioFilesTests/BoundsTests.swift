import AudioEngine
import AudioFiles
import Glibc
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
        var usage = rusage()
        getrusage(.init(RUSAGE_SELF.rawValue), &usage)
        guard BoundsTests.isSanitized || usage.ru_maxrss < 200 * 1_024 else {
          fatalError("\(file.path) brought the process to \(usage.ru_maxrss) KiB")
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
