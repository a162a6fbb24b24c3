import Glibc
import LinuxSystem
import PlayerCore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LoopPartsTests {
  @Test func `a mailbox gives what was posted, in order, and is readable only while there is mail`() throws {
    let mailbox = Mailbox<Int>()
    #expect(!waitUntilReadable(mailbox.descriptor, milliseconds: 0))
    for number in 1...3 { mailbox.post(number) }
    #expect(waitUntilReadable(mailbox.descriptor, milliseconds: 0))
    #expect(mailbox.takeAll() == [1, 2, 3])
    #expect(!waitUntilReadable(mailbox.descriptor, milliseconds: 0))
    #expect(mailbox.takeAll() == [])
  }

  @Test func `nothing posted by another thread is lost`() {
    let mailbox = Mailbox<Int>()
    let sender = Thread(name: "sender") { for number in 0..<10_000 { mailbox.post(number) } }
    var received: [Int] = []
    while received.count < 10_000, waitUntilReadable(mailbox.descriptor, milliseconds: 10_000) {
      received += mailbox.takeAll()
    }
    sender.join()
    #expect(received == Array(0..<10_000))
  }

  @Test func `of several values only the newest is kept`() {
    let latest = LatestValue<String>()
    #expect(latest.take() == nil)
    latest.put("old")
    latest.put("new")
    #expect(waitUntilReadable(latest.descriptor, milliseconds: 0))
    #expect(latest.take() == "new")
    #expect(latest.take() == nil)
  }

  @Test func `a deadline is not reported early, and one that has passed at once`() throws {
    let deadline = MonotonicTime.now + .microseconds(2_300)
    #expect(try waitForEvents([], until: deadline) == [])
    #expect(MonotonicTime.now >= deadline)
    #expect(try waitForEvents([], until: MonotonicTime(nanoseconds: 0)) == [])
  }

  @Test func `which descriptor has an event is told in their order`() throws {
    let (quiet, ready) = (EventDescriptor(), EventDescriptor())
    ready.signal()
    let polled = [quiet, ready, quiet].map { PolledDescriptor(readable: $0.descriptor) }
    #expect(try waitForEvents(polled, until: nil) == [false, true, false])
  }

  @Test func `a signal is taken from its descriptor, by a thread that blocks it`() throws {
    let taken = Atomic<Int32>(0)
    let thread = Thread(name: "signals") {
      guard let signals = try? SignalDescriptor([SIGUSR2]) else { return }
      pthread_kill(pthread_self(), SIGUSR2)
      waitUntilReadable(signals.descriptor, milliseconds: 10_000)
      taken.store(signals.take() ?? -1, ordering: .relaxed)
      if signals.take() != nil { taken.store(-2, ordering: .relaxed) }
    }
    thread.join()
    #expect(taken.load(ordering: .relaxed) == SIGUSR2)
  }

  @Test func `a call that fails names what was done and why`() {
    #expect(throws: SystemCallError(operation: "close", code: EBADF)) { try retrying("close") { close(-1) } }
    #expect("\(SystemCallError(operation: "close", code: EBADF))" == "close: Bad file descriptor")
  }

  @Test func `a small file is replaced as a whole, and its folders are made`() throws {
    var template = Array("/tmp/cans-contents-XXXXXX".utf8CString)
    let folder = FilePath(String(cString: mkdtemp(&template)))
    let path = folder.appending(FilePath("a/b/c.toml"))
    #expect(try FileContents.read(path) == nil)
    try FileContents.write([1, 2, 3], to: path)
    try FileContents.write([4], to: path)
    #expect(try FileContents.read(path) == [4])
    #expect(throws: SystemCallError.self) { try FileContents.read(path, limit: 0) }
  }

  @Test func `an event that was signalled is waited for once`() {
    let event = EventDescriptor()
    event.signal()
    #expect(event.wait(.seconds(10)))
    let start = MonotonicTime.now
    #expect(!event.wait(.milliseconds(20)))
    #expect(MonotonicTime.now - start >= .milliseconds(20))
  }
}
