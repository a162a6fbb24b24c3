import AudioDevices
import LinuxSystem
import PlayerCore

/// `cans devices`: what can be given to `--device`, and how well the system lets music be played.
enum DevicesCommand {
  static let subcommand = Subcommand(
    name: "devices", summary: "lists what can be played on", options: [.device, .json],
    details: """
      Lists the names that --device and the setting "device" take: default, every
      card's own devices (with the rates, channels and sample formats that they take,
      and their jacks), and what ALSA's configuration defines besides. The one that
      is used without --device is marked with an asterisk.
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let used = EffectiveSettings.load(under: arguments).values.device
    let report = Report(
      devices: listedDevices(), used: used, facts: outputFacts(ofDevice: used), realTime: tryRealTime())
    try StandardOutput.write(arguments.has(.json) ? report.json + "\n" : report.text)
    return 0
  }

  /// What is printed.
  struct Report {
    var devices: [ListedDevice]
    /// The name that is played on without another one.
    var used: String
    /// Where that sends sound.
    var facts: OutputFacts
    var realTime: RealTime

    /// For people.
    var text: String {
      let marked = devices.contains { $0.name == used }
      var lines = marked ? [] : ["* \(used)  \(destination ?? "no such device")"]
      for device in devices {
        let isUsed = device.name == used
        let aim = isUsed && device.card == nil ? destination.map { ", \($0)" } ?? "" : ""
        lines.append("\(isUsed ? "*" : " ") \(device.name)  \(device.summary)\(aim)")
        lines += details(of: device).map { "      \($0)" }
      }
      if devices.isEmpty { lines.append("  no devices: ALSA finds no card") }
      return (lines + ["", "realtime: \(realTime.text)", ""]).joined(separator: "\n")
    }

    private var destination: String? {
      switch facts {
      case .card(let index):
        "goes to \(devices.compactMap(\.card).first { $0.index == index }?.name ?? "card \(index.number)")"
      case .none: nil
      default: "goes to a sound server"
      }
    }

    private func details(of device: ListedDevice) -> [String] {
      var details: [String] = []
      if let abilities = device.abilities {
        details.append(
          "\(range(abilities.rates)) Hz, \(range(abilities.channels)) channels, "
            + abilities.sampleFormats.joined(separator: " "))
      }
      if case .unusable(let problem) = device.state { details.append(problem.text(device: device.name)) }
      if let card = device.card, !card.jacks.isEmpty {
        details.append(
          "jacks: " + card.jacks.map { "\($0.name) (\(Self.word(for: $0.plugged)))" }.joined(separator: ", "))
      }
      return details
    }

    private func range(_ range: ClosedRange<Int>) -> String {
      range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
    }

    private static func word(for plugged: Bool?) -> String {
      switch plugged {
      case true?: "plugged"
      case false?: "empty"
      case nil: "no plug sensing"
      }
    }

    /// For programs: one object on one line.
    var json: String {
      JSONText.object([
        ("used", .string(used)),
        ("devices", .array(devices.map(describe))),
        ("realtime", .string(realTime.text)),
      ]).text
    }

    private func describe(_ device: ListedDevice) -> JSONText {
      var members: [(String, JSONText)] = [
        ("name", .string(device.name)), ("summary", .string(device.summary)),
        ("used", .boolean(device.name == used)), ("state", .string(state(of: device))),
      ]
      if let card = device.card {
        members.append(("card", .number(Int64(card.index.number))))
        members.append(
          (
            "jacks",
            .array(
              card.jacks.map {
                .object([("name", .string($0.name)), ("plugged", $0.plugged.map(JSONText.boolean) ?? .null)])
              })
          ))
      }
      if let abilities = device.abilities {
        members += [
          ("minRate", .number(Int64(abilities.rates.lowerBound))),
          ("maxRate", .number(Int64(abilities.rates.upperBound))),
          ("minChannels", .number(Int64(abilities.channels.lowerBound))),
          ("maxChannels", .number(Int64(abilities.channels.upperBound))),
          ("sampleFormats", .array(abilities.sampleFormats.map(JSONText.string))),
        ]
      }
      return .object(members)
    }

    private func state(of device: ListedDevice) -> String {
      switch device.state {
      case .free: "free"
      case .notTried: "not tried"
      case .unusable(.busy): "busy"
      case .unusable(.noPermission): "no permission"
      case .unusable: "unusable"
      }
    }
  }
}
