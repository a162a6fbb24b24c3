internal import LinuxSystem

/// The folder of the sound devices' nodes. It may be missing, for as long as there is no card.
struct DeviceFolder: ~Copyable {
  /// What has happened since the last look.
  struct Changes: Equatable {
    /// Control nodes came, went or got other permissions.
    var controls = false
    /// PCM nodes did.
    var streams = false
  }

  private var folder: WatchedFolder

  /// Watches `path`, whose parent must be there.
  init(_ path: String = "/dev/snd") throws(SystemCallError) { folder = try WatchedFolder(path) }

  /// The descriptor to poll for reading.
  var descriptor: Int32 { folder.descriptor }

  /// The numbers of the cards that have a control node, in order.
  func cards() -> [Int] {
    folder.names().filter { $0.hasPrefix(controlPrefix) }.compactMap { Int($0.dropFirst(controlPrefix.count)) }.sorted()
  }

  /// The names of all control and PCM nodes, in order.
  func nodes() -> [String] {
    folder.names().filter { $0.hasPrefix(controlPrefix) || $0.hasPrefix(streamPrefix) }.sorted()
  }

  /// Takes in what has happened.
  mutating func changes() -> Changes {
    guard let names = folder.changes() else { return Changes(controls: true, streams: true) }
    return Changes(
      controls: names.contains { $0.hasPrefix(controlPrefix) }, streams: names.contains { $0.hasPrefix(streamPrefix) })
  }
}

private let controlPrefix = "controlC"
private let streamPrefix = "pcmC"
