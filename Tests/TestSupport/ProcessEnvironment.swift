internal import Glibc

/// This process's environment.
public enum ProcessEnvironment {
  /// All variables.
  public static var variables: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[equals...].dropFirst())
      }
      next += 1
    }
    return variables
  }

  /// The variable of this name; empty if there is none.
  public static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

  /// Whether `program` is in the PATH.
  public static func hasProgram(_ program: String) -> Bool {
    variable("PATH").split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Whether tests that need `programs` are to run: where somebody vouches for those (CI), or they are in the PATH.
  public static func canTest(with programs: String...) -> Bool {
    !variable("CI").isEmpty || programs.allSatisfy(hasProgram)
  }
}
