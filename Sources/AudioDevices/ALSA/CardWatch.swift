internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// A control that says where a card's sound goes.
enum ControlRole: Hashable {
  /// A jack, be it one that senses nothing.
  case jack
  /// "Auto-Mute Mode": whether plugged headphones silence the speaker.
  case autoMute
  /// "Speaker Playback Switch", "Bass Speaker Playback Switch" …
  case speakerSwitch

  /// The role of a control; nil for the many that do not matter.
  init?(interface: ControlElement.Interface, name: String) {
    switch interface {
    case .card where JackKind.isJack(controlName: name):
      self = .jack
    case .mixer where name == "Auto-Mute Mode":
      self = .autoMute
    // strstr(3), as the standard library's search for a string brings its regular expressions: 1.3 MB of program.
    case .mixer where name.hasSuffix("Playback Switch") && strstr(name, "Speaker") != nil:
      self = .speakerSwitch
    default:
      return nil
    }
  }
}

/// A control that is followed, with what it said last.
struct WatchedControl {
  let number: UInt32
  let role: ControlRole
  let name: String
  let index: Int
  /// What a jack is about that its name does not tell.
  var kind: JackKind?
  /// Plugged, or switched on; nil where it cannot be read.
  var isOn: Bool?
}

extension CardFacts {
  /// Takes over what a card's controls say, in their order.
  mutating func adopt(_ controls: [WatchedControl]) {
    jacks = controls.compactMap { control in
      switch control.role {
      case .jack:
        JackFacts(name: control.name, index: control.index, kind: control.kind, plugged: control.isOn)
      case .autoMute, .speakerSwitch: nil
      }
    }
    adoptSpeaker(controls)
  }

  /// Takes over the new state of the control at `place` alone: reading all the names again would take longer than all
  /// the rest of the way from the jack to silence.
  mutating func adopt(_ controls: [WatchedControl], changedAt place: Int) {
    switch controls[place].role {
    case .jack:
      let jack = controls[..<place].count { $0.role == .jack }
      jacks[jack].plugged = controls[place].isOn
    case .autoMute, .speakerSwitch: adoptSpeaker(controls)
    }
  }

  private mutating func adoptSpeaker(_ controls: [WatchedControl]) {
    let speakers = controls.filter { $0.role == .speakerSwitch }
    // A speaker without a switch of its own cannot be off.
    let speakerSounds = speakers.isEmpty || speakers.contains { $0.isOn != false }
    speakerStaysOn = speakerSounds && controls.contains { $0.role == .autoMute && $0.isOn == false }
  }
}

/// A card whose control device is open: its facts, kept up to date by its events.
final class CardWatch {
  private let control: ControlHandle
  private var controls: [WatchedControl] = []
  /// Reading a profile takes as long as starting up: only a card with a jack that nothing else explains has its read.
  private lazy var useCases = UseCases.jackKinds(ofCard: "hw:\(facts.index.number)")
  private(set) var facts: CardFacts

  /// Opens card `index` and reads all that matters.
  ///
  /// - Parameter taken: the identities of the other cards, which it does not get.
  init(_ index: CardIndex, besides taken: Set<String> = []) throws(ALSAError) {
    control = try ControlHandle(card: index.number)
    let card = try control.card()
    let system = SystemCard(index)
    let (stableID, name) = system.identity(id: card.id, name: card.name, besides: taken)
    facts = CardFacts(
      index: index, stableID: stableID, name: name, bus: system.bus, hasCapture: control.hasCapture())
    try list()
  }

  /// What to poll.
  var polled: PolledDescriptor { control.polled }

  /// Takes in all events that wait, and reads again only what they name. Returns whether one of them has changed;
  /// throws when the card is gone.
  func process() throws(ALSAError) -> Bool {
    var isChanged = false
    while let event = try control.nextEvent() {
      switch event {
      case .changed(let number):
        guard let place = controls.firstIndex(where: { $0.number == number }) else { continue }
        let isOn = try state(of: controls[place])
        guard isOn != controls[place].isOn else { continue }
        controls[place].isOn = isOn
        facts.adopt(controls, changedAt: place)
        isChanged = true
      case .comesOrGoes:
        let before = facts
        try list()
        isChanged = isChanged || facts != before
      case .irrelevant:
        continue
      }
    }
    return isChanged
  }

  /// Looks again for capture streams: a USB card's may come after its control device.
  func findCapture() -> Bool {
    let before = facts.hasCapture
    facts.hasCapture = control.hasCapture()
    return facts.hasCapture != before
  }

  private func list() throws(ALSAError) {
    controls = []
    for element in try control.elements() {
      guard let role = ControlRole(interface: element.interface, name: element.name) else { continue }
      var watched = WatchedControl(
        number: element.number, role: role, name: element.name, index: element.index, isOn: nil)
      if role == .jack, JackKind.isUntold(controlName: element.name) { watched.kind = useCases[element.name] }
      watched.isOn = try state(of: watched)
      controls.append(watched)
    }
    facts.adopt(controls)
  }

  private func state(of watched: WatchedControl) throws(ALSAError) -> Bool? {
    do {
      switch watched.role {
      case .jack, .speakerSwitch: return try control.isOn(watched.number)
      // The first choice is "Disabled" in every driver; the others name what is muted.
      case .autoMute: return try control.choice(watched.number) != 0
      }
    } catch {
      if error.code == -ENODEV { throw error }
      // A control that cannot be read senses nothing (R34); it may be removed a moment later.
      return nil
    }
  }
}
