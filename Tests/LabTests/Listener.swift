import TestSupport

/// Plays a signal with cans in the guest, works the headphones meanwhile, and listens to what comes out.
final class Listener {
  /// Which card sounds, and how it is heard.
  enum Card: String, CaseIterable, CustomStringConvertible {
    /// The emulated HDA card, recorded by the emulator.
    case hda
    /// snd-aloop, captured in the guest: a frame finer and ten times closer in time.
    case loopback
    /// The USB card, while it is plugged. It has no jacks: they are on the HDA card then, whose recording is read.
    case usb

    /// Those with jacks.
    static let allCases = [hda, loopback]

    /// The number of the card with the jacks.
    var index: Int { self == .loopback ? 1 : 0 }
    /// The PCM "hw:0,0" or its like: no mixing, no conversion.
    var hardware: String { self == .usb ? "hw:CARD=Audio,DEV=0" : "hw:\(index),0" }
    /// How long after the jack's event a frame may still be heard. The HDA recorder is no finer than that.
    var silenceLimit: Double { self == .hda ? 0.035 : 0.010 }
    /// The PCM's state as the kernel has it.
    var status: String { "/proc/asound/\(self == .usb ? "Audio" : "card\(index)")/pcm0p/sub0/status" }
    var description: String { rawValue }
  }

  /// What happened, and what the PCM's state was then.
  struct Step {
    var name: Substring
    var time: Double
    var state: Substring
    /// When the PCM was last started or stopped.
    var triggered: Double
    /// How many frames the card has taken since the PCM was prepared; -1 while it is closed.
    var pointer: Int
  }

  let lab: SoundLab
  let card: Card
  let terminal: Pseudoterminal
  private let capture: ChildProcess?
  private let started: Double
  private let quitKeys: String
  private static let program = ProcessEnvironment.variable("CANS_BINARY")

  /// Starts cans on `tracks` with the headphones in, every level at 100 %, and waits until the card runs. `device` is
  /// "default" or nil for the hardware itself; `environment` has NAME=VALUE for cans alone. In one process, unless
  /// the player is to be one `inBackground`.
  convenience init(
    _ lab: SoundLab, card: Card, device: String? = nil, tracks: [String], environment: [String] = [],
    inBackground: Bool = false
  ) throws {
    let mode = inBackground ? [] : ["--foreground"]
    try self.init(
      lab, card: card,
      command: Self.environment(lab) + environment + [Self.cans] + mode + ["--device", device ?? card.hardware] + tracks
    )
  }

  /// The same with any player: `command` starts it in a terminal, `play` makes it play, and `quitKeys` end it.
  init(
    _ lab: SoundLab, card: Card, command: [String], quitKeys: String = "q",
    play: (Pseudoterminal) throws -> Void = { _ in }
  ) throws {
    self.lab = lab
    self.card = card
    self.quitKeys = quitKeys
    try lab.prepare(card)
    started = try Self.timeline(lab, card, ["plug"])[0].time
    capture = card == .loopback ? try lab.startCapture() : nil
    terminal = try lab.startInTerminal(command)
    do {
      try play(terminal)
      _ = try perform("await:RUNNING")
    } catch {
      _ = terminal.wait(atMost: .zero) { _ in true }
      throw LabError("the player does not play: \(error)\n\(terminal.screen.text)")
    }
  }

  /// Starts `cans monitor --json`, with more arguments if need be, and waits for its first line.
  static func monitor(_ lab: SoundLab, card: Card, _ arguments: String...) throws -> ChildProcess {
    try lab.prepare(card)
    let monitor = try lab.start(environment(lab) + [cans, "monitor", "--json", "--device", card.hardware] + arguments)
    guard monitor.wait(atMost: .seconds(30), until: { $0.output.contains("\n") }) else {
      throw LabError("cans monitor says nothing: \(monitor.errors)")
    }
    return monitor
  }

  /// Starts `cans doctor` with these arguments, and the headphones in or out.
  static func doctor(
    _ lab: SoundLab, card: Card, plugged: Bool = true, _ arguments: String...
  ) throws -> ChildProcess {
    try lab.prepare(card)
    try lab.run(["labctl", "jack", "headphone", plugged ? "plug" : "unplug"])
    return try lab.start(environment(lab) + [cans, "doctor", "--device", card.hardware] + arguments)
  }

  private static func environment(_ lab: SoundLab) -> [String] {
    [
      "env", "TERM=xterm-256color", "XDG_CONFIG_HOME=\(lab.folder)/config", "XDG_STATE_HOME=/run/cans-state",
      "XDG_RUNTIME_DIR=/run/user/0",
    ]
  }

  /// The program under test: the release build of this package, or what CANS_BINARY names.
  static var cans: String {
    program.isEmpty
      ? #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/.build/release/cans" : program
  }

