/// A command line that makes a music file from a WAV file, in which IN and OUT stand for the two.
public struct EncoderCommand: Sendable {
  private let words: [Substring]

  /// The command `line`; its words are parted by single spaces.
  public init(_ line: String) { words = line.split(separator: " ") }

  /// The encoder's name.
  public var program: String { String(words[0]) }

  /// Whether the encoder is here.
  public var isInstalled: Bool { ProcessEnvironment.hasProgram(program) }

  /// Makes `result` from `source`; throws what the encoder complains of.
  public func run(_ source: String, to result: String) throws {
    let arguments = words.map { $0 == "IN" ? source : $0 == "OUT" ? result : String($0) }
    let encoder = try ChildProcess(arguments, environment: ProcessEnvironment.variables)
    encoder.closeInput()
    guard encoder.exitStatus(within: .seconds(120)) == 0 else {
      throw EncoderError(description: "\(arguments.joined(separator: " ")) fails: \(encoder.errors)")
    }
  }

  /// That an encoder failed.
  public struct EncoderError: Error, CustomStringConvertible {
    /// The command and its complaint.
    public let description: String
  }
}
