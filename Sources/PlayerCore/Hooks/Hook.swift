/// What a program of the user's can be run for; the raw value is the name of its setting.
public enum Hook: String, Hashable, Sendable, CaseIterable {
  /// The sound goes elsewhere.
  case routeChange = "on-route-change"
  /// What played is silent until further notice: paused, stopped, held, or the player ends.
  case pause = "on-pause"
  /// It plays, after it did not.
  case play = "on-play"
  /// Another track is heard.
  case track = "on-track"
  /// Something else is to be heard, or not any more (R14, R15).
  case interruption = "on-interruption"
}

/// A program that is to be run, and what it is told.
public struct HookCall: Equatable, Sendable {
  /// What it is run for.
  public var hook: Hook
  /// The command line, for /bin/sh.
  public var command: String
  /// What it finds in its environment, the same names for every hook, in a fixed order; empty: not known, or none.
  public var variables: [Variable]

  /// A variable of the environment.
  public struct Variable: Equatable, Sendable {
    /// "CANS_EVENT" …
    public var name: String
    /// Its bytes, none of which is zero: a path need not be UTF-8.
    public var value: [UInt8]
  }
}

/// What has become of a program that was run.
public struct HookReport: Equatable, Sendable {
  /// How it ended.
  public enum Ending: Equatable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal, which was not ours.
    case signalled(Int32)
    /// It ran for longer than it may, and was killed.
    case tookTooLong
    /// It was still running when the player ended, and was killed.
    case interrupted
    /// It could not be run; why is for people.
    case notStarted(String)
  }

  /// What it was run for.
  public var hook: Hook
  /// How it ended.
  public var ending: Ending
  /// The beginning of what it wrote, standard output and errors as they came.
  public var output: [UInt8]
  /// Whether it wrote more than anybody reads.
  public var isFlood: Bool

  /// A report.
  public init(_ hook: Hook, _ ending: Ending, output: [UInt8] = [], isFlood: Bool = false) {
    self.hook = hook
    self.ending = ending
    self.output = output
    self.isFlood = isFlood
  }

  /// Whether it did what it was there for, and has nothing to say.
  var isQuiet: Bool { ending == .exited(0) && output.isEmpty && !isFlood }

  /// For people, in one line.
  var sentence: String {
    let problems = [endingText, isFlood ? "wrote more than is read" : nil].compactMap(\.self)
    let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
    let said = lines.isEmpty ? [] : ["says: " + lines.joined(separator: " | ")]
    return "\(hook.rawValue) " + (problems + said).joined(separator: "; ")
  }

  private var endingText: String? {
    switch ending {
    case .exited(0): nil
    case .exited(let status): "ended with status \(status)"
    case .signalled(let signal): "was ended by signal \(signal)"
    case .tookTooLong: "took too long and was killed"
    case .interrupted: "was killed as the player ended"
    case .notStarted(let reason): "could not be run: \(reason)"
    }
  }
}
