import AudioFiles
import PlayerCore
import Testing

/// One piece of music, cut into four tracks and encoded, comes out of the engine in one piece.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct GaplessTests {
  private let home: Home
  private let tracks = zip(Material.cuts, Material.cuts.dropFirst()).map { $0..<$1 }

  init() throws { home = try Home() }

  @Test(arguments: Coding.lossless) func `no sample is added, lost or changed between tracks`(_ coding: Coding) throws {
    let material = Material.material(rate: coding.rate)
    let heard = try OfflineEngine().play(try encode(material, as: coding))
    let original = material.floats
    #expect(heard.count >= original.count)
    #expect(zip(heard, original).allSatisfy { $0 == $1 }, "\(Self.firstDifference(heard, original))")
    #expect(heard.dropFirst(original.count).allSatisfy { $0 == 0 }, "what follows the music is silence")
  }

  @Test(arguments: Coding.lossyTrimmed)
  func `between lossy tracks nothing is added or lost, and no step is heard`(_ coding: Coding) throws {
    let material = Material.material(rate: coding.rate)
    let paths = try encode(material, as: coding)
    let decoded = try paths.map { try openDecoder($0).allSamples() }
    #expect(decoded.map { $0.count / 2 } == tracks.map(\.count))
    let joined = decoded.flatMap { $0 }
    let heard = try OfflineEngine().play(paths)
    #expect(zip(heard, joined).allSatisfy { $0 == $1 }, "\(Self.firstDifference(heard, joined))")
    #expect(heard.count >= joined.count && heard.dropFirst(joined.count).allSatisfy { $0 == 0 })
    let error = CodingError(of: heard, against: material.floats)
    #expect(error.stepAtJoins <= error.edges, "\(error)")
    #expect(error.within < 0.005, "\(error)")
  }

  private func encode(_ material: Material, as coding: Coding) throws -> [FilePath] {
    try tracks.enumerated().map { try material.encode($0.element, as: coding, named: "\($0.offset)", in: home) }
  }

  private static func firstDifference(_ heard: [Float], _ wanted: [Float]) -> String {
    guard let index = zip(heard, wanted).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
      return "\(heard.count / 2) frames, all as wanted"
    }
    return "frame \(index / 2) of \(wanted.count / 2) is \(heard[index]) and not \(wanted[index])"
  }
}
