internal import Glibc
public import PlayerCore

/// A program that goes on when the one that started it, and its terminal, are gone: in a session of its own, so without
/// a controlling terminal (setsid(2)), with nothing on standard input and output, and no other descriptor.
public final class BackgroundProcess {
  /// Its process id.
  public let process: Int32
  private let errors: Int32

  /// Starts the program `path`.
  ///
  /// - Parameter arguments: what follows the program's name, byte for byte.
  public init(_ path: FilePath, _ arguments: [[UInt8]]) throws(SystemCallError) {
    let (reading, writing) = try makePipe()
    defer { close(writing) }
    do throws(SystemCallError) {
      process = try spawn(path, arguments, output: nil, errors: writing)
    } catch {
      close(reading)
      throw error
    }
    errors = reading
  }

  deinit { close(errors) }

  /// Waits until it has let go of standard error, or has ended, and returns what it wrote there until then.
  public func readErrors() -> [UInt8] {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(errors, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return text }
      text += buffer[..<count]
    }
  }
}

extension FilePath {
  /// The file of the program that is running.
  public static var ownProgram: FilePath {
    get throws(SystemCallError) {
      var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = bytes.withUnsafeMutableBytes { buffer in
        readlink("/proc/self/exe", buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
      }
      guard count > 0 else { throw SystemCallError(operation: "read /proc/self/exe", code: errno) }
      return FilePath(bytes: Array(bytes[..<count]))
    }
  }
}
