extension CommandNote {
  /// "the keyboard: pause", "MPRIS: next track – nothing more to play there".
  var text: String {
    let said = "\(source.text): \(command.text)"
    if let problem = outcome ?? status.text { return "\(said) – \(problem)" }
    return said
  }
}

extension CommandSource {
  /// Who asks, for people.
  fileprivate var text: String {
    switch self {
    case .keyboard: "keyboard"
    case .mpris: "MPRIS"
    case .mediaKeys: "media keys"
    case .avrcp: "headset"
    case .commandLine: "command line"
    }
  }
}

extension Command {
  /// What is asked for, without names of files.
  var text: String {
    switch self {
    case .skip(let distance): distance < .zero ? "back by \((.zero - distance).spoken)" : "on by \(distance.spoken)"
    case .setMute(let isOn): isOn ? "mute" : "unmute"
    case .changeRepeatMode(let mode): "repeat \(mode.rawValue)"
    case .changeShuffleMode(let isOn): "shuffle \(isOn ? "on" : "off")"
    case .insert(let items, _): "add \(tracks(items.count))"
    case .playItems(let items): "play \(tracks(items.count)) now"
    case .removeEntries(let ids): "remove \(tracks(ids.count))"
    case .moveEntries(let ids, _): "move \(tracks(ids.count))"
    case .clearQueue: "clear the queue"
    case .changeCategory(let category): "category \(category.rawValue)"
    case .changePrivateListening(let isOn): "private listening \(isOn ? "on" : "off")"
    case .chooseRoute(let id): "play on \(id.text)"
    case .cycleRoutePolicy(_, let id): "another setting for \(id.text)"
    default: kind.text
    }
  }

  private func tracks(_ count: Int) -> String { count == 1 ? "1 track" : "\(count) tracks" }
}

extension CommandKind {
  /// The command, for people.
  var text: String {
    switch self {
    case .play: "play"
    case .pause: "pause"
    case .togglePlayPause: "play or pause"
    case .stop: "stop"
    case .nextTrack: "next track"
    case .previousTrack: "previous track"
    case .playEntry: "play a track"
    case .skip: "move in the track"
    case .changePlaybackPosition: "go to a time"
    case .level: "volume"
    case .mute: "mute or unmute"
    case .changeRepeatMode: "repeat"
    case .changeShuffleMode: "shuffle"
    case .changeQueue: "change the queue"
    case .changeCategory: "category"
    case .changePrivateListening: "private listening"
    case .chooseRoute: "output"
    case .changeRoutePolicy: "setting of an output"
    }
  }
}
