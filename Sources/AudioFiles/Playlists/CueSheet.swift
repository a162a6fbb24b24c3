internal import PlayerCore

/// What a cue sheet says: the tracks of one or more files of sound. The format is that of CDRWIN, as its users' guide
/// has it in the appendix, with what other programs have made of it since.
struct CueSheet: Equatable {
  /// A track.
  struct Track: Equatable {
    /// The number that the sheet gives it, which need not be the first that is free.
    var number: Int
    /// The words about it.
    var words = Words()
    /// Where it begins in its file.
    var start: MediaTime
    /// Where its TRACK line stands, from 1.
    var line: Int
  }

  /// The words about a track, or about all of them.
  struct Words: Equatable {
    /// TITLE: the track's, or the album's.
    var title: String?
    /// PERFORMER.
    var performer: String?
    /// SONGWRITER.
    var songwriter: String?
    /// REM lines of a name and a value, such as DATE, GENRE and REPLAYGAIN_ALBUM_GAIN, by the name in upper case.
    var remarks: [String: String] = [:]
  }

  /// A file of sound.
  struct File: Equatable {
    /// Its name, as it is written in the sheet: a path, from Windows as often as not.
    var name: String
    /// Its tracks, by their start. None if nothing that the sheet says of them can be used.
    var tracks: [Track] = []
  }

  /// Something that cannot be used.
  struct Problem: Equatable {
    /// Where, from 1.
    var line: Int
    /// What is wrong there, for people.
    var text: String
  }

  /// The words about the album.
  var album = Words()
  /// The files, in the sheet's order.
  var files: [File] = []
  /// What cannot be used, in the sheet's order.
  var problems: [Problem] = []

  /// Reads `text`. Nothing is too broken for that: what cannot be used is a problem, and the rest counts.
  init(_ text: String) {
    var parser = CueSheetParser()
    var number = 0
    // CR LF is one Character, and ends one line.
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      parser.take(line, number: number)
    }
    self = parser.finished()
  }

  /// An empty sheet.
  init() {}

  /// The parts that the tracks of `file` are. Each lasts to the start of the next, so that nothing between them is
  /// lost: the gap before a track belongs to the track before, as on a CD player.
  func parts(of file: File) -> [(track: Track, part: TrackPart)] {
    file.tracks.enumerated().map { index, track in
      let end = index + 1 < file.tracks.count ? file.tracks[index + 1].start : nil
      return (track, TrackPart(start: track.start, end: end))
    }
  }

  /// What the sheet says about `track`.
  func facts(of track: Track) -> TrackFacts {
    let words = track.words
    let performer = words.performer ?? album.performer ?? words.songwriter ?? album.songwriter
    return TrackFacts(
      title: words.title ?? "Track \(track.number)", artist: performer, album: album.title,
      replayGain: replayGain(of: track))
  }

  private func replayGain(of track: Track) -> ReplayGainFacts? {
    let (own, common) = (track.words.remarks, album.remarks)
    let facts = ReplayGainFacts(
      trackGain: own["REPLAYGAIN_TRACK_GAIN"].flatMap(LoudnessText.decibels),
      trackPeak: own["REPLAYGAIN_TRACK_PEAK"].flatMap(LoudnessText.peak),
      albumGain: common["REPLAYGAIN_ALBUM_GAIN"].flatMap(LoudnessText.decibels),
      albumPeak: common["REPLAYGAIN_ALBUM_PEAK"].flatMap(LoudnessText.peak))
    return facts == ReplayGainFacts() ? nil : facts
  }
}
