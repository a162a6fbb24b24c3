/// The program as org.mpris.MediaPlayer2 describes it: nothing of this ever changes.
public struct MPRISApplication: Sendable {
  /// What it calls itself, and its bus name behind "org.mpris.MediaPlayer2.".
  public var name: String
  /// Its desktop file, without the ending.
  public var desktopEntry: String
  /// The kinds of files that `OpenUri` takes.
  public var mimeTypes: [String]

  /// A program of this name.
  public init(name: String, desktopEntry: String, mimeTypes: [String]) {
    self.name = name
    self.desktopEntry = desktopEntry
    self.mimeTypes = mimeTypes
  }

  /// The value of a property of org.mpris.MediaPlayer2; nil if there is none of that name.
  func value(of property: String) -> BusValue? {
    switch property {
    case "CanQuit": .boolean(true)
    case "CanRaise", "HasTrackList": .boolean(false)
    case "Identity": .string(name)
    case "DesktopEntry": .string(desktopEntry)
    case "SupportedUriSchemes": .strings(["file"])
    case "SupportedMimeTypes": .strings(mimeTypes)
    default: nil
    }
  }
}
