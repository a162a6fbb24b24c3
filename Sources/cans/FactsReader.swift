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
    let result: Result<TrackReading, DecodeError>

    /// What the core is told.
    var event: Event {
      switch result {
      case .success(let track) where track.sheet.isEmpty: .trackRead(entry, track.facts)
      case .success(let track): .sheetRead(entry, track.facts, track.sheet)
      case .failure(let error): .trackUnreadable(entry, reason: error.reason)
      }
    }

    /// Whether it makes several tracks of one.
    var hasSheet: Bool { (try? result.get().sheet.isEmpty) == false }
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
      let reading = Reading(entry: track.entry, result: read(track, with: &reader))
      bunch.append(reading)
      // The file with a sheet may be about to be heard.
      if reading.hasSheet || MonotonicTime.now - posted > .milliseconds(5) {
        readings.post(bunch)
        bunch.removeAll(keepingCapacity: true)
        posted = .now
      }
    }
    readings.post(bunch)
  }

  private func read(
    _ track: Track, with reader: inout TrackFactsReader
  ) -> Result<TrackReading, DecodeError> {
    do throws(DecodeError) { return .success(try reader.read(track)) } catch { return .failure(error) }
  }
}
