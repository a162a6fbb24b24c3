internal import Glibc

/// The program that was built with the tests.
public enum BuiltProgram {
  /// Where `cans` lies: what CANS_BINARY names, or else beside the running test program.
  public static var path: String {
    let named = ProcessEnvironment.variable("CANS_BINARY")
    if !named.isEmpty { return named }
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let program = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    return (program.lastIndex(of: "/").map { String(program[...$0]) } ?? "") + "cans"
  }

  /// Where `cans-ctl` lies: beside it.
  public static var controlPath: String { path + "-ctl" }
}

/// Asks for `condition` again and again, until it holds or `limit` has passed; says whether it holds.
public func waits(atMost limit: Duration, for condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + limit
  while true {
    if try condition() { return true }
    if ContinuousClock.now >= deadline { return false }
    poll(nil, 0, 10)
  }
}
