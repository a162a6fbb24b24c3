internal import Glibc

/// Interleaved stereo, 16 bit.
struct Recording {
  var samples: [Int16]

  var frameCount: Int { samples.count / 2 }
}

/// Plays a piece into the mixing desk and returns what comes out.
///
/// Everything here looks backwards only, so the first `frameCount` frames are the same however much follows.
func record(_ piece: Piece, frameCount: Int) -> Recording {
  var desk = Desk(frameCount: frameCount)
  for part in piece.parts { desk.add(part) }

  var echo = PingPong(seconds: piece.echoTime)
  var rooms = (left: Reverb(spread: 0), right: Reverb(spread: 23))
  var masters = (left: Master(), right: Master())
  var samples: [Int16] = []
  samples.reserveCapacity(frameCount * 2)
  for frame in 0..<frameCount {
    let answer = echo.process(desk.echo[frame])
    let wet = desk.reverb[frame] + 0.3 * (answer.left + answer.right)
    let left = desk.left[frame] + answer.left + rooms.left.process(wet)
    let right = desk.right[frame] + answer.right + rooms.right.process(wet)
    samples.append(masters.left.process(left * piece.gain))
    samples.append(masters.right.process(right * piece.gain))
  }
  return Recording(samples: samples)
}

/// The sum of all parts: dry sound for both ears, and what goes to the two effects.
private struct Desk {
  var left: [Double]
  var right: [Double]
  var reverb: [Double]
  var echo: [Double]

  init(frameCount: Int) {
    left = Array(repeating: 0, count: frameCount)
    right = left
    reverb = left
    echo = left
  }

  mutating func add(_ part: Part) {
    for note in part.notes {
      guard part.width > 0 else {
        add(note, of: part, pan: part.pan)
        continue
      }
      // Five cents to either side: close enough to be one instrument, far enough to be wide.
      for side in [-1.0, 1.0] {
        var copy = note
        copy.pitch += side * 0.05
        copy.loudness *= 0.6
        add(copy, of: part, pan: part.pan + side * part.width)
      }
    }
  }

  private mutating func add(_ note: Note, of part: Part, pan: Double) {
    let first = Int(note.start * sampleRate)
    let samples = part.instrument.samples(of: note, limit: left.count - first)
    // Equal power: a tone in the middle is as loud as one at the side.
    let angle = (pan + 1) * .pi / 4
    let (leftGain, rightGain) = (cos(angle) * part.level, sin(angle) * part.level)
    for (offset, sample) in samples.enumerated() {
      left[first + offset] += sample * leftGain
      right[first + offset] += sample * rightGain
      reverb[first + offset] += sample * part.level * part.reverb
      echo[first + offset] += sample * part.level * part.echo
    }
  }
}
