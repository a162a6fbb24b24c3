internal import ControlSocket
internal import LinuxSystem
internal import PlayerCore

/// The program: reads the command line, talks to the player, and says how that went.
enum Program {
  /// So long the player may take to answer, and `--wait` to come true, unless `--timeout` says otherwise. What `queue
  /// add` takes depends on the disk: it has no limit.
  private static let answerLimit = Duration.seconds(5)
  private static let waitLimit = Duration.seconds(30)

  /// Runs it; returns its exit status.
  static func run(_ words: [[UInt8]]) -> Int32 {
    let call: Call
    do throws(UsageFailure) { call = try Call(words) } catch {
      Output.complain(error.text)
      return ExitStatus.usage
    }
    switch call {
    case .help(let command): Output.write((command.map(Help.of) ?? Help.all) + "\n")
    case .version: Output.write("cans-ctl, version \(Wire.version) of the socket's schema\n")
    case .run(let invocation):
      do throws(Failure) { return try run(invocation) } catch {
        if invocation.has(.json) { Output.write(error.json.text + "\n") } else { Output.complain(error.text) }
        return error.exitStatus
      }
    }
    return ExitStatus.success
  }

  /// Returns the exit status of what has been done.
  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let action = invocation.command.action(invocation)
    var session = Session(deadline: limit(of: action, invocation).map { .now + $0 })
    let wantsJSON = invocation.has(.json)
    switch action {
    case .request(let request, let awaited):
      return try perform(request, until: invocation.has(.wait) ? awaited : .nothing, &session, wantsJSON)
    case .entries(let indexes, let change):
      let request = try QueueReading.request(for: change, at: indexes, &session)
      return try perform(request, until: invocation.has(.wait) ? .sound : .nothing, &session, wantsJSON)
    case .status: try tellStatus(&session, wantsJSON)
    case .list: try QueueReading.list(&session, wantsJSON)
    case .routes: try tellRoutes(&session, wantsJSON)
    case .watch: try watch(&session, wantsJSON)
    case .log(let count, let follows): try LogReading.tell(&session, count: count, follows: follows, wantsJSON)
    }
    return ExitStatus.success
  }

  private static func limit(of action: Action, _ invocation: Invocation) -> Duration? {
    if let timeout = invocation.timeout { return timeout }
    switch action {
    case .watch, .log(_, follows: true), .request(.add, _): return nil
    default: return invocation.has(.wait) ? waitLimit : answerLimit
    }
  }

  private static func perform(
    _ request: ControlRequest, until awaited: Awaited, _ session: inout Session, _ wantsJSON: Bool
  ) throws(Failure) -> Int32 {
    let answer = try session.ask(request)
    var isIncomplete = false
    switch answer.message.content {
    case .done(_, let status, let reason):
      guard status == .success else { throw Failure(status, because: reason) }
    case .added(let status, _, let problems, let reason):
      isIncomplete = !problems.isEmpty
      if !wantsJSON { problems.forEach(Output.complain) }
      guard status == .success else {
        if status == .noSuchContent { throw Failure("no music was found", .noSuchContent) }
        throw Failure(status, because: reason)
      }
    default: throw Failure.otherAnswer
    }
    if awaited != .nothing {
      // The first state that a watcher is told is one after the command.
      try session.send(.watch(isScreen: false))
      while true {
        guard case .state(let line, _) = try session.next().message.content else { continue }
        if awaited.holds(for: line.snapshot) { break }
        if awaited.isHopeless(for: line.snapshot) { throw Failure(notPlaying: line.snapshot) }
      }
    }
    // The player has ended when it hangs up: what comes next may start another one.
    if request == .quit { while (try? session.nextLine()) != nil {} }
    if wantsJSON { Output.write(answer.line + [UInt8(ascii: "\n")]) }
    // As cp and cat end that have left something out, and have told it.
    return isIncomplete ? ExitStatus.failure : ExitStatus.success
  }

  private static func tellStatus(_ session: inout Session, _ wantsJSON: Bool) throws(Failure) {
    if wantsJSON { return Output.write(try session.askState().report(at: .now).text + "\n") }
    // In the player's words: to read a whole state would take a third of this program's time.
    guard case .statusText(let text) = try session.ask(.statusText).message.content else { throw Failure.otherAnswer }
    Output.write(text)
  }

  private static func tellRoutes(_ session: inout Session, _ wantsJSON: Bool) throws(Failure) {
    let state = try session.askState()
    Output.write(wantsJSON ? state.reportOfRoutes.text + "\n" : RouteText.of(state.snapshot))
  }

  private static func watch(_ session: inout Session, _ wantsJSON: Bool) throws(Failure) {
    _ = try session.ask(.watch(isScreen: false))
    var said = ""
    while true {
      let received: Session.Received
      do throws(Failure) { received = try session.next() } catch {
        // The player has ended: so has what there is to see.
        if error == Failure(.lost) { return }
        throw error
      }
      if wantsJSON {
        Output.write(received.line + [UInt8(ascii: "\n")])
      } else if case .state(let state, _) = received.message.content {
        let text = StatusText(state, at: .now).short
        if text != said { Output.write(text) }
        said = text
      }
    }
  }
}
