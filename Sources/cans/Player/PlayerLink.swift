import ControlSocket
import Glibc
import LinuxSystem
import PlayerCore

/// A connection to the player in the background, which is started if there is none.
final class PlayerLink {
  let client: ControlClient
  /// Whether it was started by this.
  let isNew: Bool
  /// How many tracks were put into its queue by this.
  private(set) var added = 0

  /// How many bytes of names go into one request: well below what the player reads as one.
  private static let namesPerRequest = Wire.longestRequest / 4

  private init(_ client: ControlClient, isNew: Bool) {
    self.client = client
    self.isNew = isNew
  }

  /// Connects to the player, and has it play or take in what `arguments` name. What it leaves
  /// out is told on standard error.
  ///
  /// - Throws: when there can be no player, or nothing of what was named can be played.
  static func open(_ arguments: Arguments, place: AddedPlace) throws -> PlayerLink {
    do {
      return try open(arguments, place)
    } catch let failure as ControlFailure where failure == .lost {
      // It was about to end.
      return try open(arguments, place)
    }
  }

  private static func open(_ arguments: Arguments, _ place: AddedPlace) throws -> PlayerLink {
    let link = try PlayerLink.running() ?? start(arguments, withFiles: place == .now)
    if !link.isNew, let option = try link.lateOption(of: arguments) {
      throw CommandFailure(
        "a player runs already, and \(option.spelling) is for one that starts: cans ctl quit ends it, --foreground "
          + "does without it")
    }
    if !link.isNew || place != .now { try link.add(arguments.files, at: place) }
    return link
  }

  /// A connection to the player that runs; nil if none does.
  private static func running(patience: Duration = .zero) throws(ControlFailure) -> PlayerLink? {
    do throws(ControlFailure) {
      return PlayerLink(try .connect(patience: patience), isNew: false)
    } catch {
      if error == .noPlayer { return nil }
      throw error
    }
  }

  /// Starts a player. Where somebody else did so at the same time the connection is to that one.
  private static func start(_ arguments: Arguments, withFiles: Bool) throws -> PlayerLink {
    let process = try BackgroundProcess(FilePath.ownProgram, words(arguments, withFiles: withFiles))
    // It lets go of them once it listens.
    let said = String(decoding: process.readErrors(), as: UTF8.self)
    let isOurs = said.hasSuffix(DaemonCommand.readiness)
    let told = isOurs ? String(said.dropLast(DaemonCommand.readiness.count)) : said
    // Without a word: another one has claimed the place, and is about to listen there.
    guard let link = try running(patience: .seconds(said.isEmpty ? 2 : 0)) else {
      let lines = told.split(separator: "\n")
      lines.dropLast().forEach { StandardError.write("\($0)\n") }
      throw CommandFailure(lines.last.map { String($0.trimmingPrefix("cans: ")) } ?? "the player did not start")
    }
    StandardError.write(told)
    return PlayerLink(link.client, isNew: isOurs)
  }
}

extension PlayerLink {
  /// What a player that runs already cannot do any more.
  private func lateOption(of arguments: Arguments) throws(ControlFailure) -> CommandOption? {
    if arguments.has(.device) { return .device }
    guard arguments.has(.simulate), case .status(let state) = try ask(.status) else { return nil }
    return state.snapshot.simulation == .requested ? nil : .simulate
  }

  /// Sends a request and waits for its answer, before anything is watched.
  private func ask(_ request: ControlRequest) throws(ControlFailure) -> ControlMessage.Content {
    try client.send(request)
    while true {
      for line in try client.waitForLines(until: nil) ?? [] { return try ControlClient.message(line).content }
    }
  }

  /// Ends the player.
  func quit() {
    _ = try? ask(.quit)
  }

  /// Has the player find the music that `files` name.
  private func add(_ files: [FilePath], at place: AddedPlace) throws {
    guard !files.isEmpty else { return }
    let folder = Places.workingFolder
    var problems: [String] = []
    // What plays at once goes right behind the current track, and so does the rest: the last of it first.
    let portions = Self.portions(of: files.map(folder.appending))
    let places = place == .now ? [.now] + portions.dropFirst().map { _ in .queue(.next) } : portions.map { _ in place }
    let ordered = zip(portions, places)
    for (names, place) in place == .now ? ordered.reversed() : Array(ordered) {
      let answer = try ask(.add(names, at: place))
      guard case .added(_, let count, let found, _) = answer else {
        throw CommandFailure("the player did not understand")
      }
      added += count
      problems += found
    }
    try tellLeftOut(of: files, problems, isAnythingLeft: added > 0)
  }

  /// `names` in portions that fit into a request.
  private static func portions(of names: [FilePath]) -> [[FilePath]] {
    var portions: [[FilePath]] = []
    var size = namesPerRequest
    for name in names {
      size += name.bytes.count
      if size >= namesPerRequest {
        portions.append([])
        size = name.bytes.count
      }
      portions[portions.count - 1].append(name)
    }
    return portions
  }

  /// The command line of a player that is started on behalf of `arguments`.
  private static func words(_ arguments: Arguments, withFiles: Bool) -> [[UInt8]] {
    var words = ["daemon", CommandOption.detached.spelling]
    if arguments.has(.simulate) { words.append(CommandOption.simulate.spelling) }
    let device = arguments.value(of: .device).map { [Array(CommandOption.device.spelling.utf8), $0.bytes] } ?? []
    return words.map { Array($0.utf8) } + device + [Array("--".utf8)] + (withFiles ? arguments.files.map(\.bytes) : [])
  }
}
