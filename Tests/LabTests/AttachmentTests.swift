import TestSupport
import Testing

extension SoundLabTests {
  /// The player in the background, while screens and other clients do what they like.
  @Suite(.timeLimit(.minutes(19)))
  struct AttachmentTests {
    let lab: SoundLab

    init() throws { lab = try #require(InSoundLab.lab) }

    @Test func `screens and clients come and go, and no frame is missing`() throws {
      let signal = TestSignal(seconds: 90)
      let listener = try Listener(lab, card: .loopback, tracks: try lab.tracks(of: signal), inBackground: true)
      let output = try lab.run(
        ["env", "XDG_RUNTIME_DIR=/run/user/0", "TERM=xterm-256color", "python3", "-c", Self.visitors, Listener.cans],
        within: .seconds(400))
      #expect(output.hasSuffix("all have gone\n"))
      #expect(!output.contains("failed"), "\(output)")
      let heard = try listener.perform("status").last
      #expect(heard?.state == "RUNNING")
      let recording = try listener.finish()
      let passage = try recording.passage(of: signal, in: recording.frames.indices)
      #expect(passage.position == 0)
      // All that the card has taken until then has come out, without a gap.
      #expect(passage.end >= heard?.pointer ?? .max)
    }

    /// Screens that are left, closed and killed; a hundred watchers; and what no client should send.
    private static let visitors = #"""
      import fcntl, os, pty, select, signal, socket, struct, sys, termios, time

      def screen(end):
          pid, fd = pty.fork()
          if pid == 0:
              fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
              os.execv(sys.argv[1], [sys.argv[1]])
          seen, limit = b"", time.monotonic() + 30
          while b"vol " not in seen and time.monotonic() < limit:
              if select.select([fd], [], [], 1)[0]:
                  seen += os.read(fd, 65536)
          if b"vol " not in seen:
              print("failed: no screen", seen)
          end(pid, fd)
          try:
              while os.read(fd, 65536):
                  pass
          except OSError:
              pass
          os.waitpid(pid, 0)

      for _ in range(3):
          screen(lambda pid, fd: os.write(fd, b"d"))
          screen(lambda pid, fd: os.kill(pid, signal.SIGKILL))
          screen(lambda pid, fd: os.kill(pid, signal.SIGHUP))

      def client():
          link = socket.socket(socket.AF_UNIX)
          link.connect(os.environ["XDG_RUNTIME_DIR"] + "/cans/control")
          return link

      watchers = [client() for _ in range(100)]
      for link in watchers:
          link.sendall(b'{"request":"watch"}\n')
      for text in [b"\0\xff\n", b"{}\n" * 1000, b'{"request":"' + b"x" * 3000000 + b'"}\n', b"[" * 100000 + b"\n"]:
          link = client()
          link.settimeout(20)
          try:
              link.sendall(text)
              if b'"error"' not in link.recv(65536):
                  print("failed: no error")
          except OSError as error:
              print("failed:", error)
          link.close()
      link = client()
      link.sendall(b'{"request":"st')
      for one in watchers + [link]:
          one.close()
      print("all have gone")
      """#
  }
}
