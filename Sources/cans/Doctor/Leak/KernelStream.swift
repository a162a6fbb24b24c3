import Glibc
import LinuxSystem
import PlayerCore

/// A playback stream of this process as the kernel sees it (snd_pcm_status, by way of /proc/asound).
nonisolated struct KernelStream: Equatable, Sendable {
  /// The card's and the device's number.
  var card: Int
  var device: Int
  /// ALSA's name of its state: RUNNING, SETUP …
  var state: String
  /// Frames that the hardware has taken since it was prepared.
  var pointer: Int64

  /// Reads the text of a status; nil: the stream is closed, or `isOurs` says that its thread is none of ours.
  init?(card: Int, device: Int, status: String, isOurs: (Int32) -> Bool) {
    var values: [Substring: Substring] = [:]
    for line in status.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      values[parts[0].prefix { $0 != " " }] = parts[1].drop { $0 == " " }
    }
    guard let state = values["state"], let owner = values["owner_pid"].flatMap({ Int32($0) }), isOurs(owner),
      let pointer = values["hw_ptr"].flatMap({ Int64($0) })
    else { return nil }
    self.card = card
    self.device = device
    self.state = String(state)
    self.pointer = pointer
  }

  /// Those of this process on `card`.
  static func ours(on card: CardIndex) -> [KernelStream] {
    (0..<32).flatMap { device in
      (0..<8).compactMap { part -> KernelStream? in
        let path = FilePath("/proc/asound/card\(card.number)/pcm\(device)p/sub\(part)/status")
        guard let bytes = try? FileContents.read(path, limit: 4096) else { return nil }
        return KernelStream(card: card.number, device: device, status: String(decoding: bytes, as: UTF8.self)) {
          access("/proc/self/task/\($0)", F_OK) == 0
        }
      }
    }
  }
}
