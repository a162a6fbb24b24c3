/// Who is behind the names on a bus, which says so when it is asked. Until then a caller's calls wait, all of them,
/// so that they keep their order.
struct Callers<Call> {
  /// What to do with a call.
  enum Verdict: Equatable {
    /// Answer it; the caller's process, if the bus knows it.
    case answer(process: String?)
    /// It waits; `asks`: and the bus is to be asked who its caller is.
    case wait(asks: Bool)
  }

  /// So many callers are remembered, and so many of their calls wait at once: a flood must not fill the memory.
  static var limit: Int { 64 }

  private var processes: [String: String?] = [:]
  private var waiting: [(caller: String, call: Call)] = []

  /// What to do with `call` from `caller`.
  mutating func receive(_ call: Call, from caller: String) -> Verdict {
    if let process = processes[caller] { return .answer(process: process) }
    guard waiting.count < Self.limit else { return .answer(process: nil) }
    let asks = !waiting.contains { $0.caller == caller }
    waiting.append((caller, call))
    return .wait(asks: asks)
  }

  /// The bus has said which process `caller` is, or that it does not know: these calls have waited for it.
  mutating func identify(_ caller: String, as process: String?) -> [Call] {
    if processes.count >= Self.limit { processes = [:] }
    processes[caller] = .some(process)
    let ready = waiting.filter { $0.caller == caller }
    waiting.removeAll { $0.caller == caller }
    return ready.map(\.call)
  }
}
