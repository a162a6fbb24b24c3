internal import CComposer
internal import Glibc

/// A colour of light; each part from 0 to 1.
private struct Colour {
  var red: Double
  var green: Double
  var blue: Double

  init(_ hex: UInt32) {
    red = Double(hex >> 16 & 255) / 255
    green = Double(hex >> 8 & 255) / 255
    blue = Double(hex & 255) / 255
  }

  /// Moves towards another colour; 0 stays, 1 arrives.
  mutating func blend(_ other: Colour, _ share: Double) {
    red += (other.red - red) * share
    green += (other.green - green) * share
    blue += (other.blue - blue) * share
  }
}

/// 0 below `low`, 1 above `high`, and soft between them: what makes an edge smooth.
private func ramp(_ low: Double, _ high: Double, _ value: Double) -> Double {
  let share = min(1, max(0, (value - low) / (high - low)))
  return share * share * (3 - 2 * share)
}

/// The album's cover: hills at the end of the night, a moon that is also a record, one window with the light on.
struct Cover {
  static let side = 600

  private let sky: [(height: Double, colour: Colour)] = [
    (0, Colour(0x131A3A)), (0.3, Colour(0x2B2E5F)), (0.52, Colour(0x6B4A7E)), (0.66, Colour(0xC46F78)),
    (0.76, Colour(0xF2B07B)), (1, Colour(0xF8DDA4)),
  ]
  private let hills: [(base: Double, height: Double, waves: Double, phase: Double, colour: Colour)] = [
    (0.69, 0.045, 1.3, 0.4, Colour(0x8B5A7C)), (0.76, 0.05, 1.9, 2.6, Colour(0x5B4270)),
    (0.83, 0.045, 1.1, 4.4, Colour(0x33305A)), (0.91, 0.04, 1.6, 1.2, Colour(0x171B3B)),
  ]
  private let stars: [(x: Double, y: Double, size: Double)]

  init() {
    var noise = Noise(seed: 600)
    func chance() -> Double { 0.5 + 0.5 * noise.next() }
    stars = (0..<70).map { _ in
      (chance(), 0.55 * chance(), 0.0012 + 0.0016 * chance() * chance())
    }
  }

  /// Writes the picture as a PNG file.
  func write(to path: String) throws(ComposerError) {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(Self.side * Self.side * 3)
    for row in 0..<Self.side {
      for column in 0..<Self.side {
        let colour = colour(x: (Double(column) + 0.5) / Double(Self.side), y: (Double(row) + 0.5) / Double(Self.side))
        for part in [colour.red, colour.green, colour.blue] { pixels.append(UInt8((part * 255).rounded())) }
      }
    }
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(Self.side)
    image.height = png_uint_32(Self.side)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    guard png_image_write_to_file(&image, path, 0, pixels, 0, nil) != 0 else {
      throw ComposerError(description: "\(path): the picture cannot be written")
    }
  }

  private func colour(x: Double, y: Double) -> Colour {
    var colour = sky[0].colour
    for (above, below) in zip(sky, sky.dropFirst()) {
      colour.blend(below.colour, ramp(above.height, below.height, y))
    }
    for star in stars {
      let distance = hypot(x - star.x, y - star.y)
      colour.blend(Colour(0xFFF6E0), 0.85 * (1 - ramp(star.size * 0.4, star.size, distance)))
    }
    paintMoon(on: &colour, x: x, y: y)
    for (index, hill) in hills.enumerated() {
      // The house stands behind the last hill.
      if index == hills.count - 1 { paintHouse(on: &colour, x: x, y: y) }
      let crest = crest(of: hill.base, hill.height, hill.waves, hill.phase, x: x)
      colour.blend(hill.colour, ramp(crest - 0.0012, crest + 0.0012, y))
    }
    return colour
  }

  private func crest(of base: Double, _ height: Double, _ waves: Double, _ phase: Double, x: Double) -> Double {
    base - height * (sin(2 * .pi * waves * x + phase) + 0.35 * sin(2 * .pi * waves * 2.7 * x + 2 * phase))
  }

  /// A disc with the grooves of a record, and a glow around it.
  private func paintMoon(on colour: inout Colour, x: Double, y: Double) {
    let radius = 0.19
    let distance = hypot(x - 0.64, y - 0.37)
    let glow = exp(-max(0, distance - radius) / 0.09)
    colour.blend(Colour(0xF6C9A0), 0.3 * glow)
    let disc = 1 - ramp(radius - 0.0015, radius + 0.0015, distance)
    colour.blend(Colour(0xFBE9C8), disc)
    let groove = 0.5 + 0.5 * cos(2 * .pi * distance / 0.0125)
    let grooved = ramp(0.062, 0.068, distance) * (1 - ramp(radius - 0.014, radius - 0.008, distance))
    colour.blend(Colour(0xE2B48F), disc * grooved * groove * 0.45)
    let label = 1 - ramp(0.0545, 0.0565, distance)
    colour.blend(Colour(0xD9776C), label)
    colour.blend(Colour(0x2B2E5F), 1 - ramp(0.0065, 0.0085, distance))
  }

  /// A small house, its antenna, and the one window that is lit.
  private func paintHouse(on colour: inout Colour, x: Double, y: Double) {
    let (across, up) = (x - 0.24, 0.92 - y)
    func inside(_ distance: Double) -> Double { ramp(-0.0009, 0.0009, distance) }
    let wall = min(inside(0.05 - abs(across)), inside(0.095 - up))
    let roof = min(inside(up - 0.09), inside(0.8 * (0.14 - 0.75 * abs(across) - up)), inside(0.063 - abs(across)))
    let mast = min(inside(0.0013 - abs(across - 0.025)), inside(up - 0.1), inside(0.19 - up))
    let rods = [0.186, 0.174, 0.162].map { rod in
      min(inside(0.0012 - abs(up - rod)), inside(0.2 * (rod - 0.1) - abs(across - 0.025)))
    }
    colour.blend(Colour(0x0F1330), max(wall, roof, mast, rods.max()!))
    let (side, height) = (abs(across + 0.012), abs(up - 0.055))
    let glow = exp(-hypot(max(0, side - 0.014), max(0, height - 0.017)) / 0.025)
    colour.blend(Colour(0xFFC35C), 0.35 * glow)
    let pane = min(inside(0.014 - side), inside(0.017 - height), inside(side - 0.0014), inside(height - 0.0014))
    colour.blend(Colour(0xFFD98A), pane)
  }
}
