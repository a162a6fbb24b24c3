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

  /// Whether a control of this name is one that senses nothing: "Speaker Phantom Jack".
  public static func isPhantom(controlName name: String) -> Bool { words(of: name).contains("phantom") }

  /// Whether a control of this name is a jack's.
  public static func isJack(controlName name: String) -> Bool { words(of: name).last == "jack" }

  private static func words(of name: String) -> [String] {
    name.lowercased().split { !$0.isLetter }.map(String.init)
  }
}
