import PlayerCore
import Testing

/// What the player may claim about samples, row by row.
@Suite struct BitPerfectTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rate: Int32 = 44_100
    var encoding = SampleEncoding.integer(bits: 16)
    var layout = ChannelLayout(channels: 2)
    var sampleFormat = "S16_LE"
    var isDirect = true
    var isSimulated = false
    var map: [Speaker?] = [.frontLeft, .frontRight]
    var passes = false
  }

  static let rows = [
    Row(testDescription: "16 bits on 16 bits", passes: true),
    Row(testDescription: "16 bits on 32 bits", sampleFormat: "S32_LE", passes: true),
    Row(testDescription: "24 bits on 24 bits", encoding: .integer(bits: 24), sampleFormat: "S24_3LE", passes: true),
    Row(
      testDescription: "24 bits on floating point", encoding: .integer(bits: 24), sampleFormat: "FLOAT_LE", passes: true
    ),
    Row(testDescription: "24 bits on 16 bits", encoding: .integer(bits: 24)),
    Row(testDescription: "32 bits on 32 bits", encoding: .integer(bits: 32), sampleFormat: "S32_LE"),
    Row(testDescription: "floating point", encoding: .float(bits: 32), sampleFormat: "FLOAT_LE"),
    Row(testDescription: "a lossy codec", encoding: .lossy("MP3")),
    Row(testDescription: "another rate", rate: 48_000),
    Row(testDescription: "through a mixer", isDirect: false),
    Row(testDescription: "simulated", isSimulated: true),
    Row(testDescription: "mono on stereo", layout: ChannelLayout(channels: 1)),
    Row(testDescription: "stereo on more", map: [.frontLeft, .frontRight, .backLeft, .backRight]),
    Row(
      testDescription: "5.1 in another order", layout: ChannelLayout(channels: 6),
      map: [.frontLeft, .frontRight, .backLeft, .backRight, .frontCentre, .lowFrequency], passes: true),
    Row(testDescription: "5.1 on stereo", layout: ChannelLayout(channels: 6)),
  ]

  @Test(arguments: rows) func `a device passes samples or does not`(row: Row) {
    let output = OutputDescription(
      deviceName: "hw:0,0", card: CardIndex(0), rate: SampleRate(44_100), channels: row.map.count,
      sampleFormat: row.sampleFormat, isSimulated: row.isSimulated, isDirect: row.isDirect, channelMap: row.map)
    let format = AudioFormat(rate: SampleRate(row.rate), layout: row.layout, encoding: row.encoding)
    #expect(output.passes(format) == row.passes)
  }

  /// The fake engine's tracks are 16 bits, stereo, 48 kHz.
  private func playing(at percent: Int) -> CoreHarness {
    var settings = SessionSettings()
    settings.publicDefault = Level(percent: percent)
    var player = CoreHarness(settings: settings)
    player.engine.device.isDirect = true
    player.launch()
    return player
  }

  @Test func `at full level it is claimed, and only while it plays`() {
    var player = playing(at: 100)
    #expect(player.state.snapshot.isBitPerfect)
    player.send(.commandReceived(.pause, from: .keyboard))
    #expect(!player.state.snapshot.isBitPerfect)
    player.send(.commandReceived(.play, from: .keyboard))
    player.advance(.seconds(1))
    #expect(player.state.snapshot.isBitPerfect)
  }

  @Test func `a lower level, a mute or a mixer in between ends the claim`() {
    #expect(!playing(at: 99).state.snapshot.isBitPerfect)
    var player = playing(at: 100)
    player.send(.commandReceived(.toggleMute, from: .keyboard))
    #expect(!player.state.snapshot.isBitPerfect)
    player = CoreHarness()
    player.launch()
    #expect(!player.state.snapshot.isBitPerfect)
  }
}
