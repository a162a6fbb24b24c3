/// What is written into every file beside its title.
enum Album {
  static let title = "Small Hours"
  static let artist = "The Cans"
  static let year = "2026"
  static let license = "CC0 1.0"
  static let pieces = [kitchenLight, nightTrain, snowOnTheAntenna]
}

/// Somebody is up early and in no hurry: electric piano, vibraphone and brushes, in F.
private var kitchenLight: Piece {
  let score = Notation(beatsPerMinute: 92, swing: 0.14)
  let chords = score.notes(
    """
    F3+A3+C4+E4:2.5 A3+C4+E4:1.5 | D3+F3+Bb3+C4:2.5 F3+Bb3+C4:1.5
    F3+A3+C4+E4:2.5 A3+C4+E4:1.5 | D3+F3+A3+C4:2.5 F3+A3+E4:1.5 | F3+Bb3+D4:2.5 G3+Bb3+F4:1.5 | E3+Bb3+D4:2.5 E3+A3+D4:1.5
    F3+A3+C4+E4:2.5 A3+C4+E4:1.5 | D3+F3+A3+C4:2.5 F3+A3+E4:1.5 | F3+Bb3+D4:2.5 G3+Bb3+F4:1.5 | E3+Bb3+D4:2.5 E3+Bb3+C4:1.5
    F3+Bb3+D4+A4:2.5 D4+F4:1.5 | E3+A3+C4+G4:2.5 C4+E4:1.5 | F3+Bb3+D4:2 E3+Bb3+D4:2 | F3+A3+D4+G4:6
    """, loudness: 0.5)
  let bass = score.notes(
    """
    F2:2.5 C2:1 E2:.5 | Bb1:2.5 F2:1 E2:.5
    F2:2.5 C2:1 E2:.5 | D2:2.5 A1:1 F#2:.5 | G2:2.5 D2:1 B1:.5 | C2:2.5 G1:1 E2:.5
    F2:2.5 C2:1 E2:.5 | D2:2.5 A1:1 F#2:.5 | G2:2.5 D2:1 B1:.5 | C2:2.5 G1:1 C2:.5
    Bb1:2.5 F2:1 Bb1:.5 | A1:2.5 E2:1 Ab1:.5 | G1:2 C2:2 | F1:6
    """, loudness: 0.8)
  let melody = score.notes(
    """
    A4:1.5 C5:.5 E5:1 D5 | C5:2.5 A4:.5 G4:1 | Bb4:1.5 D5:.5 F5:1 E5 | D5:1.5 C5:.5 G4:2
    A4:1.5 C5:.5 E5:1 F5 | G5:1.5 F5:.5 E5:1 C5 | D5:1 Bb4:.5 G4 A4:1 Bb4:.5 D5 | C5:3 -:.5 C5
    D5:1 C5:.5 D5 F5:2 | E5:1 D5:.5 C5 A4:2 | Bb4:1 A4:.5 G4 Bb4:1 D5 | C5:2 F5:4
    """, from: 8, loudness: 0.75)
  return Piece(
    movements: [Movement(title: "Kitchen Light", fileName: "01 Kitchen Light.ogg", end: 41)],
    parts: [
      Part(instrument: .electricPiano, level: 0.16, pan: -0.1, width: 0.35, reverb: 0.25, notes: chords),
      Part(instrument: .bass, level: 0.3, notes: bass),
      Part(instrument: .vibraphone, level: 0.25, pan: 0.25, reverb: 0.5, echo: 0.12, notes: melody),
      Part(instrument: .kick, level: 0.3, notes: score.rhythm("x.........x.....", bars: 11, from: 8)),
      Part(
        instrument: .brush, level: 0.13, pan: -0.3, reverb: 0.4,
        notes: score.rhythm("....x.......x...", bars: 13, from: 0)),
      Part(
        instrument: .shaker, level: 0.025, pan: 0.4, reverb: 0.2, notes: score.rhythm("o.x.o.x.", bars: 22, from: 8)),
    ],
    echoTime: 60 / 92 * 0.75, gain: 0.7)
}

