internal import CAlsa
internal import Glibc
public import PlayerCore

/// Which card a PCM name belongs to, found without keeping the device open. A name that says its card ("hw:0,0",
/// "plughw:CARD=PCH") is only read; any other is opened and closed again, which may load alsa-lib's configuration (some
/// milliseconds) and, behind a sound server, wait for it. Any thread.
public func outputFacts(ofDevice name: String) -> OutputFacts {
  if cardNamed(in: name) != nil { return namedCard(ofDevice: name).map(OutputFacts.card) ?? .none }
  do {
    let handle = try PCMHandle(name: name, conversion: .any)
    return try handle.card().map(OutputFacts.card) ?? .unnamed
  } catch {
    switch openingProblem(error, device: name) {
    case .noDevice: return .none
    // It is there, but not to be opened now: its control device says as much, and is never busy.
    case .busy, .noPermission, .formatRefused, .failed: return controlCard(ofDevice: name) ?? .unnamed
    }
  }
}

/// The card that a PCM name says, if it says one and that is there. Opens no PCM. Any thread.
public func namedCard(ofDevice name: String) -> CardIndex? {
  guard let card = cardNamed(in: name) else { return nil }
  let number = Int(card) ?? Int(snd_card_get_index(card))
  return number >= 0 && hasNode(card: number) ? CardIndex(number) : nil
}

/// Whether this machine has no sound card at all and nothing else to play to: there is no control node,
/// and opening `name` finds no device. A busy device, or one that we may not open, is a card. Any thread;
/// may wait as `outputFacts` may.
public func isSoundCardMissing(device name: String) -> Bool {
  guard possibleCards.allSatisfy({ !hasNode(card: $0) }) else { return false }
  do {
    _ = try PCMHandle(name: name, conversion: .any)
    return false
  } catch {
    return error.code == -ENOENT
  }
}

/// The card in a name of one of alsa-lib's predefined PCMs that take one: "0", "PCH".
func cardNamed(in name: String) -> String? {
  guard let colon = name.firstIndex(of: ":"), cardDevices.contains(String(name[..<colon])) else { return nil }
  let arguments = name[name.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false)
  for argument in arguments where argument.hasPrefix("CARD=") { return String(argument.dropFirst(5)) }
  guard let first = arguments.first, !first.isEmpty, !first.contains("=") else { return nil }
  return String(first)
}

/// Why opening device `name` failed. Without the right to a card's control device alsa-lib says that there is no such
/// card, so a missing one counts as missing only if no card is hidden in this way.
func openingProblem(_ error: ALSAError, device name: String) -> OutputProblem {
  guard error.problem == .noDevice else { return error.problem }
  let named = cardNamed(in: name).map { Int($0).map { $0...$0 } ?? possibleCards } ?? possibleCards
  return named.contains(where: isForbidden) ? .noPermission : .noDevice
}

private let possibleCards = 0...31

private func isForbidden(card: Int) -> Bool {
  access("/dev/snd/controlC\(card)", R_OK | W_OK) != 0 && errno == EACCES
}

private let cardDevices: Set = [
  "hw", "plughw", "sysdefault", "front", "rear", "center_lfe", "side", "surround21", "surround40", "surround41",
  "surround50", "surround51", "surround71", "iec958", "spdif", "hdmi", "dmix", "usbstream",
]

private func hasNode(card: Int) -> Bool { access("/dev/snd/controlC\(card)", F_OK) == 0 }

private func controlCard(ofDevice name: String) -> OutputFacts? {
  var control: OpaquePointer?
  guard snd_ctl_open(&control, name, Int32(SND_CTL_NONBLOCK)) >= 0 else { return nil }
  defer { snd_ctl_close(control) }
  var info: OpaquePointer?
  guard snd_ctl_card_info_malloc(&info) >= 0 else { return nil }
  defer { snd_ctl_card_info_free(info) }
  guard snd_ctl_card_info(control, info) >= 0 else { return nil }
  let number = snd_ctl_card_info_get_card(info)
  return number < 0 ? nil : .card(CardIndex(Int(number)))
}
