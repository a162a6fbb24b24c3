internal import AudioEngine
internal import CAlsa
internal import Glibc
internal import PlayerCore

/// A call into alsa-lib that failed. Making one from a literal allocates nothing, so the output thread may throw it.
struct ALSAError: Error, Hashable {
  /// What was being done, such as "set rate".
  let operation: String
  /// alsa-lib's answer: an errno(3), negative.
  let code: Int32

  /// The system's words for the code.
  var message: String { String(cString: snd_strerror(code)) }

  /// What the error means for opening a device.
  var problem: OutputProblem {
    switch -code {
    case EBUSY: .busy
    case ENOENT, ENODEV, ENXIO: .noDevice
    // How alsa-lib answers a name with an impossible number, such as hw:99.
    case EINVAL where operation == "open": .noDevice
    case EACCES, EPERM: .noPermission
    default: .failed(operation: operation, message: message)
    }
  }

  /// What the error means for an open device. A pulled USB card answers ENODEV, EBADFD or EPIPE, as it comes, but its
  /// state is always the same.
  func fault(isDisconnected: Bool) -> OutputFault {
    if isDisconnected { return .lost(.noDevice) }
    return switch -code {
    case EPIPE: .underrun
    case ESTRPIPE: .suspended
    default: .lost(problem)
    }
  }
}

/// The one funnel from alsa-lib's return codes to typed errors; what is not negative passes.
@discardableResult
func check(_ operation: String, _ result: Int) throws(ALSAError) -> Int {
  guard result < 0 else { return result }
  throw ALSAError(operation: operation, code: Int32(truncatingIfNeeded: result))
}

/// The same for calls that return an `int`.
@discardableResult
func check(_ operation: String, _ result: Int32) throws(ALSAError) -> Int {
  try check(operation, Int(result))
}
