/// One thing that `cans doctor` tells.
nonisolated struct DoctorLine: Equatable, Sendable {
  /// How good it is.
  enum Verdict: String, Sendable {
    case ok
    /// Neither good nor bad, and nothing to be done: "no Bluetooth here".
    case note
    /// To be mended, by the advice.
    case wrong
  }

  /// What belongs together, in the order in which it is told.
  enum Section: String, Sendable, CaseIterable {
    case sound, server, buses, permissions, libraries, terminal, files
  }

  /// For programs: stays the same from version to version.
  var id: String
  /// Which of several it is about: a card's id, a library's name; nil: there is but one.
  var subject: String?
  var section: Section
  var verdict: Verdict
  /// What is so, for people. Names of devices and files may be in it.
  var text: String
  /// What to do about it; nil: nothing, or nothing that one line can say.
  var advice: String?

  /// Good.
  static func ok(_ id: String, _ subject: String? = nil, in section: Section, _ text: String) -> DoctorLine {
    DoctorLine(id: id, subject: subject, section: section, verdict: .ok, text: text)
  }

  /// Neither good nor bad.
  static func note(_ id: String, _ subject: String? = nil, in section: Section, _ text: String) -> DoctorLine {
    DoctorLine(id: id, subject: subject, section: section, verdict: .note, text: text)
  }

  /// Bad, and what to do about it.
  static func wrong(
    _ id: String, _ subject: String? = nil, in section: Section, _ text: String, advice: String
  ) -> DoctorLine {
    DoctorLine(id: id, subject: subject, section: section, verdict: .wrong, text: text, advice: advice)
  }
}
