/// What both sides of the socket agree on; <doc:ControlSocket> is the whole of it.
public enum Wire {
  /// The version of the schema that is spoken here.
  public static let version = 1
  /// All versions that are.
  public static let versions = [1]
  /// The longest line that the player reads, in bytes, its newline included.
  public static let longestRequest = 1 << 20
  /// The longest line that a client reads: an entry of the queue may have tags of any length.
  public static let longestMessage = 64 << 20
  /// How many bytes a client may leave unread before it is hung up on (R31).
  public static let longestBacklog = 1 << 20
  /// How many bytes of entries the player puts into one answer, more or less.
  static let entriesPerAnswer = 64 << 10
}
