import AudioDevices
import InputDevices
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
      is used without --device is marked with an asterisk. Then whether music goes
      first, and which devices' media keys and buttons are heard.
      """,
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let settings = EffectiveSettings.load(under: arguments).values
    let used = settings.device
    let report = Report(
      devices: listedDevices(), used: used, facts: outputFacts(ofDevice: used), realTime: tryRealTime(),
      buttons: listedButtons(under: settings.mediaKeys))
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
    /// What has media keys or headset buttons.
    var buttons: [ListedButtons] = []

    /// What is listed: the devices, and before them the one that is used, if ALSA lists it under no such name.
    private var rows: [ListedDevice] {
      let known = devices.contains { $0.name == used }
      return (known ? [] : [ListedDevice(name: used, summary: "", card: nil, state: .notTried, abilities: nil)])
        + devices
    }

    /// For people.
    var text: String {
      var lines: [String] = []
      for device in rows {
        let summary = [device.summary, isAimed(device) ? aim.words : ""].filter { !$0.isEmpty }
        lines.append("\(device.name == used ? "*" : " ") \(device.name)  \(summary.joined(separator: ", "))")
        lines += details(of: device).map { "      \($0)" }
      }
      if devices.isEmpty { lines.append("  no devices: ALSA finds no card") }
      let heard = buttons.map { "\($0.name.printable) (\($0.state.rawValue))" }
      lines += ["", "realtime: \(realTime.text)"]
      lines.append("buttons: " + (heard.isEmpty ? "none" : heard.joined(separator: ", ")))
      return (lines + [""]).joined(separator: "\n")
    }

    /// Whether only opening `device` has told where it goes.
    private func isAimed(_ device: ListedDevice) -> Bool { device.name == used && device.card == nil }

    /// Where the device that is used goes: to what, and in words; to nothing if there is no such device.
    private var aim: (target: String?, words: String) {
      let target: String
      switch facts {
      case .card(let index):
        target = devices.compactMap(\.card).first { $0.index == index }?.name ?? "card \(index.number)"
      case .none: return (nil, "no such device")
      default: target = "a sound server"
      }
      return (target, "goes to \(target)")
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
        ("devices", .array(rows.map(describe))),
        ("realtime", .string(realTime.text)),
        ("buttons", .array(buttons.map(describe))),
      ]).text
    }

    private func describe(_ buttons: ListedButtons) -> JSONText {
      .object([
        ("name", .string(buttons.name)), ("kind", .string(buttons.kind.rawValue)),
        ("state", .string(buttons.state.rawValue)),
      ])
    }

    private func describe(_ device: ListedDevice) -> JSONText {
      var members: [(String, JSONText)] = [
        ("name", .string(device.name)), ("summary", .string(device.summary)),
        ("used", .boolean(device.name == used)), ("state", .string(state(of: device))),
      ]
      if isAimed(device) { members.append(("goesTo", aim.target.map(JSONText.string) ?? .null)) }
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
      case .notTried where isAimed(device) && aim.target == nil: "no such device"
      case .free: "free"
      case .notTried: "not tried"
      case .unusable(.busy): "busy"
      case .unusable(.noPermission): "no permission"
      case .unusable: "unusable"
      }
    }
  }
}
