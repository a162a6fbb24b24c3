import Foundation
import TestSupport
import Testing

/// What the program loads, and when: memory and the time to start are for what is needed.
@Suite(.onThreads, .timeLimit(.minutes(5)))
struct LibraryTests {
  private let home: Home

  init() throws { home = try Home() }

  /// The libraries in the program's memory now.
  private func libraries(of player: Player) throws -> Set<String> {
    guard let file = fopen("/proc/\(player.terminal.process)/maps", "r") else { throw RunError("no process") }
    defer { fclose(file) }
    var names: Set<String> = []
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    // Line by line: the kernel hands it out in pieces, after the first of which Foundation believes to have it all.
    while getline(&line, &capacity, file) > 0, let line {
      if let name = String(cString: line).dropLast().split(separator: "/").last { names.insert(String(name)) }
    }
    return names
  }

  @Test func `a file at the device's rate is played without a resampler`() throws {
    try home.song("a.flac", seconds: 20)
    let player = try Player(in: home)
    try player.plays("a")
    try player.isNow("playing")
    let loaded = try libraries(of: player)
    #expect(loaded.contains { $0.hasPrefix("libsndfile.so") })
    #expect(!loaded.contains { $0.hasPrefix("libsoxr.so") || $0.hasPrefix("libgomp.so") })
    try player.quit()
  }

  @Test func `at a rate of its own the device gets every file through the resampler`() throws {
    try home.write("rate = 48000\n", to: "config/cans/settings.toml")
    try home.song("a.flac", seconds: 20)
    let player = try Player(in: home)
    try player.plays("a")
    try player.sees("the resampler, and the second that it makes") { ($0.elapsed ?? 0) >= 1 }
    #expect(try libraries(of: player).contains { $0.hasPrefix("libsoxr.so") })
    try player.quit()
  }
}
