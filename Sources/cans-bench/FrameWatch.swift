internal import Glibc
internal import LinuxSystem
internal import PlayerCore

/// An ALSA device behind which a FIFO is watched for the first frame.
final class FrameWatch {
  /// The ALSA configuration in which it is the default device.
  let configuration: String
  private let fifo: Int32

  init(in folder: WorkFolder) throws {
    let path = folder.place("frames")
    try retrying("mkfifo") { mkfifo(path, 0o600) }
    // Open for writing, too, so that a player that goes does not end it.
    fifo = try retrying("open \(path)") { open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
    configuration = try folder.write(
      """
      pcm.!default { type file, slave.pcm null, file "\(path)", format raw }
      """, to: "frames.conf")
  }

  deinit { close(fifo) }

  /// Waits for a frame. Returns when it came; nil if none came within five seconds.
  func waitForFrame() -> MonotonicTime? {
    var descriptor = pollfd(fd: fifo, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, 5_000) > 0 else { return nil }
    return .now
  }

  /// Throws away what has come; call when no player writes any more.
  func empty() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while read(fifo, &buffer, buffer.count) > 0 {}
  }
}
