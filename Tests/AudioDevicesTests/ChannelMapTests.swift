import AudioEngine
import CAlsa
import PlayerCore
import Testing

@testable import AudioDevices

@Suite struct ChannelMapTests {
  /// ALSA's `snd_pcm_std_chmaps` (sound/core/pcm_lib.c), and the order of its `surround…` devices.
  @Test func `drivers without maps have ALSA's order`() {
    #expect(PCMHandle.usualMap(channels: 1) == [.frontCentre])
    #expect(PCMHandle.usualMap(channels: 2) == [.frontLeft, .frontRight])
    #expect(PCMHandle.usualMap(channels: 4) == [.frontLeft, .frontRight, .backLeft, .backRight])
    #expect(
      PCMHandle.usualMap(channels: 6)
        == [.frontLeft, .frontRight, .backLeft, .backRight, .frontCentre, .lowFrequency])
    #expect(PCMHandle.usualMap(channels: 8).suffix(2) == [.sideLeft, .sideRight])
    #expect(PCMHandle.usualMap(channels: 10).suffix(2) == [nil, nil])
    for channels in 1...12 { #expect(PCMHandle.usualMap(channels: channels).count == channels) }
  }

  @Test func `ALSA's positions are WAV's loudspeakers`() {
    let positions = [
      SND_CHMAP_MONO, SND_CHMAP_FL, SND_CHMAP_RR, SND_CHMAP_LFE, SND_CHMAP_SL, SND_CHMAP_RC, SND_CHMAP_TRC,
    ]
    let speakers: [Speaker?] = [
      .frontCentre, .frontLeft, .backRight, .lowFrequency, .sideLeft, .backCentre, .topBackCentre,
    ]
    #expect(positions.map { Speaker(position: $0.rawValue) } == speakers)
    for position in [SND_CHMAP_UNKNOWN, SND_CHMAP_NA, SND_CHMAP_FLW, SND_CHMAP_LAST] {
      #expect(Speaker(position: position.rawValue) == nil)
    }
  }

  /// ALSA's `null` takes anything and knows no map.
  @Test(arguments: [1, 2, 6, 8]) func `a device without a map says ALSA's order`(channels: Int) throws {
    let output = ALSAOutput(deviceName: "null")
    let opened = try output.open(
      for: AudioFormat(rate: SampleRate(48_000), channels: channels, encoding: .integer(bits: 16)))
    #expect(opened.description.channelMap == PCMHandle.usualMap(channels: channels))
    #expect(!opened.description.isDirect)
    output.close()
  }

  @Test func `buffer and period are as the user wishes`() throws {
    let format = AudioFormat(rate: SampleRate(48_000), channels: 2, encoding: .integer(bits: 16))
    for (buffer, period) in [(20, 2), (100, 10), (500, 200)] {
      let wish = OutputBuffering(buffer: .milliseconds(buffer), period: .milliseconds(period))
      let opened = try ALSAOutput(deviceName: "null", buffering: wish).open(for: format)
      #expect(opened.bufferFrames == buffer * 48)
      #expect(opened.periodFrames == period * 48)
      #expect(opened.queueFrames <= opened.bufferFrames)
    }
    // A period that does not go twice into its buffer is shortened.
    let wish = OutputBuffering(buffer: .milliseconds(40), period: .milliseconds(200))
    #expect(try ALSAOutput(deviceName: "null", buffering: wish).open(for: format).periodFrames == 20 * 48)
  }

  /// Only then PulseAudio's plug-in, whose buffer is three periods, lets us sleep until the server asks for more.
  @Test func `where the sound goes to no card more than two periods are queued`() throws {
    for rate in [8_000, 44_100, 48_000, 192_000] {
      let format = AudioFormat(rate: SampleRate(Int32(rate)), channels: 2, encoding: .integer(bits: 16))
      let opened = try ALSAOutput(deviceName: "null").open(for: format)
      #expect(opened.queueFrames > 2 * opened.periodFrames)
      #expect(opened.queueFrames < 3 * opened.periodFrames)
      #expect(opened.queueFrames < rate * 2 / 5)
    }
  }

  @Test func `a simulated device may have other channels than the file`() throws {
    var device = SimulatedDevice()
    device.channelMap = [.frontLeft, .frontRight, .lowFrequency]
    let opened = try SimulatedOutput(device: device).open(
      for: AudioFormat(rate: SampleRate(48_000), channels: 1, encoding: .integer(bits: 16)))
    #expect(opened.description.channelMap == device.channelMap)
    #expect(opened.description.channels == 3)
  }
}
