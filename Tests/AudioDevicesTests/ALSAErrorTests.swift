import AudioEngine
import Glibc
import PlayerCore
import Testing

@testable import AudioDevices

struct ALSAErrorTests {
  @Test(arguments: [
    (EBUSY, OutputProblem.busy), (ENOENT, .noDevice), (ENODEV, .noDevice), (ENXIO, .noDevice),
    (EACCES, .noPermission), (EPERM, .noPermission),
    (EINVAL, .noDevice), (ENOMEM, .failed(operation: "open", message: "Cannot allocate memory")),
    (ECONNREFUSED, .failed(operation: "open", message: "Connection refused")),
  ])
  func `a code from opening names the problem`(code: Int32, problem: OutputProblem) {
    #expect(ALSAError(operation: "open", code: -code).problem == problem)
  }

  @Test(arguments: [
    (EPIPE, OutputFault.underrun), (ESTRPIPE, .suspended), (ENODEV, .lost(.noDevice)),
    (EBADFD, .lost(.failed(operation: "write", message: "File descriptor in bad state"))),
    (EIO, .lost(.failed(operation: "write", message: "Input/output error"))),
  ])
  func `a code from an open device names the fault`(code: Int32, fault: OutputFault) {
    #expect(ALSAError(operation: "write", code: -code).fault(isDisconnected: false) == fault)
  }

  @Test(arguments: [EPIPE, EBADFD, ENODEV, EIO])
  func `a pulled card is a lost device, whatever the call answers`(code: Int32) {
    #expect(ALSAError(operation: "write", code: -code).fault(isDisconnected: true) == .lost(.noDevice))
  }

  @Test func `the funnel passes what is not negative and throws the rest`() throws {
    #expect(try check("write", 4_096) == 4_096)
    #expect(try check("write", Int32(0)) == 0)
    #expect(throws: ALSAError(operation: "write", code: -EPIPE)) { try check("write", -Int(EPIPE)) }
  }

  @Test(arguments: [
    ("hw:0,0", "plughw:0,0"), ("hw:CARD=PCH", "plughw:CARD=PCH"), ("dmix:0", "plug:SLAVE='dmix:0'"),
  ])
  func `any device can be reached through the plug layer`(name: String, plugged: String) {
    #expect(ALSAOutput.plugged(name) == plugged)
  }
}
