internal import ControlSocket
internal import PlayerCore

extension ControlCommand {
  /// Every command, in the order of the help text. Help, completions and manual pages are made from this table. All of
  /// it is made to look one command up: so what takes more than to be written down is a closure.
  static let all: [ControlCommand] = [
    ControlCommand(
      name: "play", summary: "plays; while playing it does nothing", options: [.wait],
      action: { _ in .request(.command(.play, from: .commandLine), until: .sound) }),
    ControlCommand(
      name: "pause", summary: "pauses; while paused it does nothing", options: [.wait],
      action: { _ in .request(.command(.pause, from: .commandLine), until: .silence) }),
    ControlCommand(
      name: "toggle", summary: "pauses what plays, plays what is paused", options: [.wait],
      action: { _ in .request(.command(.togglePlayPause, from: .commandLine), until: .whatIsWished) }),
    ControlCommand(
      name: "stop", summary: "stops, and goes back to the track's start", options: [.wait],
      action: { _ in .request(.command(.stop, from: .commandLine), until: .silence) }),
    ControlCommand(
      name: "next", summary: "goes to the next track", options: [.wait],
      action: { _ in .request(.command(.nextTrack, from: .commandLine), until: .whatIsWished) }),
    ControlCommand(
      name: "previous", summary: "goes to the track's start, or to the track before", options: [.wait],
      details: "Later than 3 s into a track it goes to its start.",
      action: { _ in .request(.command(.previousTrack, from: .commandLine), until: .whatIsWished) }),
    ControlCommand(
      name: "seek", summary: "goes to a time in the track, or by so much on or back",
      operands: [Operand(name: "[+|-]TIME", kind: .time)], options: [.wait],
      details: "Times are seconds (90, 1.5, 5s) or 1:30 or 1:02:03; with + or - it is a distance: +10, -5s.",
      action: { invocation in
        guard case .time(let time, let isDistance)? = invocation.values.first else { return .status }
        let command: Command = isDistance ? .skip(time) : .changePlaybackPosition(time)
        return .request(.command(command, from: .commandLine), until: .whatIsWished)
      }),
    ControlCommand(
      name: "volume", summary: "sets the level of the route in use, or changes it",
      operands: [Operand(name: "[+|-]PERCENT", kind: .level)],
      action: { invocation in
        guard case .level(let percent, let isStep)? = invocation.values.first else { return .status }
        let command: Command = isStep ? .changeLevel(percent) : .setLevel(Level(percent: percent))
        return .request(.command(command, from: .commandLine))
      }),
    ControlCommand(
      name: "mute", summary: "mutes the route in use, or unmutes it",
      operands: [Operand(name: "on|off", kind: .choice { ["on", "off"] }, isOptional: true)],
      details: "Without a word it does the one or the other.",
      action: { invocation in
        .request(.command(invocation.word.map { .setMute($0 == "on") } ?? .toggleMute, from: .commandLine))
      }),
    ControlCommand(
      name: "queue list", summary: "lists the queue, with the places of its tracks", action: { _ in .list }),
    ControlCommand(
      name: "queue add", summary: "puts music at the end of the queue",
      operands: [Operand(name: "FILE|FOLDER|PLAYLIST", kind: .path, repeats: true)], options: [.next, .now],
      action: { invocation in
        let place: AddedPlace = invocation.has(.now) ? .now : .queue(invocation.has(.next) ? .next : .end)
        return .request(.add(invocation.paths, at: place))
      }),
    ControlCommand(
      name: "queue insert", summary: "puts music in the queue, before the track at a place",
      operands: [
        Operand(name: "PLACE", kind: .position), Operand(name: "FILE|FOLDER|PLAYLIST", kind: .path, repeats: true),
      ],
      action: { .request(.add($0.paths, at: .queue(.index($0.indexes.first ?? 0)))) }),
    ControlCommand(
      name: "queue play", summary: "plays the track at a place from its start",
      operands: [Operand(name: "PLACE", kind: .position)], options: [.wait],
      action: { .entries(at: $0.indexes, .play) }),
    ControlCommand(
      name: "queue remove", summary: "takes the tracks at these places out of the queue",
      operands: [Operand(name: "PLACE", kind: .position, repeats: true)],
      action: { .entries(at: $0.indexes, .remove) }),
    ControlCommand(
      name: "queue move", summary: "moves the track at a place to another one",
      operands: [Operand(name: "FROM", kind: .position), Operand(name: "TO", kind: .position)],
      action: { .entries(at: [$0.indexes[0]], .move(to: $0.indexes[1])) }),
    ControlCommand(
      name: "queue clear", summary: "takes everything out of the queue, and stops",
      action: { _ in .request(.command(.clearQueue, from: .commandLine)) }),
    ControlCommand(
      name: "repeat", summary: "sets how the queue repeats",
      operands: [Operand(name: "off|one|all", kind: .choice { RepeatMode.allCases.map(\.rawValue) }, isOptional: true)],
      details: "Without a word: from off to all, to one, and off again.",
      action: { invocation in
        let mode = invocation.word.flatMap(RepeatMode.init(rawValue:))
        return .request(.command(mode.map(Command.changeRepeatMode) ?? .cycleRepeatMode, from: .commandLine))
      }),
    ControlCommand(
      name: "shuffle", summary: "plays in random order, or in the queue's",
      operands: [Operand(name: "on|off", kind: .choice { ["on", "off"] }, isOptional: true)],
      details: "Without a word it does the one or the other.",
      action: { invocation in
        let command = invocation.word.map { Command.changeShuffleMode($0 == "on") }
        return .request(.command(command ?? .toggleShuffleMode, from: .commandLine))
      }),
    ControlCommand(
      name: "route list", summary: "lists where the sound can go, each with its level, and the microphones",
      details:
        "What cannot be used now, but has a level of its own, is listed, too. Of headphones it says\nhow long they were heard.",
      action: { _ in .routes }),
    ControlCommand(
      name: "route choose", summary: "has the sound server play there",
      operands: [Operand(name: "ROUTE", kind: .route)],
      details: "ROUTE is an id, as route list prints them. Without a sound server the plugs decide.",
      action: { .request(.command(.chooseRoute(RouteID($0.word ?? "")), from: .commandLine)) }),
    ControlCommand(
      name: "private-listening", summary: "plays nothing that others may hear, or does",
      operands: [Operand(name: "on|off", kind: .choice { ["on", "off"] }, isOptional: true)],
      details: "Without a word it does the one or the other.",
      action: { invocation in
        let command = invocation.word.map { Command.changePrivateListening($0 == "on") }
        return .request(.command(command ?? .togglePrivateListening, from: .commandLine))
      }),
    ControlCommand(
      name: "category", summary: "says what the player is used for",
      operands: [Operand(name: "CATEGORY", kind: .choice { Category.allCases.map(\.rawValue) })],
      details: """
        playback keeps on when the terminal goes away. ambient and soloAmbient stop with
        it; ambient does not yield to interruptions.
        """,
      action: { invocation in
        let category = invocation.word.flatMap(Category.init(rawValue:)) ?? .playback
        return .request(.command(.changeCategory(category), from: .commandLine))
      }),
    ControlCommand(
      name: "interrupt", summary: "silences the player while something else is to be heard",
      operands: [Operand(name: "begin|end", kind: .choice { ["begin", "end"] })], options: [.resume, .wait],
      details: """
        At the end it stays paused, unless --resume says that it may go on.
        Beginnings are not counted: the first end ends it.
        """,
      action: { invocation in
        invocation.word == "begin"
          ? .request(.beginInterruption, until: .silence)
          : .request(.endInterruption(shouldResume: invocation.has(.resume)), until: .whatIsWished)
      }),
    ControlCommand(
      name: "simulate", summary: "plugs and unplugs at the simulated device",
      operands: [Operand(name: "CHANGE", kind: .choice { SimulatedChange.allCases.map(\.rawValue) })],
      details: """
        CHANGE is one of headphones, headset, usbHeadset, bluetoothHeadset, chatter.
        What is plugged gets unplugged. chatter is a loose contact, and ends as it was.
        """,
      action: { .request(.simulate($0.word.flatMap(SimulatedChange.init(rawValue:)) ?? .chatter)) }),
    ControlCommand(
      name: "status", summary: "tells what plays, where, and why it does not", action: { _ in .status }),
    ControlCommand(
      name: "watch", summary: "tells the state now and whenever it changes",
      details: "Ends when the player does. With --json each line is an object.",
      action: { _ in .watch }),
    ControlCommand(
      name: "log", summary: "tells what the player did, and why",
      operands: [Operand(name: "COUNT", kind: .count, isOptional: true)], options: [.follow],
      details: """
        The newest COUNT entries of the timeline, or all 1000 that are kept: changes of
        route, interruptions, commands with their source, and what the player decided,
        each with the rules that say so. With --json each line is an object.
        """,
      action: { invocation in
        var count: Int?
        if case .count(let number)? = invocation.values.first { count = number }
        return .log(count: count, follows: invocation.has(.follow))
      }),
    ControlCommand(name: "quit", summary: "ends the player", action: { _ in .request(.quit) }),
  ]
}
