import Foundation
import TestSupport

/// A WAV or RF64 file as `cans decode` writes it, taken apart.
struct DecodedWAV {
  /// "RIFF" or "RF64".
  let container: String
  /// The number of the format, channels, rate and bits of a sample.
  let format: [Int]
  /// The length that the header says the samples have.
  let declaredLength: Int
  /// The samples.
  let samples: Data

  init(_ path: String) throws { try self.init(Data(contentsOf: URL(filePath: path))) }

  init(_ data: Data) throws {
    func text(_ at: Int) -> String { String(decoding: data[at..<at + 4], as: UTF8.self) }
    func number(_ at: Int, _ bytes: Int) -> Int { (0..<bytes).reduce(0) { $0 | Int(data[at + $1]) << (8 * $1) } }
    guard data.count >= 44, text(8) == "WAVE" else { throw RunError("no WAV file, \(data.count) bytes") }
    container = text(0)
    var format: [Int] = []
    var place = 12
    while place + 8 <= data.count {
      let size = number(place + 4, 4)
      if text(place) == "fmt " {
        format = [number(place + 8, 2), number(place + 10, 2), number(place + 12, 4), number(place + 22, 2)]
      }
      if text(place) == "data" {
        self.format = format
        declaredLength = size
        samples = Data(data[(place + 8)..<min(place + 8 + size, data.count)])
        return
      }
      place += 8 + size + size % 2
    }
    throw RunError("a WAV file without samples")
  }

  /// The samples in 32 bits, little-endian, where they have 24.
  var widened: Data {
    var wide = Data(capacity: samples.count / 3 * 4)
    for start in stride(from: 0, to: samples.count, by: 3) { wide += [0] + samples[start..<start + 3] }
    return wide
  }
}