/// Out of the city in A minor, home in C. One piece; the second file begins in the middle of a held tone.
private var nightTrain: Piece {
  let score = Notation(beatsPerMinute: 112)
  let roots = ["A", "A", "F", "G", "A", "C", "F", "E", "A", "F", "C", "G", "F", "G", "A", "C", "F", "G", "C", "C"]
  let wheels: [String: String] = [
    "A": "A3:.5 E4 C5 E4 B4 E4 C5 E4", "F": "F3:.5 C4 A4 C4 G4 C4 A4 C4", "G": "G3:.5 D4 B4 D4 A4 D4 B4 D4",
    "C": "C4:.5 G4 E5 G4 D5 G4 E5 G4", "E": "E3:.5 B3 G#4 B3 D5 B3 G#4 B3",
  ]
  let pads: [String: String] = [
    "A": "A3+C4+E4:4", "F": "A3+C4+F4:4", "G": "G3+B3+D4:4", "C": "G3+C4+E4:4", "E": "G#3+B3+E4:4",
  ]
  let engine: [String: String] = [
    "A": "A1:1 A1:.5 A1 A1:1 A1:.5 G1", "F": "F1:1 F1:.5 F1 F1:1 F1:.5 G1", "G": "G1:1 G1:.5 G1 G1:1 G1:.5 B1",
    "C": "C2:1 C2:.5 C2 C2:1 C2:.5 B1", "E": "E1:1 E1:.5 E1 E1:1 E1:.5 G#1",
  ]
  func eachBar(_ bars: [String: String]) -> String { roots.map { bars[$0]! }.joined(separator: " | ") }
  let melody = score.notes(
    """
    A4:1.5 B4:.5 C5:1 A4 | B4:1.5 G4:.5 D5:2 | C5:1.5 D5:.5 E5:1 C5 | G5:2 E5:1 D5
    C5:1.5 A4:.5 F5:1 E5 | E5:1.5 D5:.5 B4:2 | A4:1.5 C5:.5 E5:1 A5 | G5:1.5 F5:.5 C5:2 | E5:1 G5 C6:1.5 B5:.5
    D5:1.5 E5:.5 G5:4 A5:1 F5 | G5:1.5 F5:.5 D5:1 B4 | C5:1.5 D5:.5 E5:1 A5 | G5:2 E5:1 C5 | D5:1.5 C5:.5 A4:1 F5
    E5:1 D5 B4 D5 | C5:8
    """, from: 8, loudness: 0.7)
  let end = score.seconds(80)
  let arrival = [
    Note(start: end, length: 3.2, pitch: 36, loudness: 0.7),
    Note(start: end + 0.02, length: 3.2, pitch: 60, loudness: 0.6),
    Note(start: end + 0.06, length: 3.2, pitch: 67, loudness: 0.6),
    Note(start: end + 0.1, length: 3.2, pitch: 76, loudness: 0.6),
    Note(start: end + 0.14, length: 3.2, pitch: 86, loudness: 0.5),
  ]
  return Piece(
    movements: [
      Movement(title: "Night Train, Leaving", fileName: "02 Night Train, Leaving.flac", end: score.seconds(48)),
      Movement(title: "Night Train, Arriving", fileName: "03 Night Train, Arriving.flac", end: end + 6),
    ],
    parts: [
      Part(
        instrument: .pluck, level: 0.2, pan: -0.25, reverb: 0.2, echo: 0.3,
        notes: score.notes(eachBar(wheels), loudness: 0.6) + arrival),
      Part(
        instrument: .pad, level: 0.075, width: 0.6, reverb: 0.4,
        notes: score.notes(eachBar(pads), loudness: 0.6, hold: 1)),
      Part(instrument: .bass, level: 0.27, notes: score.notes(eachBar(engine), from: 0, loudness: 0.8, hold: 0.8)),
      Part(instrument: .flute, level: 0.16, pan: 0.15, reverb: 0.5, echo: 0.15, notes: melody),
      Part(instrument: .kick, level: 0.3, notes: score.rhythm("x.......x.......", bars: 18, from: 8)),
      Part(
        instrument: .steam, level: 0.1, pan: 0.3, reverb: 0.15,
        notes: score.rhythm("x.oox.oox.oox.oo", bars: 19, from: 4)),
      Part(
        instrument: .tick, level: 0.03, pan: -0.5, reverb: 0.6,
        notes: score.rhythm("....x.......x..o", bars: 16, from: 16)),
    ],
    echoTime: 60 / 112 * 0.75, gain: 0.75)
}

/// A slow waltz for a music box, in D, while it snows.
private var snowOnTheAntenna: Piece {
  let score = Notation(beatsPerMinute: 80)
  let melody = score.notes(
    """
    F#5:2 E5:1 | D5:2 B4:1 | D5 E5 F#5 | E5:3 | F#5:2 A5:1 | A5 F#5 C#5 | D5:2 B4:1 | A4:3
    D5:2 E5:1 | F#5 E5 C#5 | B4:2 D5:1 | A5:3 | G5:1 E5 B4 | D5 C#5 E5 | D5:3 | D6:3
    """, loudness: 0.75, hold: 1)
  let rocking = score.notes(
    """
    D3:.5 A3 D4 F#4 D4 A3 | B2 F#3 B3 D4 B3 F#3 | G2 D3 B3 D4 B3 D3 | A2 E3 A3 C#4 A3 E3
    D3 A3 D4 F#4 D4 A3 | F#2 C#3 A3 C#4 A3 C#3 | G2 D3 G3 B3 G3 D3 | A2 E3 G3 C#4 G3 E3
    B2 F#3 B3 D4 B3 F#3 | F#2 C#3 A3 C#4 A3 C#3 | G2 D3 B3 D4 B3 D3 | F#2 D3 A3 D4 A3 D3
    E3 G3 B3 E4 B3 G3 | A2 E3 G3 C#4 G3 E3 | D3 A3 D4 F#4 D4 A3 | D3 A3 E4 F#4:1.5
    """, loudness: 0.5, hold: 1.6)
  let pads = score.notes(
    """
    D3+F#3+A3:3 | D3+F#3+B3 | D3+G3+B3 | C#3+E3+A3 | D3+F#3+A3 | C#3+F#3+A3 | D3+G3+B3 | C#3+E3+A3
    D3+F#3+B3 | C#3+F#3+A3 | D3+G3+B3 | D3+F#3+A3 | E3+G3+B3 | C#3+E3+A3 | D3+F#3+A3:6
    """, loudness: 0.55, hold: 1)
  let bass = score.notes(
    "D2:3 | B1 | G1 | A1 | D2 | F#1 | G1 | A1 | B1 | F#1 | G1 | F#1 | E1 | A1 | D2 | D2", loudness: 0.6, hold: 0.9)
  return Piece(
    movements: [Movement(title: "Snow on the Antenna", fileName: "04 Snow on the Antenna.ogg", end: 42)],
    parts: [
      Part(instrument: .musicBox, level: 0.28, pan: 0.15, reverb: 0.4, echo: 0.2, notes: melody),
      Part(instrument: .electricPiano, level: 0.16, pan: -0.15, width: 0.2, reverb: 0.4, notes: rocking),
      Part(instrument: .pad, level: 0.07, width: 0.5, reverb: 0.4, notes: pads),
      Part(instrument: .bass, level: 0.17, reverb: 0.1, notes: bass),
    ],
    echoTime: 60 / 80 * 0.5, gain: 0.82)
}
