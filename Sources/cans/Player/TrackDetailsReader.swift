import AudioEngine
import AudioFiles
import LinuxSystem
import MessageBus
import PlayerCore

/// Reads what other programs are told of the current track, its cover included, on a thread of its own: a disk that is
/// slow delays the picture, not the loop.
final nonisolated class TrackDetailsReader: Sendable {
  private enum Order: Sendable {
    case read(QueueEntryID, FilePath)
    case end
  }

  /// What was read last.
  let details = LatestValue<TrackDetails>()
  /// Who skips through an album wants to know of the last track only.
  private let orders = LatestValue<Order>()

  /// A reader that makes files of covers in `covers`.
  init(covers: CoverFiles) {
    _ = Thread(name: "covers") { [details, orders] in
      while true {
        waitUntilReadable(orders.descriptor, milliseconds: -1)
        switch orders.take() {
        case .read(let entry, let path): details.put(Self.read(entry, path, covers))
        case .end: return
        case nil: break
        }
      }
    }
  }

  /// Reads about `entry`, whose file is `path`, unless something else is asked for before its turn comes.
  func read(_ entry: QueueEntryID, _ path: FilePath) { orders.put(.read(entry, path)) }

  /// Lets the thread end when it is done with what it does.
  func stop() { orders.put(.end) }

  private static func read(_ entry: QueueEntryID, _ path: FilePath, _ covers: CoverFiles) -> TrackDetails {
    var details = TrackDetails(of: entry)
    // A file without tags may lie beside a picture.
    let tags = (try? readTags(path)) ?? Tags()
    details.artists = tags.texts[.artist] ?? []
    details.albumArtists = tags.texts[.albumArtist] ?? []
    details.genres = tags.texts[.genre] ?? []
    details.date = tags[.date] ?? tags[.originalDate]
    details.disc = tags.disc?.number
    details.cover = Picture.cover(of: path, tags: tags).flatMap(covers.file)
    return details
  }
}
