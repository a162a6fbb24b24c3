import AudioEngine
import AudioFiles
import PlayerCore
import Testing

@Suite(.enabled(if: Corpus.folder != nil), .timeLimit(.minutes(1)))
struct CorpusTests {
  @Test(arguments: Corpus.sounds) func probe(_ file: CorpusFile) {
    let d = decode(file.file)
    print(
      "PROBE|\(file.path)|\(file.expect)|\(file.codec)|\(file.frames.map(\.value))|got \(d.frames.value)@\(d.rate)x\(d.channels) len \(d.declared.map { "\($0.value)" } ?? "nil") \(file.accepts(d.frames) ? "OK" : "DIFF") \(d.isFinite)|\(d.error?.reason ?? "")"
    )
  }
}
