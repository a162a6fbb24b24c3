extension JackKind {
  /// Reads what a jack control is about from its name, by pattern: drivers put the place before ("Front Headphone
  /// Jack"), a stream behind ("Headphone - Output Jack", "HDMI/DP,pcm=3 Jack") and spell some in the plural (the
  /// kernel's Documentation/sound/designs/jack-controls.rst).
  public init(controlName name: String) {
    let words = JackKind.words(of: name)
    let isInput = words.contains("mic") || words.contains("microphone")
    if words.contains("headset") {
      self = isInput ? .headsetMic : .headset
    } else if words.contains("headphone") || words.contains("headphones") {
      self = isInput ? .headphoneMic : .headphones
    } else if isInput {
      self = .other
    } else if words.contains("line"), words.contains("out") {
      self = .lineOut
    } else if words.contains("lineout") {
      self = .lineOut
    } else if words.contains("hdmi") || words.contains("dp") {
      self = .hdmi
    } else {
      self = .other
    }
  }

  /// Reads what a jack is about from the name of its device in a use case profile: "Headphones", "HDMI1", … as
  /// alsa-lib's use-case.h lists them, numbered where there are several.
  ///
  /// - Parameter plays: whether the device has an output; "Headset" is also what a headset's microphone is called.
  public init(useCaseDevice name: String, plays: Bool) {
    switch JackKind.words(of: name).first {
    case "headset": self = plays ? .headset : .headsetMic
    case "headphones" where plays, "headphone" where plays: self = .headphones
    case "line" where plays, "lineout" where plays: self = .lineOut
    case "hdmi" where plays, "displayport" where plays: self = .hdmi
    default: self = .other
    }
  }

  /// Whether a jack control's name leaves open what the jack is about. Those of microphones and speakers do not, though
  /// both are `other`.
  public static func isUntold(controlName name: String) -> Bool {
    JackKind(controlName: name) == .other
      && Set(words(of: name)).isDisjoint(with: ["mic", "microphone", "speaker", "speakers", "phantom"])
  }

  /// What kind of microphone a control of this name is about; nil: none.
  static func input(controlName name: String) -> Microphone.Port? {
    let words = JackKind.words(of: name)
    if words.contains("mic") || words.contains("microphone") || words.contains("dmic") {
      if words.contains("headset") || words.contains("headphone") { return .headsetMic }
      return words.contains("internal") || words.contains("dmic") ? .builtInMic : .externalMic
    }
    if words.contains("headset") { return .headsetMic }
    return words.contains("line") && !words.contains("out") ? .lineIn : nil
  }

  /// Whether a control of this name is one that senses nothing: "Speaker Phantom Jack".
  public static func isPhantom(controlName name: String) -> Bool { words(of: name).contains("phantom") }

  /// Whether a control of this name is a jack's.
  public static func isJack(controlName name: String) -> Bool { words(of: name).last == "jack" }

  private static func words(of name: String) -> [String] {
    name.lowercased().split { !$0.isLetter }.map(String.init)
  }
}
