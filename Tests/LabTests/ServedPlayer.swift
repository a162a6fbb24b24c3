import Glibc
import TestSupport

/// Cans in the guest, playing noise to ALSA's default device through a sound server; what comes out of the HDA card is
/// recorded.
final class ServedPlayer {
  /// Debian's servers, as a desktop starts them.
  enum Server: String, CaseIterable, Sendable, CustomStringConvertible {
    case pulseaudio, pipewire

    /// The processes that make it.
    var processes: [String] { self == .pulseaudio ? ["pulseaudio"] : ["pipewire", "pipewire-pulse", "wireplumber"] }
    var description: String { rawValue }

    /// How long after the plug was pulled the card may be heard: by what the server has given to it
    /// before, which nobody can take back all of. WirePlumber has a virtual machine's card keep 8192
    /// frames, and the recorder is 35 ms late.
    var quantum: Double { self == .pulseaudio ? 0.150 : 0.250 }
  }

  let lab: SoundLab
  let server: Server
  private let terminal: Pseudoterminal
  private let started: Double
  private static let rate = 48_000

  /// Starts `server` and cans, with the headphones in or out, and waits until the card sounds. It plays `track`, else
  /// noise.
  init(_ lab: SoundLab, server: Server, headphones isPlugged: Bool, track: String? = nil) throws {
    self.lab = lab
    self.server = server
    let noise = lab.folder + "/served.flac"
    if track == nil, !lab.hasFile(noise) { try TestSignal(seconds: 90).writeFLAC(0..<90 * Self.rate, to: noise) }
    try Self.prepare(lab, server: server)
    started = try Self.timeline(lab, [isPlugged ? "plug" : "unplug"])[0].time
    terminal = try lab.startInTerminal(Self.environment(lab) + [Listener.cans, "--foreground", track ?? noise])
    do {
      // The jacks have come to rest when sensing has been looked at for two seconds (R10).
      _ = try perform(["sound", "wait:2600"])
    } catch {
      _ = terminal.wait(atMost: .zero) { _ in true }
      throw LabError("the player does not play: \(error)\n\(terminal.screen.text)")
    }
  }

  /// Makes a guest in which `server` runs, if that is not so yet. On a busy machine a server may not come up in time,
  /// so it gets a second start; what it does once it runs is not tried twice.
  static func prepare(_ lab: SoundLab, server: Server) throws {
    try lab.build("labguest.c", as: "labguest", ["-lasound", "-lsystemd"])
    let script = ["sh", "-c", preparation, lab.folder, server.rawValue, SoundLab.home]
    do {
      try lab.run(script, within: .seconds(120))
    } catch {
      print("\(server) has not come up, so it is started again: \(error)")
      try lab.run(["labctl", "server", "none"], within: .seconds(120))
      try lab.run(script, within: .seconds(180))
    }
  }

  /// A guest with the jacks on the HDA card, no other card, and this server; levels are the rules' business.
  private static let preparation = #"""
    mkdir -p "$0/config/cans" -m 700 /run/user/0 && printf 'speaker-volume = 100\ndefault-private-volume = 100\ndefault-public-volume = 100\n' \
      >"$0/config/cans/settings.toml" || exit
    rm -rf /run/cans-state /etc/asound.conf
    rmmod snd-aloop snd-dummy 2>/dev/null
    if [ "$(cat /run/jacks 2>/dev/null)" != 0 ]; then rmmod soundlab_jack && modprobe soundlab_jack card=0; fi
    echo 0 >/run/jacks
    "$2/servers/server" "$1" >/dev/null
    """#

  /// Leaves the guest to other tests as it was.
  static func leave(_ lab: SoundLab) throws {
    let script = #"""
      if grep -q USB-Audio /proc/asound/cards; then labctl usb unplug; fi
      "$0/servers/server" none; "$0/servers/udev" down; "$0/servers/dbus" down
      rmmod snd-dummy; rm -f /run/jacks; true
      """#
    try lab.run(["sh", "-c", script, SoundLab.home])
  }

  private static func environment(_ lab: SoundLab) -> [String] {
    [
      "env", "TERM=xterm-256color", "XDG_CONFIG_HOME=\(lab.folder)/config", "XDG_STATE_HOME=/run/cans-state",
      "XDG_RUNTIME_DIR=/run/user/0",
    ]
  }

  private static func timeline(_ lab: SoundLab, _ steps: [String]) throws -> [Listener.Step] {
    try Listener.timeline(lab, .hda, steps)
  }

  /// Works the guest step by step, in its time; see labguest.c for the steps.
  @discardableResult
  func perform(_ steps: [String]) throws -> [Listener.Step] {
    do {
      return try Self.timeline(lab, steps)
    } catch {
      _ = terminal.wait(atMost: .zero) { _ in true }
      throw LabError("\(error)\n\(terminal.screen.text)")
    }
  }

  /// Waits until the screen shows `text`.
  func sees(_ text: String) throws {
    guard !terminal.wait(atMost: .seconds(60), until: { $0.text.contains(text) }) else { return }
    throw LabError("not seen: \(text)\n\(terminal.screen.text)")
  }

  /// The place in the track that it says, in seconds.
  func position() throws -> Double {
    let status = try lab.run(Self.environment(lab) + [Listener.cans, "ctl", "status", "--json"])
    let digits = status.split(separator: #""position":"#).last?.prefix { $0.isNumber || $0 == "." } ?? ""
    guard let number = Double(digits) else { throw LabError("cans ctl status says \(status)") }
    return number
  }

  func type(_ keys: String) throws { try terminal.type(keys) }

  /// The shell's words for a sink of the card that is named so by the servers.
  static func makesDefault(_ card: String) -> String {
    "run:XDG_RUNTIME_DIR=/run/user/0 pactl set-default-sink "
      + "$(XDG_RUNTIME_DIR=/run/user/0 pactl list short sinks | grep -o 'alsa_output.\(card)[^[:space:]]*')"
  }

  /// Quits, and returns what came out of the HDA card since the start.
  func finish() throws -> Recording {
    try terminal.type("q")
    guard terminal.exitStatus(within: .seconds(60)) == 0 else {
      throw LabError("the player does not quit:\n\(terminal.screen.text)")
    }
    let epoch = try lab.run(["\(lab.folder)/labguest", "epoch", "/run/soundlab/hda.wav"])
    guard let epoch = Double(epoch.prefix { $0 != "\n" }) else { throw LabError("labguest epoch says \(epoch)") }
    return try Recording(ofHDA: lab.machine + "/hda.wav", epoch: epoch, from: started)
  }
}

extension Recording {
  /// When the last sound was heard between `start` and `end`; nil: all was silent.
  func lastSound(from start: Double, to end: Double = .infinity) -> Double? {
    frames[range(start, end)].lastIndex { $0 != .zero }.map(time(of:))
  }

  /// When the first one was.
  func firstSound(from start: Double, to end: Double = .infinity) -> Double? {
    frames[range(start, end)].firstIndex { $0 != .zero }.map(time(of:))
  }

  /// The longest silence in seconds.
  func longestSilence(from start: Double, to end: Double) -> Double {
    var (longest, run) = (0, 0)
    for frame in frames[range(start, end)] {
      run = frame == .zero ? run + 1 : 0
      longest = max(longest, run)
    }
    return Double(longest) / Double(TestSignal.rate)
  }

  private func range(_ start: Double, _ end: Double) -> Range<Int> {
    let first = index(at: start)
    return first..<max(first, end == .infinity ? frames.count : index(at: end))
  }
}

extension SoundLab {
  /// Whether the folder that is shared with the guest has this file already.
  func hasFile(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
