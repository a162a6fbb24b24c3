import PlayerCore
import Testing

@testable import TerminalUI

@Suite struct WordingTests {
  @Test(
    arguments: [
      (44_100, 2, SampleEncoding.integer(bits: 16), "44.1 kHz 16 bit stereo"),
      (48_000, 1, .lossy("Opus"), "48 kHz Opus mono"),
      (11_025, 6, .float(bits: 32), "11.025 kHz 32 bit float 6 channels"),
      (96_001, 2, .integer(bits: 24), "96.001 kHz 24 bit stereo"),
    ])
  func `a format is rate, samples and channels`(
    hertz: Int32, channels: Int, encoding: SampleEncoding, expected: String
  ) {
    let format = AudioFormat(rate: SampleRate(hertz), channels: channels, encoding: encoding)
    #expect(Wording.format(format) == expected)
  }

  @Test(
    arguments: [
      (44_100, 2, "S16_LE", SampleEncoding.integer(bits: 16), nil),
      (48_000, 2, "S16_LE", .integer(bits: 16), "48 kHz"),
      (44_100, 2, "S32_LE", .integer(bits: 24), nil),
      (44_100, 2, "S24_3LE", .integer(bits: 24), nil),
      (44_100, 2, "S16_LE", .integer(bits: 24), "S16_LE"),
      (44_100, 2, "FLOAT_LE", .integer(bits: 24), nil),
      (44_100, 2, "FLOAT_LE", .integer(bits: 32), "FLOAT_LE"),
      (44_100, 2, "S16_LE", .lossy("MP3"), nil),
      (48_000, 1, "U8", .float(bits: 32), "48 kHz U8 mono"),
    ] as [(Int32, Int, String, SampleEncoding, String?)])
  func `what the device changes is named`(
    hertz: Int32, channels: Int, sampleFormat: String, encoding: SampleEncoding, expected: String?
  ) {
    let output = OutputDescription(
      deviceName: "default", card: nil, rate: SampleRate(hertz), channels: channels, sampleFormat: sampleFormat,
      isSimulated: false)
    let format = AudioFormat(rate: SampleRate(44_100), channels: 2, encoding: encoding)
    #expect(Wording.conversion(from: format, to: output) == expected)
  }
}
