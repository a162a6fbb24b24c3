import TestSupport
import Testing

/// Boots one machine for all tests of a suite and takes it down after them, whatever they did.
struct InSoundLab: SuiteTrait, TestScoping {
  /// The machine of the suite that runs.
  @TaskLocal static var lab: SoundLab?

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let lab = try SoundLab()
    defer { lab.shutDown() }
    try await InSoundLab.$lab.withValue(lab, operation: function)
  }
}

extension Trait where Self == InSoundLab {
  static var inSoundLab: Self { Self() }
}