  /// Works the headphones step by step, in the guest's time; see labguest.c for the steps.
  func perform(_ steps: String...) throws -> [Step] { try perform(steps) }
  func perform(_ steps: [String], within limit: Duration = .seconds(240)) throws -> [Step] {
    try Self.timeline(lab, card, steps, within: limit)
  }

  /// The process id of cans in the guest.
  func player() throws -> Int {
    let output = try lab.run(["sh", "-c", "fuser /dev/snd/pcmC\(card.index)D0p 2>/dev/null"])
    guard let process = output.split(whereSeparator: \.isWhitespace).first.flatMap({ Int($0) }) else {
      throw LabError("no process plays on card \(card.index): \(output)")
    }
    return process
  }

  /// Quits the player.
  func quit() throws {
    try terminal.type(quitKeys)
    let status = terminal.exitStatus(within: .seconds(30))
    guard status == 0 else {
      let end = status.map { "ends with status \($0)" } ?? "does not quit"
      throw LabError("the player \(end):\n\(terminal.screen.text)")
    }
  }

  /// Quits the player, and returns what was heard since its start.
  func finish() throws -> Recording {
    try quit()
    guard let capture else {
      let epoch = try lab.run(["\(lab.folder)/labguest", "epoch", "/run/soundlab/hda.wav"])
      guard let epoch = Double(epoch.prefix { $0 != "\n" }) else { throw LabError("labguest epoch says \(epoch)") }
      return try Recording(ofHDA: lab.machine + "/hda.wav", epoch: epoch, from: started)
    }
    capture.terminate()
    guard capture.exitStatus(within: .seconds(60)) == 0 else { throw LabError("the capture failed: \(capture.errors)") }
    return try Recording(ofLoopback: lab.folder + "/capture")
  }

  /// Keeps the guest's processors busy with so many processes, until the child ends.
  func startLoad(processes: Int) throws -> ChildProcess {
    let load = try lab.start(["\(lab.folder)/labguest", "load", "\(processes)"])
    guard load.wait(atMost: .seconds(60), until: { $0.output.contains("loaded") }) else {
      throw LabError("the load does not start: \(load.errors)")
    }
    return load
  }

  /// Works the headphones of `card` step by step, with or without a player.
  static func timeline(
    _ lab: SoundLab, _ card: Card, _ steps: [String], within limit: Duration = .seconds(240)
  ) throws -> [Step] {
    let output = try lab.run(["\(lab.folder)/labguest", "timeline", card.status] + steps, within: limit)
    return try output.split(separator: "\n").map { line in
      let fields = line.split(separator: " ")
      guard fields.count == 5, let time = Double(fields[1]), let triggered = Double(fields[3]),
        let pointer = Int(fields[4])
      else { throw LabError("labguest timeline says \(line)") }
      return Step(name: fields[0], time: time, state: fields[2], triggered: triggered, pointer: pointer)
    }
  }
}

extension SoundLab {
  /// Makes `card` the one with the jacks and the one behind `default`, and has the guest's tool built.
  func prepare(_ card: Listener.Card) throws {
    try buildGuest()
    // Levels are the rules' business; here every sample has to come through as it is.
    let settings = "speaker-volume = 100\ndefault-private-volume = 100\ndefault-public-volume = 100\n"
    let script = """
      mkdir -p "\(folder)/config/cans" && printf '\(settings)' >"\(folder)/config/cans/settings.toml" || exit
      pkill -KILL -f "[c]ans daemon" && while pkill -0 -f "[c]ans daemon"; do :; done
      rm -rf /run/cans-state; mkdir -p -m 700 /run/user/0
      modprobe snd-aloop
      [ "$(cat /run/jacks)" = \(card.index) ] && exit
      printf 'defaults.pcm.card \(card.index)\\ndefaults.ctl.card \(card.index)\\n' >/etc/asound.conf
      rmmod soundlab_jack && modprobe soundlab_jack card=\(card.index) && echo \(card.index) >/run/jacks
      """
    try run(["sh", "-c", script])
  }

  /// Builds the guest's tool, once.
  func buildGuest() throws { try build("labguest.c", as: "labguest", ["-lasound", "-lsystemd"]) }

  /// Compiles a C file of the folder Guest, once, and returns the result's path.
  @discardableResult
  func build(_ source: String, as name: String, _ options: [String]) throws -> String {
    let result = "\(folder)/\(name)"
    let source = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Guest/" + source
    let script = #"test -e "$0" || cc -O2 -o "$0" "$@""#
    try SoundLab.command(["sh", "-c", script, result, source] + options, within: .seconds(60))
    return result
  }

  /// Starts recording what the loopback card plays.
  fileprivate func startCapture() throws -> ChildProcess {
    let capture = try start(["\(folder)/labguest", "capture", "hw:1,1", folder + "/capture"])
    guard capture.wait(atMost: .seconds(30), until: { $0.output.contains("recording") }) else {
      throw LabError("the capture does not start: \(capture.errors)")
    }
    return capture
  }
}
