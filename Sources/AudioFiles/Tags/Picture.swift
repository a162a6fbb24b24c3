/// A picture in a file's tags.
public struct Picture: Equatable, Sendable {
  /// What it shows.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The number in ID3v2's APIC frame, which FLAC and ASF took over.
    public let rawValue: Int

    /// The kind numbered `rawValue`.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The album's front cover.
    public static let frontCover = Kind(rawValue: 3)

    /// For people: "front cover".
    public var text: String { Self.texts.indices.contains(rawValue) ? Self.texts[rawValue] : "picture" }

    private static let texts = [
      "picture", "file icon", "icon", "front cover", "back cover", "leaflet page", "medium", "lead artist", "artist",
      "conductor", "band", "composer", "lyricist", "recording place", "recording session", "performance", "video frame",
      "bright coloured fish", "illustration", "band logo", "publisher logo",
    ]
  }

  /// What it shows.
  public var kind: Kind
  /// The type of its contents: "image/jpeg". As the file says it; where it does not, by the contents, or empty.
  public var mimeType: String
  /// What the file says of it; mostly empty.
  public var description: String
  /// The image file.
  public var bytes: [UInt8]

  /// Width and height in pixels, by the image's header; nil if it is of no kind known here.
  public var size: PixelSize? { ImageHeader(bytes)?.size }
}

/// Width and height of an image.
public struct PixelSize: Equatable, Sendable {
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int
}
