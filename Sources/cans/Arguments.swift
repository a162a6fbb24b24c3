import PlayerCore

/// What the command line asks for.
struct Arguments: Equatable {
  enum Action: Equatable {
    /// Open the player on these files, folders and playlists.
    case play([FilePath])
    /// Print route changes until interrupted.
    case monitor(json: Bool)
    case help
    case version
  }

  /// A command line that means nothing; the text is one line for stderr.
  struct Failure: Error, Equatable {
    let text: String
  }

  var action = Action.play([])
  /// `--device`: the ALSA name to play on; nil: what the settings say.
  var device: String?
  /// `--simulate`: play on the simulated device.
  var simulates = false

  /// Reads the arguments after the program's name, as bytes: a file's name need not be UTF-8.
  init(_ words: [[UInt8]]) throws(Failure) {
    var rest = words[...]
    var files: [FilePath] = []
    var isMonitor = false
    var isJSON = false
    var takesOptions = true
    while let word = rest.popFirst() {
      let text = String(decoding: word, as: UTF8.self)
      guard takesOptions, text.hasPrefix("-"), text != "-" else {
        if text == "monitor", files.isEmpty, !isMonitor, takesOptions {
          isMonitor = true
        } else {
          files.append(FilePath(bytes: word))
        }
        continue
      }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      switch parts[0] {
      case "--" where parts.count == 1: takesOptions = false
      case "-h", "--help":
        action = .help
        return
      case "-V", "--version":
        action = .version
        return
      case "--simulate" where parts.count == 1: simulates = true
      case "--json" where parts.count == 1: isJSON = true
      case "--device", "-d":
        if parts.count == 2, !parts[1].isEmpty {
          device = parts[1]
        } else if parts.count == 1, let name = rest.popFirst(), !name.isEmpty {
          device = String(decoding: name, as: UTF8.self)
        } else {
          throw Failure(text: "\(parts[0]) needs a device's name, such as default or hw:0,0")
        }
      default: throw Failure(text: "unknown option \(text); cans --help lists what there is")
      }
    }
    if isMonitor {
      guard files.isEmpty else { throw Failure(text: "cans monitor plays nothing: it takes no files") }
      action = .monitor(json: isJSON)
    } else {
      guard !isJSON else { throw Failure(text: "--json goes with cans monitor") }
      action = .play(files)
    }
  }

  static let version = "cans 0.1.0"

  static let help = """
    cans – a music player for the terminal that knows what you listen with

    usage: cans [options] FILE|FOLDER|PLAYLIST …
           cans monitor [--json] [options]

    Plays the files, all music below the folders (in natural order) and what the
    playlists (m3u, m3u8, pls) name. Unplug the headphones and the music pauses;
    plug them in again and it goes on where you last heard it. Press ? for keys.

    options:
      -d, --device NAME  the ALSA device to play on (default, hw:0,0, …)
          --simulate     play on a simulated device, with keys that plug and unplug
      -h, --help         this text
      -V, --version      the version

    cans monitor prints every change of route: from where to where, and why.
    Settings: $XDG_CONFIG_HOME/cans/settings.toml (else ~/.config/cans/).
    """
}
