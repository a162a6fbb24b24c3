import ControlSocket
import PlayerCore
import Testing

@testable import cans_ctl

/// From words to what is asked for.
@Suite struct CallTests {
  private func action(_ line: String) -> Action? {
    guard case .run(let invocation)? = try? call(line) else { return nil }
    return invocation.command.action(invocation)
  }

  private func call(_ line: String) throws(UsageFailure) -> Call {
    try Call(line.split(separator: " ").map { Array($0.utf8) })
  }

  private func failure(_ line: String) -> String? {
    do throws(UsageFailure) {
      _ = try call(line)
      return nil
    } catch {
      return error.text
    }
  }

  private func command(_ command: Command, _ awaited: Awaited = .nothing) -> Action {
    .request(.command(command, from: .commandLine), until: awaited)
  }

  @Test func `transport`() {
    #expect(action("play") == command(.play, .sound))
    #expect(action("pause") == command(.pause, .silence))
    #expect(action("toggle") == command(.togglePlayPause, .whatIsWished))
    #expect(action("stop") == command(.stop, .silence))
    #expect(action("next") == command(.nextTrack, .whatIsWished))
    #expect(action("previous") == command(.previousTrack, .whatIsWished))
  }

  @Test(arguments: [
    ("seek 90", Command.changePlaybackPosition(.seconds(90))), ("seek 1:30", .changePlaybackPosition(.seconds(90))),
    ("seek +10", .skip(.seconds(10))), ("seek -5s", .skip(.seconds(-5))), ("seek -1:00", .skip(.seconds(-60))),
    ("seek 0", .changePlaybackPosition(.zero)), ("seek 1:02:03.25", .changePlaybackPosition(.milliseconds(3_723_250))),
    ("seek 0.5", .changePlaybackPosition(.milliseconds(500))),
    ("seek 120:00", .changePlaybackPosition(.seconds(7_200))),
  ])
  func `seeking`(line: String, expected: Command) {
    #expect(action(line) == command(expected, .whatIsWished))
  }

  @Test(arguments: [
    "x", "1:60", "1:5", "::", "1:2:3:4", "1:", ":5", "5m", "+-3", "--3", "1.", ".5", "1.2.3", "1e3", "99999999999", "+",
    "s",
    "9999999:00", "1:60:00", "½",
  ])
  func `what is no time`(text: String) {
    #expect(TimeText.read(text) == nil)
  }

  @Test func `volume and mute`() {
    #expect(action("volume 40") == command(.setLevel(Level(percent: 40))))
    #expect(action("volume 40%") == command(.setLevel(Level(percent: 40))))
    #expect(action("volume +5") == command(.changeLevel(5)))
    #expect(action("volume -5") == command(.changeLevel(-5)))
    #expect(action("mute") == command(.toggleMute))
    #expect(action("mute on") == command(.setMute(true)))
    #expect(action("mute off") == command(.setMute(false)))
    for wrong in ["101", "-101", "+101", "x", "4.5", ""] {
      #expect(failure("volume \(wrong)")?.contains(wrong.isEmpty ? "missing" : "no level") == true)
    }
  }

  @Test func `modes and the rest`() {
    #expect(action("repeat") == command(.cycleRepeatMode))
    #expect(action("repeat all") == command(.changeRepeatMode(.all)))
    #expect(action("shuffle") == command(.toggleShuffleMode))
    #expect(action("shuffle off") == command(.changeShuffleMode(false)))
    #expect(action("category ambient") == command(.changeCategory(.ambient)))
    #expect(action("private-listening") == command(.togglePrivateListening))
    #expect(action("private-listening on") == command(.changePrivateListening(true)))
    #expect(action("route list") == .routes)
    #expect(action("route choose hdmi:HDMI") == command(.chooseRoute(RouteID("hdmi:HDMI"))))
    #expect(failure("route choose hdmi")?.contains("route list") == true)
    #expect(action("interrupt begin") == .request(.beginInterruption, until: .silence))
    #expect(action("interrupt end") == .request(.endInterruption(shouldResume: false), until: .whatIsWished))
    #expect(action("interrupt end --resume") == .request(.endInterruption(shouldResume: true), until: .whatIsWished))
    #expect(action("simulate usbHeadset") == .request(.simulate(.usbHeadset)))
    #expect(action("status") == .status && action("watch") == .watch && action("quit") == .request(.quit))
  }

