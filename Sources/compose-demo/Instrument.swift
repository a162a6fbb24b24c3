internal import Glibc

/// Frames per second of everything on the album.
let sampleRate = 44_100.0

/// How a tone swells and fades. Times in seconds; every tone ends at exactly zero, so none of them clicks.
struct Envelope {
  var attack: Double
  var decay: Double
  var sustain: Double
  var release: Double

  func level(at time: Double, held: Double) -> Double {
    let rise = time < attack ? 0.5 - 0.5 * cos(.pi * time / attack) : 1
    let body = sustain + (1 - sustain) * exp(-time / decay)
    guard time > held else { return rise * body }
    let left = max(0, 1 - (time - held) / release)
    return rise * body * left * left
  }
}

/// The orchestra. Each instrument is a formula of few partials: soft to the ear, and small once compressed.
enum Instrument {
  case electricPiano, vibraphone, musicBox, flute, pluck, pad, bass
  case kick, brush, shaker, steam, tick

  private var envelope: Envelope {
    switch self {
    case .electricPiano: Envelope(attack: 0.006, decay: 1.1, sustain: 0.12, release: 0.25)
    case .vibraphone: Envelope(attack: 0.004, decay: 0.9, sustain: 0.05, release: 0.7)
    case .musicBox: Envelope(attack: 0.003, decay: 0.6, sustain: 0, release: 1.2)
    case .flute: Envelope(attack: 0.07, decay: 0.5, sustain: 0.8, release: 0.18)
    case .pluck: Envelope(attack: 0.003, decay: 0.35, sustain: 0.05, release: 0.15)
    case .pad: Envelope(attack: 0.7, decay: 2, sustain: 0.8, release: 1.4)
    case .bass: Envelope(attack: 0.01, decay: 0.5, sustain: 0.55, release: 0.09)
    case .kick: Envelope(attack: 0.002, decay: 0.11, sustain: 0, release: 0.3)
    case .brush: Envelope(attack: 0.008, decay: 0.06, sustain: 0, release: 0.2)
    case .shaker: Envelope(attack: 0.012, decay: 0.025, sustain: 0, release: 0.05)
    case .steam: Envelope(attack: 0.025, decay: 0.05, sustain: 0, release: 0.12)
    case .tick: Envelope(attack: 0.001, decay: 0.02, sustain: 0, release: 0.06)
    }
  }

  /// The tone as samples of one channel, cut off after `limit` frames.
  func samples(of note: Note, limit: Int) -> [Double] {
    let envelope = envelope
    let count = min(limit, Int((note.length + envelope.release) * sampleRate))
    // The tone's own place in the piece seeds its noise: the same album every time, no two strokes alike.
    var noise = Noise(seed: UInt64(note.start * sampleRate))
    return (0..<max(0, count)).map { frame in
      let time = Double(frame) / sampleRate
      let tone = tone(at: time, turn: 2 * .pi * note.frequency * time, loudness: note.loudness, noise: &noise)
      return tone * envelope.level(at: time, held: note.length) * note.loudness
    }
  }

  /// The instrument's colour; `turn` is the phase of its fundamental in radians.
  private func tone(at time: Double, turn: Double, loudness: Double, noise: inout Noise) -> Double {
    switch self {
    case .electricPiano:
      // A tine and its pickup: the harder it is struck, the longer it barks.
      let bark = 1.3 * loudness * exp(-time / 0.35)
      return sin(turn + bark * sin(turn)) + 0.1 * exp(-time / 0.05) * sin(7 * turn)
    case .vibraphone:
      let motor = 1 - 0.18 * (0.5 - 0.5 * cos(2 * .pi * 4.6 * time))
      return motor * (sin(turn) + 0.22 * exp(-time / 0.16) * sin(4 * turn))
    case .musicBox:
      return sin(turn) + 0.3 * exp(-time / 0.5) * sin(2.003 * turn) + 0.16 * exp(-time / 0.12) * sin(5.41 * turn)
    case .flute:
      let vibrato = 0.09 * min(1, time / 0.5) * sin(2 * .pi * 5.1 * time)
      let turn = turn + vibrato
      return sin(turn) + 0.28 * sin(2 * turn) + 0.1 * sin(3 * turn)
    case .pluck:
      return (1...7).reduce(0) { sum, partial in
        let partial = Double(partial)
        return sum + exp(-time * partial * 3.2) * sin(partial * turn) / (partial * sqrt(partial))
      }
    case .pad:
      // The partials breathe against each other instead of standing still.
      return (1...5).reduce(0) { sum, partial in
        let partial = Double(partial)
        let breath = 0.75 + 0.25 * sin(2 * .pi * time * (0.11 + 0.07 * partial) + partial)
        return sum + breath * sin(partial * turn) / pow(partial, 1.7)
      }
    case .bass:
      return sin(turn) + 0.35 * exp(-time / 0.3) * sin(2 * turn) + 0.12 * exp(-time / 0.1) * sin(3 * turn)
    case .kick:
      // The phase of a tone that falls from 120 Hz to 46 Hz.
      return sin(2 * .pi * (46 * time + 74 * 0.03 * (1 - exp(-time / 0.03))))
    // Noise of few high frequencies: white noise is harsh, and nothing compresses worse.
    case .brush: return 3 * noise.next(low: 0.22, high: 0.06)
    case .shaker: return 2 * noise.next(low: 0.45, high: 0.3)
    case .steam: return 5 * noise.next(low: 0.1, high: 0.025)
    case .tick: return sin(2 * .pi * 1_310 * time) + 0.6 * sin(2 * .pi * 1_930 * time)
    }
  }
}

/// White noise from xorshift, coloured by filters of one pole each.
struct Noise {
  private var state: UInt64
  private var low = (0.0, 0.0)
  private var slow = 0.0

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// A number from -1 to 1.
  mutating func next() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(Int64(bitPattern: state)) / 0x1p63
  }

  /// Keeps what lies between two low passes, the upper one of two poles; both take a share from 0 to 1 of each sample.
  mutating func next(low lowShare: Double, high highShare: Double) -> Double {
    low.0 += lowShare * (next() - low.0)
    low.1 += lowShare * (low.0 - low.1)
    slow += highShare * (low.1 - slow)
    return low.1 - slow
  }
}
