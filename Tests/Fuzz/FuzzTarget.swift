import AudioEngine
import PlayerCore

@testable import AudioFiles
@testable import ControlSocket
@testable import Library
@testable import TerminalUI
@testable import cans

/// What can be fed with arbitrary bytes: everything here that reads what others wrote.
enum FuzzTarget: String {
  /// Playlists of all kinds, and what their entries point to.
  case playlist
  /// Cue sheets, in any encoding.
  case cue
  /// Text in any encoding, as tags and file names have it, up to the cells of the screen.
  case text
  /// The settings file.
  case settings
  /// What a terminal sends.
  case keys
  /// What kind of sound a file holds: ID3, FLAC and Ogg headers, MPEG frames.
  case kind
  /// What a file says about itself: tags, pictures, chapters.
  case tags
  /// Decoding, with seeks.
  case decode
  /// What a client sends to the player.
  case requests
  /// What a player sends to a client.
  case messages
  /// What somebody looks for in the library.
  case search

  /// Reads `bytes`. Whatever they are, this returns, and soon; an error thrown is a good answer.
  @MainActor func run(_ bytes: [UInt8]) {
    switch self {
    case .playlist: readPlaylist(bytes)
    case .cue: readCueSheet(bytes)
    case .text: readText(bytes)
    case .settings: _ = EffectiveSettings(text: String(decoding: bytes, as: UTF8.self), name: "settings.toml")
    case .keys: readKeys(bytes)
    case .kind: readKind(bytes)
    case .tags: _ = try? FileInfo(of: ScratchFile(bytes).path)
    case .decode: decode(bytes)
    case .requests: readRequests(bytes)
    case .messages: readMessages(bytes)
    case .search: readSearch(bytes)
    }
  }

  /// The lines in `bytes`, of at most 1,000 bytes, cut from pieces of any size.
  private func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    var buffer = LineBuffer(longest: 1_000)
    var rest = bytes[...]
    var lines: [[UInt8]] = []
    while !rest.isEmpty {
      let piece = rest.prefix(Int(rest[rest.startIndex]) + 1)
      rest = rest.dropFirst(piece.count)
      buffer.append(piece)
      while let found = buffer.next() { if case .line(let line) = found { lines.append(Array(line)) } }
    }
    return lines
  }

  private func readRequests(_ bytes: [UInt8]) {
    for line in lines(bytes) + [bytes] {
      let received = ReceivedRequest(line: line)
      switch received.content {
      case .success(let request):
        let again = ReceivedRequest(line: request.line(id: received.id))
        precondition(again == received, "what was understood can be said")
      case .failure(let error):
        let message = ControlMessage(id: received.id, .error(error))
        precondition((try? ControlMessage(line: message.line)) == message, "an error can be told")
      }
    }
  }

  private func readMessages(_ bytes: [UInt8]) {
    for line in lines(bytes) + [bytes] {
      guard let message = try? ControlMessage(line: line) else { continue }
      // Loudness may be no number, and then nothing equals it.
      let again = try? ControlMessage(line: message.line)
      precondition(again?.line == message.line, "what was understood can be said")
    }
  }

  private func readSearch(_ bytes: [UInt8]) {
    let expression = SearchExpression(SearchQuery(String(decoding: bytes, as: UTF8.self)), now: 1 << 41)
    precondition(!expression.tiers.isEmpty, "there is something to match")
    for tier in expression.tiers {
      precondition(tier.filter { $0 == "\"" }.count % 2 == 0, "quotes come in pairs")
      precondition(!tier.contains("\0"), "SQLite's texts end there")
    }
  }

  private func readPlaylist(_ bytes: [UInt8]) {
    let file = ScratchFile(bytes)
    for kind in [PlaylistKind.m3u, .pls, .xspf, .asx, .wpl] {
      for entry in (try? kind.entries(of: file.path)) ?? [] {
        precondition(entry.isStream || !entry.candidates.isEmpty, "a path can be read somehow")
      }
    }
  }

  private func readCueSheet(_ bytes: [UInt8]) {
    let sheet = CueSheet(AudioFiles.text(ofUnknownEncoding: bytes))
    for file in sheet.files {
      for (track, part) in sheet.parts(of: file) {
        _ = sheet.facts(of: track)
        _ = part.frames(at: SampleRate(44_100), of: FrameCount(1_000_000))
      }
    }
  }

  private func readText(_ bytes: [UInt8]) {
    let text = AudioFiles.text(ofUnknownEncoding: bytes)
    for columns in [0, 1, 2, 20] { precondition(DisplayText(text, .unicode).fit(columns, .unicode).columns == columns) }
    let half = bytes.count / 2
    let keys = [bytes[..<half], bytes[half...]].map { NaturalOrder.Key(Array($0), withoutEnding: true) }
    precondition(!(keys[0] < keys[1] && keys[1] < keys[0]), "an order has one direction")
  }

  private func readKeys(_ bytes: [UInt8]) {
    var decoder = KeyDecoder()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      _ = decoder.decode(.character(scalar.value))
      if scalar.value % 7 == 0 { _ = decoder.finishRead() }
    }
    _ = decoder.giveUp()
    precondition(!decoder.isIncomplete, "nothing is left to wait for")
  }

  private func readKind(_ bytes: [UInt8]) {
    let scratch = ScratchFile(bytes)
    guard let file = try? OpenFile(scratch.path), let kind = try? SoundKind(of: file) else { return }
    switch kind {
    case .flac(let start): _ = try? FLACHeader(of: file, start: start)
    case .opus:
      _ = try? OggLinks(of: file)
      _ = try? OpusStart(of: file, from: 0)
    case .vorbis: _ = try? OggLinks(of: file)
    default: break
    }
  }

  private func decode(_ bytes: [UInt8]) {
    let scratch = ScratchFile(bytes)
    guard let decoder = try? openDecoder(scratch.path) else { return }
    let frames = 4_096
    let buffer = UnsafeMutablePointer<Float>.allocate(capacity: frames * decoder.format.channels)
    defer { buffer.deallocate() }
    let half = FrameCount((decoder.length?.value ?? 100_000) / 2)
    do throws(DecodeError) {
      for target in [FrameCount.zero, half, FrameCount(Int64.max)] {
        try decoder.seek(to: target)
        for _ in 0..<8 {
          let count = try decoder.read(into: buffer, frames: frames)
          precondition((0...frames).contains(count), "a decoder returns what fits")
          if count == 0 { break }
          for index in 0..<count * decoder.format.channels {
            precondition(buffer[index].isFinite, "samples are numbers")
          }
        }
      }
    } catch {
      precondition(!error.reason.isEmpty, "an error says what is wrong")
    }
  }
}
