public import PlayerCore

/// Something that another program asks the player for.
public enum MPRISRequest: Equatable, Sendable {
  /// A command.
  case command(Command)
  /// To play the file, folder or playlist at this absolute path.
  case open(FilePath)
  /// To end.
  case quit
}

/// A request and who sent it.
public struct MPRISCall: Equatable, Sendable {
  /// What is asked for.
  public let request: MPRISRequest
  /// What the program that asks is called, by the bus's credentials; nil if the bus does not know.
  public let process: String?
}

/// What becomes of a request.
public enum MPRISAnswer: Equatable, Sendable {
  /// It was done, or has no effect now.
  case done
  /// It failed; the reason is for people.
  case failed(String)
}

/// Why a request is refused before anybody is asked, with the name of the bus's error.
struct MPRISRefusal: Error, Equatable {
  let name: String
  let text: String

  static func invalid(_ text: String) -> MPRISRefusal {
    MPRISRefusal(name: "org.freedesktop.DBus.Error.InvalidArgs", text: text)
  }
}

/// A method that was called, with its arguments.
enum MPRISMethod: Equatable {
  case next, previous, pause, playPause, stop, play, raise, quit
  case seek(Int64)
  case setPosition(track: String, Int64)
  case openURI(String)
}

/// What the calls mean (MPRIS D-Bus Interface Specification 2.2); what they do is the player's business.
extension MPRISState {
  /// What `method` asks for; nil: nothing.
  func request(for method: MPRISMethod) throws(MPRISRefusal) -> MPRISRequest? {
    switch method {
    case .next: return .command(.nextTrack)
    case .previous: return .command(.previousTrack)
    case .pause: return .command(.pause)
    case .playPause: return .command(.togglePlayPause)
    case .stop: return .command(.stop)
    case .play: return .command(.play)
    case .seek(let distance): return .command(.skip(.microseconds(distance)))
    case .setPosition(let track, let position):
      // What was current when the caller looked is not any more; and a place outside the track is nobody's wish.
      guard track == self.track, position >= 0, position <= length ?? .max else { return nil }
      return .command(.changePlaybackPosition(.microseconds(position)))
    case .openURI(let text):
      do throws(FileURI.Problem) {
        return .open(try FileURI.path(in: text))
      } catch .notAFile {
        throw MPRISRefusal(
          name: "org.freedesktop.DBus.Error.NotSupported", text: "\"\(text)\" is no file of this machine")
      } catch {
        throw .invalid("\"\(text)\" is not a URI of a file")
      }
    // A terminal cannot be brought to the front.
    case .raise: return nil
    case .quit: return .quit
    }
  }

  /// What setting `property` asks for; nil: nothing.
  func request(setting property: String, to value: BusValue) throws(MPRISRefusal) -> MPRISRequest? {
    switch (property, value) {
    case ("LoopStatus", .string(let name)):
      guard let mode = RepeatMode.allCases.first(where: { Self.name(of: $0) == name }) else {
        throw .invalid("LoopStatus is None, Track or Playlist, not \"\(name)\"")
      }
      return .command(.changeRepeatMode(mode))
    case ("Shuffle", .boolean(let shuffles)): return .command(.changeShuffleMode(shuffles))
    case ("Volume", .double(let volume)):
      guard volume.isFinite else { throw .invalid("Volume is a number from 0 to 1") }
      return .command(.setLevel(Level(percent: Int((min(max(volume, 0), 1) * 100).rounded()))))
    case ("Rate", .double(let rate)):
      // A rate of nothing is a pause.
      if rate == 0 { return .command(.pause) }
      guard rate == 1 else { throw .invalid("Rate is 1: this player plays at no other speed") }
      return nil
    default: throw .invalid("\(property) takes no such value")
    }
  }
}
