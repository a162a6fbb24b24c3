internal import Glibc

/// Swift strings as the null-terminated array of C strings that exec and its relatives take.
public enum CStrings {
  /// Calls `body` with the array of `strings`.
  public static func with<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }
}
