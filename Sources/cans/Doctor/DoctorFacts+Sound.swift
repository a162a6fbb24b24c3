import AudioDevices
import PlayerCore

nonisolated extension DoctorFacts {
  /// All that there is to tell, in its order. By the facts alone.
  var lines: [DoctorLine] {
    soundLines + serverLines + busLines + permissionLines + libraryLines + terminalLines + fileLines
  }

  private var soundLines: [DoctorLine] { cardLines + jackLines + microphoneLines + [outputLine] }

  private var cardLines: [DoctorLine] {
    guard let cards = cards.value else {
      return [
        .wrong(
          "cards", in: .sound, "the sound cards do not answer",
          advice: "unplug USB cards, or see what the kernel says: journalctl -k -g snd")
      ]
    }
    let mute = nodes.compactMap { node -> DoctorLine? in
      guard node.isAllowed, let card = node.controlledCard, !cards.contains(where: { $0.index == card }) else {
        return nil
      }
      return .wrong(
        "cards", "\(card.number)", in: .sound, "card \(card.number) cannot be opened, though it may be",
        advice: "see what the kernel says of it: journalctl -k -g snd")
    }
    let names = cards.map { "\($0.name) (\($0.stableID))" }
    if !names.isEmpty { return [.ok("cards", in: .sound, names.joined(separator: ", "))] + mute }
    // Those that are there and may not be used are told of as such.
    guard nodes.isEmpty else { return mute }
    if case .known(.none) = output {
      return [
        .wrong(
          "cards", in: .sound, "no sound card, and nothing else to play to: without a device cans plays to nobody",
          advice: "if there is one: see what the kernel says, journalctl -k -g snd; in a container, pass /dev/snd on")
      ]
    }
    return [.note("cards", in: .sound, "no sound card here")]
  }

  private var jackLines: [DoctorLine] { (cards.value ?? []).flatMap { [jackLine(of: $0)] + speakerLines(of: $0) } }

  /// What is sensed of what is plugged into a card.
  private func jackLine(of card: CardFacts) -> DoctorLine {
    func line(_ verdict: DoctorLine.Verdict, _ text: String) -> DoctorLine {
      DoctorLine(
        id: "jacks", subject: card.stableID, section: .sound, verdict: verdict, text: "\(card.name): \(text)")
    }
    let ways = card.jacks.filter { $0.kind != .other && $0.kind != .headsetMic }
    let sensed = ways.filter { $0.plugged != nil }.map { "\($0.name) (\($0.plugged == true ? "plugged" : "empty"))" }
    let blind = ways.filter { $0.plugged == nil }
    guard !ways.isEmpty else {
      switch card.bus {
      case .usb: return line(.ok, "no jacks of its own; pulling the card is noticed")
      case .builtIn, .virtual: return line(.note, "no jacks: nothing that is unplugged there is noticed")
      }
    }
    let deaf =
      blind.isEmpty ? "" : "no plug sensing at \(blind.map(\.name).joined(separator: ", "))"
    let noticed = sensed.isEmpty ? "" : "plugs are noticed at \(sensed.joined(separator: ", "))"
    let text = [noticed, deaf].filter { !$0.isEmpty }.joined(separator: "; ")
    // Headphones are what matters most.
    let isBlind = blind.contains { $0.kind != .lineOut && $0.kind != .hdmi } || sensed.isEmpty
    return isBlind ? line(.note, text + ": pause before you unplug there") : line(.ok, text)
  }

  private func speakerLines(of card: CardFacts) -> [DoctorLine] {
    guard card.speakerStaysOn else { return [] }
    return [
      .wrong(
        "speaker", card.stableID, in: .sound,
        "\(card.name): the speaker sounds although headphones are plugged, so they are not private",
        advice: "amixer -c \(card.index.number) sset 'Auto-Mute Mode' Enabled")
    ]
  }

  /// What `cans record` could hear.
  private var microphoneLines: [DoctorLine] {
    guard let cards = cards.value else { return [] }
    let microphones = Facts(cards: cards, server: server.value ?? nil).microphones
    let names = microphones.map { $0.isThere ? $0.name : "\($0.name) (not plugged)" }
    if names.isEmpty { return [.note("microphones", in: .sound, "no microphone here, which only cans record needs")] }
    return [.ok("microphones", in: .sound, "microphones: \(names.joined(separator: ", "))")]
  }

  /// Where the device goes that is played on.
  private var outputLine: DoctorLine {
    switch output {
    case .missing:
      .wrong(
        "output", in: .sound, "\(device) does not answer",
        advice: "restart the sound server behind it, or play on a card itself: cans devices lists them")
    case .known(.none) where device == "default" && cards.value?.isEmpty == true && nodes.isEmpty:
      .note("output", in: .sound, "default goes nowhere, as there is no card")
    case .known(.none):
      .wrong(
        "output", in: .sound, "\(device) is no device", advice: "choose one that cans devices lists: --device NAME")
    case .known(.unnamed) where !nodes.isEmpty && !nodes.contains(where: \.isAllowed):
      .note("output", in: .sound, "where \(device) goes cannot be seen without permission")
    case .known(.unnamed) where server.isKnownToBeNone && has(.pulse):
      .note(
        "output", in: .sound,
        "\(device) belongs to no card, and no sound server is there: what is unplugged may go unnoticed")
    case .known(.unnamed): .ok("output", in: .sound, "\(device) belongs to no card, but to a sound server or a filter")
    case .known(.bluetooth(let address)): .ok("output", in: .sound, "\(device) goes to Bluetooth \(address)")
    case .known(.card(let index)):
      .ok(
        "output", in: .sound,
        "\(device) goes to \(cards.value?.first { $0.index == index }?.name ?? "card \(index.number)")")
    }
  }
}
