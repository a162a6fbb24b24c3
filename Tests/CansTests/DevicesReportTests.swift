import AudioDevices
import InputDevices
import PlayerCore
import Testing

@testable import cans

@MainActor
struct DevicesReportTests {
  private let card = CardFacts(
    index: CardIndex(0), stableID: "PCH", name: "HDA Intel",
    jacks: [JackFacts(name: "Headphone Jack", plugged: true), JackFacts(name: "Mic Jack", plugged: false)])

  private var report: DevicesCommand.Report {
    let abilities = ListedDevice.Abilities(
      rates: 44_100...192_000, channels: 2...2, sampleFormats: ["S32_LE", "S16_LE"])
    return DevicesCommand.Report(
      devices: [
        ListedDevice(name: "default", summary: "Default", card: nil, state: .notTried, abilities: nil),
        ListedDevice(name: "hw:PCH,0", summary: "HDA Intel: Analog", card: card, state: .free, abilities: abilities),
        ListedDevice(
          name: "hw:PCH,3", summary: "HDA Intel: HDMI 0", card: card, state: .unusable(.busy), abilities: nil),
      ], used: "default", facts: .card(CardIndex(0)), realTime: .allowed(priority: 10),
      buttons: [
        ListedButtons(name: "Buds (AVRCP)", kind: .avrcp, state: .heard),
        ListedButtons(name: "HDA Intel Headset", kind: .cable, state: .noPermission),
        ListedButtons(name: "Keyboard", kind: .keyboard, state: .notWanted),
      ])
  }

  @Test func `people read names, abilities, jacks and what is used`() {
    #expect(
      report.text == """
        * default  Default, goes to HDA Intel
          hw:PCH,0  HDA Intel: Analog
              44100–192000 Hz, 2 channels, S32_LE S16_LE
              jacks: Headphone Jack (plugged), Mic Jack (empty)
          hw:PCH,3  HDA Intel: HDMI 0
              sound device "hw:PCH,3" is in use by another program
              jacks: Headphone Jack (plugged), Mic Jack (empty)

        realtime: yes, priority 10
        buttons: Buds (AVRCP) (heard), HDA Intel Headset (no permission), Keyboard (not wanted)

        """)
  }

  @Test func `a device that the list does not have is shown all the same`() {
    var report = report
    report.used = "plughw:0"
    #expect(report.text.hasPrefix("* plughw:0  goes to HDA Intel\n  default  Default\n"))
    report.facts = .none
    #expect(report.text.hasPrefix("* plughw:0  no such device\n"))
  }

  @Test func `programs read JSON`() {
    var report = report
    report.devices.removeLast()
    report.buttons.removeLast(2)
    #expect(
      report.json
        == #"{"used":"default","devices":[{"name":"default","summary":"Default","used":true,"state":"not tried","#
        + #""goesTo":"HDA Intel"},"#
        + #"{"name":"hw:PCH,0","summary":"HDA Intel: Analog","used":false,"state":"free","card":0,"#
        + #""jacks":[{"name":"Headphone Jack","plugged":true},{"name":"Mic Jack","plugged":false}],"#
        + #""minRate":44100,"maxRate":192000,"minChannels":2,"maxChannels":2,"sampleFormats":["S32_LE","S16_LE"]}],"#
        + #""realtime":"yes, priority 10","#
        + #""buttons":[{"name":"Buds (AVRCP)","kind":"avrcp","state":"heard"}]}"#)
  }

  @Test func `without a card text and JSON say the same`() {
    let report = DevicesCommand.Report(devices: [], used: "default", facts: .none, realTime: .allowed(priority: 10))
    #expect(
      report.text == """
        * default  no such device
          no devices: ALSA finds no card

        realtime: yes, priority 10
        buttons: none

        """)
    #expect(
      report.json
        == #"{"used":"default","devices":[{"name":"default","summary":"","used":true,"state":"no such device","#
        + #""goesTo":null}],"realtime":"yes, priority 10","buttons":[]}"#)
  }

  @Test func `a name that ALSA lists and that opens nothing is no such device, in text and JSON`() {
    let listed = ListedDevice(name: "pulse", summary: "PulseAudio", card: nil, state: .notTried, abilities: nil)
    var report = DevicesCommand.Report(
      devices: [listed], used: "pulse", facts: .none, realTime: .allowed(priority: 10))
    #expect(report.text.hasPrefix("* pulse  PulseAudio, no such device\n"))
    #expect(report.json.contains(#""state":"no such device","goesTo":null"#))
    report.facts = .unnamed
    #expect(report.text.hasPrefix("* pulse  PulseAudio, goes to a sound server\n"))
    #expect(report.json.contains(#""state":"not tried","goesTo":"a sound server""#))
  }
}
