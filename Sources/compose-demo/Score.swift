internal import Glibc

/// A tone to be played. Times are in seconds, the pitch is a MIDI note number (69 is A4), loudness goes from 0 to 1.
struct Note {
  var start: Double
  var length: Double
  var pitch: Double
  var loudness: Double

  var frequency: Double { 440 * exp2((pitch - 69) / 12) }
}

/// What one instrument plays, and where it sits in the room.
struct Part {
  var instrument: Instrument
  var level: Double
  /// From -1 (left) to 1 (right).
  var pan = 0.0
  /// How far two copies, slightly out of tune with each other, stand apart; 0 plays one copy.
  var width = 0.0
  var reverb = 0.0
  var echo = 0.0
  var notes: [Note]
}

/// A file of the album: the stretch of its piece up to `end`.
struct Movement {
  var title: String
  var fileName: String
  /// In seconds from the start of the piece.
  var end: Double
}

/// A piece of music, cut into one or more movements that follow each other without a gap.
struct Piece {
  var movements: [Movement]
  var parts: [Part]
  var echoTime: Double
  /// Brings the piece to the album's loudness. Fixed rather than measured, so that a beginning can be rendered alone.
  var gain: Double

  var frameCount: Int { Int(movements.last!.end * sampleRate) }

  /// Each movement with the frames of the piece that are its own.
  var ranges: [(movement: Movement, frames: Range<Int>)] {
    var first = 0
    return movements.map { movement in
      let end = Int(movement.end * sampleRate)
      defer { first = end }
      return (movement, first..<end)
    }
  }
}

/// Writes notes for a piece whose beats have a fixed length.
struct Notation {
  var beatsPerMinute: Double
  /// How late the second half of a beat comes, as a share of the beat: 0 is straight.
  var swing = 0.0

  func seconds(_ beat: Double) -> Double {
    let half = beat - beat.rounded(.down)
    return (beat + (half == 0.5 ? swing : 0)) * 60 / beatsPerMinute
  }

  /// Reads words such as `A4:1.5` (a tone and its beats), `F3+A3+C4` (a chord, as long as the word before) and `-` (a
  /// rest). A bar line `|` is for the reader. `hold` is the share of its beats that a tone sounds.
  func notes(_ text: String, from beat: Double = 0, loudness: Double = 0.7, hold: Double = 0.95) -> [Note] {
    var notes: [Note] = []
    var now = beat
    var beats = 1.0
    for word in text.split(whereSeparator: \.isWhitespace) where word != "|" {
      let halves = word.split(separator: ":")
      if halves.count == 2 { beats = Double(halves[1])! }
      if halves[0] != "-" {
        for (index, name) in halves[0].split(separator: "+").enumerated() {
          // A chord is rolled a little, as fingers do, and the first beat of a bar leans in.
          let start = seconds(now) + Double(index) * 0.012
          let accent = now.truncatingRemainder(dividingBy: 4) == 0 ? 1.08 : 1
          let length = (seconds(now + beats) - seconds(now)) * hold
          notes.append(Note(start: start, length: length, pitch: pitch(name), loudness: loudness * accent))
        }
      }
      now += beats
    }
    return notes
  }

  /// A rhythm of sixteenths, repeated for a number of bars: `x` strikes, `o` strikes softly, `.` waits.
  func rhythm(_ pattern: String, bars: Int, from beat: Double = 0) -> [Note] {
    let steps = Array(pattern)
    return (0..<bars * steps.count).compactMap { index in
      let step = steps[index % steps.count]
      guard step != "." else { return nil }
      let start = seconds(beat + Double(index) / 4)
      return Note(start: start, length: 0.1, pitch: 60, loudness: step == "x" ? 0.8 : 0.4)
    }
  }

  private func pitch(_ name: Substring) -> Double {
    let steps: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
    var number = 12 * (name.last!.wholeNumberValue! + 1) + steps[name.first!]!
    if name.contains("#") { number += 1 }
    if name.contains("b") { number -= 1 }
    return Double(number)
  }
}
