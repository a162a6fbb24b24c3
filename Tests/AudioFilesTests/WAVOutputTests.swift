import AudioEngine
import Glibc
import PlayerCore
import Testing

@testable import AudioFiles

/// The device that writes a WAV file, without an engine.
struct WAVOutputTests {
  private let folder = TemporaryFolder()

  /// Writes these frames as a file and returns its bytes.
  private func file(
    _ samples: [UInt8], _ format: AudioFormat, _ sampleFormat: DeviceSampleFormat, frames: FrameCount?
  ) throws -> [UInt8] {
    let path = folder["out.wav"]
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    defer { close(descriptor) }
    let progress = WAVProgress()
    let output = WAVOutput(
      descriptor: descriptor, isSeekable: true, sampleFormat: sampleFormat, frames: frames, progress: progress)
    try write(samples, format, sampleFormat, to: output)
    #expect(progress.failure == nil)
    #expect(progress.frames == FrameCount(samples.count / (format.channels * sampleFormat.bytes)))
    return bytesOfFile(path)
  }

  private func write(
    _ samples: [UInt8], _ format: AudioFormat, _ sampleFormat: DeviceSampleFormat, to output: WAVOutput
  ) throws {
    let opened = try output.open(for: format)
    #expect(opened.sampleFormat == sampleFormat)
    try output.prepare()
    let frameBytes = format.channels * sampleFormat.bytes
    var place = 0
    while place < samples.count {
      let room = try output.room()
      #expect(room > 0)
      place += try samples.withUnsafeBytes {
        try output.write($0.baseAddress! + place, frames: min(room, (samples.count - place) / frameBytes)) * frameBytes
      }
      // Whatever else is offered before it is written is not taken.
      #expect(try output.room() == 0)
      output.wait(wake: -1, milliseconds: 0)
      #expect(try output.delay() == 0)
    }
    output.drop()
    output.close()
  }

  private let noise = (0..<96_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
  private func format(_ channels: Int, _ encoding: SampleEncoding) -> AudioFormat {
    AudioFormat(rate: SampleRate(44_100), channels: channels, encoding: encoding)
  }

  private func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
  }

  @Test func `a stereo file has the plain header and the samples`() throws {
    let bytes = try file(noise, format(2, .integer(bits: 16)), .s16, frames: FrameCount(24_000))
    #expect(bytes.count == 44 + noise.count)
    #expect(Array(bytes[..<4]) == Array("RIFF".utf8) && number(bytes, 4, 4) == bytes.count - 8)
    #expect(number(bytes, 20, 2) == 1 && number(bytes, 22, 2) == 2 && number(bytes, 24, 4) == 44_100)
    #expect(number(bytes, 40, 4) == noise.count && Array(bytes[44...]) == noise)
  }

  @Test(arguments: [(DeviceSampleFormat.s16, 16), (.s24In3, 24), (.float, 32)])
  func `six channels say where their loudspeakers stand`(sampleFormat: DeviceSampleFormat, bits: Int) throws {
    let samples = sampleFormat == .float ? [UInt8](repeating: 0, count: 96_000) : noise
    let layout = ChannelLayout(channels: 6, mask: 0x60F)
    let format = AudioFormat(rate: SampleRate(44_100), layout: layout, encoding: .integer(bits: bits))
    let count = FrameCount(samples.count / (6 * sampleFormat.bytes))
    let used = Array(samples[..<(Int(count.value) * 6 * sampleFormat.bytes)])
    let bytes = try file(used, format, sampleFormat, frames: count)
    #expect(number(bytes, 20, 2) == 0xFFFE && number(bytes, 34, 2) == bits)
    #expect(number(bytes, 40, 4) == 0x60F)
    #expect(Array(bytes.suffix(used.count)) == used)
  }

  @Test func `a file whose length is not known stays a WAV file as long as it fits`() throws {
    let bytes = try file(noise, format(2, .integer(bits: 16)), .s16, frames: nil)
    #expect(Array(bytes[..<4]) == Array("RIFF".utf8) && number(bytes, 4, 4) == bytes.count - 8)
    #expect(Array(bytes.suffix(noise.count)) == noise)
    let decoded = decode(folder["out.wav"])
    #expect(decoded.frames == FrameCount(24_000) && decoded.error == nil)
  }

  @Test func `a pipe gets a header once, with the most that it can say`() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let samples = Array(noise[..<16_000])
    let output = WAVOutput(
      descriptor: ends[1], isSeekable: false, sampleFormat: .s16, frames: FrameCount(4_000), progress: WAVProgress())
    try write(samples, format(2, .integer(bits: 16)), .s16, to: output)
    close(ends[1])
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(ends[0], &block, block.count), count > 0 { bytes += block[..<count] }
    close(ends[0])
    #expect(bytes.count == 44 + samples.count)
    #expect(number(bytes, 4, 4) > 4_000_000_000 && number(bytes, 40, 4) > 4_000_000_000)
    #expect(Array(bytes[44...]) == samples)
  }

  @Test(arguments: [1_000, 0]) func `a pipe gets the header and the first samples at once`(frames: Int) throws {
    // Each write is a packet that is read by itself.
    var ends: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let output = WAVOutput(
      descriptor: ends[1], isSeekable: false, sampleFormat: .s16, frames: nil, progress: WAVProgress())
    try write(Array(noise[..<(4 * frames)]), format(2, .integer(bits: 16)), .s16, to: output)
    close(ends[1])
    var block = [UInt8](repeating: 0, count: 65_536)
    #expect(read(ends[0], &block, block.count) == 44 + 4 * frames)
    #expect(read(ends[0], &block, block.count) == 0)
    close(ends[0])
  }

  @Test func `where nothing can be written, it cannot be opened, and says why`() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let progress = WAVProgress()
    let output = WAVOutput(
      descriptor: full, isSeekable: true, sampleFormat: .s16, frames: FrameCount(1), progress: progress)
    #expect(throws: OutputProblem.failed(operation: "write", message: String(cString: strerror(ENOSPC)))) {
      try output.open(for: format(2, .integer(bits: 16)))
    }
    #expect(progress.failure == ENOSPC)
    #expect(throws: OutputProblem.self) { try output.open(for: format(2, .integer(bits: 16))) }
  }

  @Test(
    arguments: [
      ([.integer(bits: 8)], .s16), ([.integer(bits: 16), .integer(bits: 12)], .s16),
      ([.integer(bits: 16), .integer(bits: 20)], .s24In3), ([.integer(bits: 24)], .s24In3),
      ([.integer(bits: 32)], .float), ([.integer(bits: 16), .lossy("MP3")], .float), ([.float(bits: 64)], .float),
    ] as [([SampleEncoding], DeviceSampleFormat)])
  func `the sample format loses nothing`(encodings: [SampleEncoding], expected: DeviceSampleFormat) {
    #expect(WAVOutput.sampleFormat(for: encodings.map { format(2, $0) }) == expected)
  }
}
