/// The kinds of file that sound is recorded into, by what their names end in.
public enum RecordingKind: String, Hashable, Sendable, CaseIterable {
  /// FLAC: nothing is lost.
  case flac
  /// WAV; RF64 beyond 4 GiB.
  case wav
  /// Ogg Vorbis.
  case ogg
  /// Ogg Opus.
  case opus

  /// The kind that the name of `path` ends in, in whatever case; nil if it is none of them.
  public init?(namedBy path: FilePath) {
    let name = path.lastComponent.text
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      let kind = RecordingKind(rawValue: name[name.index(after: dot)...].lowercased())
    else { return nil }
    self = kind
  }

  /// The one rate that files of this kind are recorded at; nil: the microphone's own. Opus has a few rates only, and
  /// works at this one inside, whatever it is given.
  public var onlyRate: SampleRate? { self == .opus ? SampleRate(48_000) : nil }
}
