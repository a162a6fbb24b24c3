import Glibc

/// What sound servers are told of this program's streams. ALSA's plug-ins for them take it from the environment only,
/// where it has to be before the first thread starts.
enum StreamProperties {
  /// By the variable that a user would set. PulseAudio's plug-in gives its streams a name of its own, which only an
  /// override changes.
  private static let settings: KeyValuePairs<String, [(variable: String, value: String)]> = [
    "PULSE_PROP": [
      ("PULSE_PROP", "media.role=music application.icon_name=audio-headphones"),
      ("PULSE_PROP_OVERRIDE", "application.name=cans"),
    ],
    "PIPEWIRE_PROPS": [
      (
        "PIPEWIRE_PROPS",
        "{ media.role = Music, application.name = cans, application.icon-name = audio-headphones }"
      )
    ],
  ]

  /// Sets what the user has not.
  static func announce() {
    for (name, variables) in settings where getenv(name) == nil {
      for (variable, value) in variables { setenv(variable, value, 0) }
    }
  }

  /// Takes back what `announce` has set: another program that takes this one's place has other streams. Not beside
  /// other threads.
  static func withdraw() {
    for (variable, value) in settings.flatMap(\.value) {
      if let set = getenv(variable), strcmp(set, value) == 0 { unsetenv(variable) }
    }
  }
}