  @Test func `the queue`() {
    let files = [FilePath("/a.flac"), FilePath("/b")]
    #expect(action("queue add /a.flac /b") == .request(.add(files, at: .queue(.end))))
    #expect(action("queue add --next /a.flac /b") == .request(.add(files, at: .queue(.next))))
    #expect(action("queue add /a.flac --now /b") == .request(.add(files, at: .now)))
    #expect(action("queue insert 3 /a.flac /b") == .request(.add(files, at: .queue(.index(2)))))
    #expect(action("queue play 2") == .entries(at: [1], .play))
    #expect(action("queue remove 2 5 1") == .entries(at: [1, 4, 0], .remove))
    #expect(action("queue move 2 5") == .entries(at: [1], .move(to: 4)))
    #expect(action("queue clear") == command(.clearQueue))
    #expect(action("queue list") == .list)
    #expect(action("--json queue list --timeout 5") == .list)
  }

  @Test func `files are named from here, byte for byte`() throws {
    let name: [UInt8] = [0xFF, 0x2E]
    guard
      case .run(let invocation) = try Call(["queue", "add", "--"].map { Array($0.utf8) } + [name, Array("-x".utf8)])
    else { return }
    let paths = invocation.paths.map(\.bytes)
    #expect(paths.count == 2 && paths.allSatisfy { $0.first == UInt8(ascii: "/") })
    #expect(paths[0].suffix(3) == [0x2F] + name)
    #expect(paths[1].suffix(3) == Array("/-x".utf8)[...])
  }

  @Test(arguments: [
    ("dance", "dance"), ("queue", "followed by"), ("queue dance", "followed by"), ("play now", "too much"),
    ("play --resume", "--resume"), ("play --loud", "--loud"), ("seek", "missing"), ("queue move 1", "missing"),
    ("queue remove 0", "count from 1"), ("queue remove x", "count from 1"), ("queue move 1 2 3", "too much"),
    ("repeat twice", "off, one, all"), ("simulate rain", "headphones"), ("play --timeout", "needs a time"),
    ("play --timeout -5", "needs a time"), ("play --timeout=soon", "needs a time"), ("play --json=1", "no value"),
    ("--json", "missing"),
  ])
  func `what means nothing is told`(line: String, part: String) {
    #expect(failure(line)?.contains(part) == true, "\(String(describing: failure(line)))")
  }

  @Test func `help, of all and of each`() throws {
    for line in ["", "--help", "-h"] {
      guard case .help(nil) = try call(line) else {
        Issue.record("\(line)")
        continue
      }
    }
    for command in ControlCommand.all {
      guard case .help(let named?) = try call("\(command.name) --help") else {
        Issue.record("\(command.name)")
        continue
      }
      #expect(named.name == command.name)
      let help = Help.of(named)
      #expect(help.contains(command.summary) && help.contains(command.usage))
      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(help)")
      #expect(Help.all.contains(command.summary))
      for case .choice(let words) in command.operands.map(\.kind) {
        #expect(words().allSatisfy(help.contains), "\(help)")
      }
    }
  }

  @Test func `the exit status says how a command was answered`() {
    let statuses: [CommandStatus] = [
      .success, .noSuchContent, .noActionableNowPlayingItem, .deviceNotFound, .commandFailed,
    ]
    #expect(statuses.map(ExitStatus.of) == [0, 10, 11, 12, 20])
    #expect(Failure(.noPlayer).exitStatus == 3 && Failure.timeout.exitStatus == 4 && Failure(.lost).exitStatus == 1)
    #expect(Failure(.noSuchContent).name == "noSuchContent")
  }
}
