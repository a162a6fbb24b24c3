internal import CAlsa
internal import Glibc
internal import PlayerCore

/// What a card's use case profile says (alsa-lib's use-case.h; the profiles are Debian's alsa-ucm-conf).
enum UseCases {
  /// What jacks are about, by the names of their controls. Reads a dozen files, and changes nothing on the card.
  ///
  /// - Parameter card: "hw:0"; empty where the card has no profile.
  static func jackKinds(ofCard card: String) -> [String: JackKind] {
    var opened: OpaquePointer?
    guard snd_use_case_mgr_open(&opened, card) == 0, let manager = opened else { return [:] }
    defer { snd_use_case_mgr_close(manager) }
    var kinds: [String: JackKind] = [:]
    for verb in names("_verbs", manager) {
      for device in names("_devices/\(verb)", manager) {
        guard let jack = value("JackControl/\(device)/\(verb)", manager) else { continue }
        let plays = value("PlaybackPCM/\(device)/\(verb)", manager) != nil
        kinds[jack] = JackKind(useCaseDevice: device, plays: plays)
      }
    }
    return kinds
  }

  /// The names in a list of names and comments.
  private static func names(_ list: String, _ manager: OpaquePointer) -> [String] {
    var items: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    let count = snd_use_case_get_list(manager, list, &items)
    guard count > 0, let items else { return [] }
    defer { snd_use_case_free_list(items, count) }
    return stride(from: 0, to: Int(count), by: 2).compactMap { items[$0].map { String(cString: $0) } }
  }

  private static func value(_ identifier: String, _ manager: OpaquePointer) -> String? {
    var text: UnsafePointer<CChar>?
    guard snd_use_case_get(manager, identifier, &text) == 0, let text else { return nil }
    defer { free(UnsafeMutablePointer(mutating: text)) }
    let value = String(cString: text)
    return value.isEmpty ? nil : value
  }
}
