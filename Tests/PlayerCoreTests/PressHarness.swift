import PlayerCore

extension PressDevice {
  static let cable = PressDevice(id: 1, kind: .cable, name: "HDA Intel PCH Headset")
  static let buds = PressDevice(id: 2, kind: .avrcp, name: "Buds (AVRCP)")
  static let keyboard = PressDevice(id: 3, kind: .keyboard, name: "Keyboard")
}

extension CoreHarness {
  /// Works a key: "d0 u60" is down after 0 ms and up after 60, "r" a repeat. Ends with the last of it.
  mutating func perform(_ presses: String, _ key: PressKey = .media, on device: PressDevice = .cable) {
    let began = now
    let motions: [Character: PressMotion] = ["d": .down, "u": .up, "r": .repeat]
    for word in presses.split(separator: " ") {
      advance(to: began + .milliseconds(Int(word.dropFirst())!))
      send(.pressed(Press(key, motions[word.first!]!, on: device, at: now)))
    }
  }

  /// The track that was heard at `time`.
  func entryHeard(at time: MonotonicTime) -> QueueEntryID? {
    heard.last { $0.from <= time && time < $0.until }?.entry
  }
}
