/// What is read from the terminal: a character, or a key whose sequence ncurses knows.
enum TerminalInput: Hashable, Sendable {
  /// The character's code.
  case character(UInt32)
  /// Nil: one that we have no use for.
  case functionKey(Key?)
}

/// What the user did at the terminal.
enum UserInput: Hashable, Sendable {
  case key(Key)
  /// Text that the terminal says was pasted, on one line.
  case paste(String)
}

/// Tells key presses from what else arrives from a terminal: answers to questions of programs before us, reports of the
/// mouse, pastes, keys that terminfo does not know, and Alt with a key (ECMA-48, xterm's control sequences). They begin
/// with an escape character, and none of their characters may act as a key. Pure; the screen's thread feeds it.
struct KeyDecoder: Equatable, Sendable {
  /// More than any title: what is pasted beyond it is dropped.
  private static let longestPaste = 1_000
  private static let longestParameters = 32

  private var state = State.ground
  /// The text so far, within a paste.
  private var paste: String?

  private enum State: Hashable {
    case ground
    /// After an escape character: the key alone, or the start of something.
    case escape
    /// A control sequence (CSI), with its parameters so far.
    case sequence(String)
    /// A shifted character (SS3) with its parameters.
    case shift
    /// A string for programs (OSC, DCS, APC, PM, SOS), which BEL, ST or any other escape sequence ends.
    case string
    /// Characters that belong to a sequence beyond its end.
    case rest(Int)
  }

  /// Whether more is to come: call `giveUp` if it does not.
  var isIncomplete: Bool { state != .ground || paste != nil }

  /// Takes what was read next.
  mutating func decode(_ input: TerminalInput) -> [UserInput] {
    switch input {
    case .functionKey(let key): decode(key)
    // The control characters of eight bits are spellings of an escape and a letter.
    case .character(let code) where (0x80..<0xA0).contains(code): decode(0x1B) + decode(code - 0x40)
    case .character(let code): decode(code)
    }
  }

  /// Nothing more is there to be read, and ncurses has waited whether something follows an escape character.
  mutating func finishRead() -> [UserInput] {
    // Within a paste it is the beginning of its end.
    guard state == .escape, paste == nil else { return [] }
    state = .ground
    return [.key(.escape)]
  }

  /// What has begun will not be completed.
  mutating func giveUp() -> [UserInput] {
    state = .ground
    return endPaste()
  }

  private mutating func decode(_ key: Key?) -> [UserInput] {
    // Backspace and Enter may be among them, which strings and pastes contain.
    if state == .string || paste != nil { return [] }
    let isWithAlt = state == .escape
    state = .ground
    return isWithAlt ? [] : key.map { [.key($0)] } ?? []
  }

  private mutating func decode(_ code: UInt32) -> [UserInput] {
    if code == 0x1B {
      let isSecond = state == .escape && paste == nil
      state = .escape
      return isSecond ? [.key(.escape)] : []
    }
    switch state {
    case .ground: return text(code)
    case .escape: state = Self.state(afterEscapeAnd: code)
    case .sequence(let parameters): return continueSequence(parameters, code)
    case .shift: if !(0x30..<0x40).contains(code) { state = .ground }
    case .string: if [0x07, 0x18, 0x1A].contains(code) { state = .ground }
    case .rest(let count): state = count > 1 ? .rest(count - 1) : .ground
    }
    return []
  }

  private static func state(afterEscapeAnd code: UInt32) -> State {
    switch Unicode.Scalar(code) {
    case "[": .sequence("")
    case "O": .shift
    case "]", "P", "X", "^", "_": .string
    // Alt with a key, or the end of a string (ST).
    default: .ground
    }
  }

  private mutating func continueSequence(_ parameters: String, _ code: UInt32) -> [UserInput] {
    guard let scalar = Unicode.Scalar(code), (0x20..<0x7F).contains(code) else {
      // Not within a sequence: it was cut off.
      state = .ground
      return text(code)
    }
    state = .ground
    switch (scalar, parameters) {
    // The mouse of old, and a function key of the Linux console.
    case ("M", ""): state = .rest(3)
    case ("[", ""): state = .rest(1)
    case ("~", "200"): paste = paste ?? ""
    case ("~", "201"): return endPaste()
    case _ where code < 0x40:
      let isLong = parameters.utf8.count >= Self.longestParameters
      state = .sequence(isLong ? parameters : parameters + String(scalar))
    default: break
    }
    return []
  }

  private mutating func text(_ code: UInt32) -> [UserInput] {
    guard let text = paste else { return Key(character: code).map { [.key($0)] } ?? [] }
    if code >= 0x20, code != 0x7F, let scalar = Unicode.Scalar(code), text.unicodeScalars.count < Self.longestPaste {
      paste?.unicodeScalars.append(scalar)
    }
    return []
  }

  private mutating func endPaste() -> [UserInput] {
    defer { paste = nil }
    return paste.map { [.paste($0)] } ?? []
  }
}

extension Key {
  /// The key that sends this character; nil for one without a meaning.
  init?(character code: UInt32) {
    switch code {
    case 9: self = .tab
    case 10, 13: self = .enter
    case 27: self = .escape
    case 8, 127: self = .backspace
    case 1...26: self = .control(Character(Unicode.Scalar(UInt8(ascii: "A") - 1 + UInt8(code))))
    case 0..<32: return nil
    default:
      guard let scalar = Unicode.Scalar(code) else { return nil }
      self = .character(Character(scalar))
    }
  }
}
