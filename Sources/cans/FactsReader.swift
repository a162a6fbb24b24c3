import AudioEngine
import AudioFiles
import LinuxSystem
import PlayerCore
import Synchronization

/// Reads what files say about themselves on a thread of its own: a slow disk delays titles, not music.
final nonisolated class FactsReader: Sendable {
  /// What came of one file.
  struct Reading: Sendable {
    let entry: QueueEntryID
    let facts: Result<TrackFacts, DecodeError>

    /// What the core is told.
    var event: Event {
      switch facts {
      case .success(let facts): .trackRead(entry, facts)
      case .failure(let error): .trackUnreadable(entry, reason: error.reason)
      }
    }
  }

  /// Readings, in bunches: the screen need not be drawn for each file.
  let readings = Mailbox<[Reading]>()
  private let isStopped = Atomic(false)

  /// Starts to read `tracks`, in their order.
  func read(_ tracks: [Track]) {
    guard !tracks.isEmpty else { return }
    _ = Thread(name: "facts") { self.work(through: tracks) }
  }

  /// Lets the reading end soon.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  private func work(through tracks: [Track]) {
    var bunch: [Reading] = []
    var posted = MonotonicTime.now
    var reader = TrackFactsReader()
    for track in tracks where !isStopped.load(ordering: .relaxed) {
      bunch.append(Reading(entry: track.entry, facts: facts(of: track, with: &reader)))
      if MonotonicTime.now - posted > .milliseconds(5) {
        readings.post(bunch)
        bunch.removeAll(keepingCapacity: true)
        posted = .now
      }
    }
    readings.post(bunch)
  }

  private func facts(
    of track: Track, with reader: inout TrackFactsReader
  ) -> Result<TrackFacts, DecodeError> {
    do throws(DecodeError) { return .success(try reader.facts(of: track)) } catch { return .failure(error) }
  }
}
