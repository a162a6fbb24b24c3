/// Whether music is kept from everybody but the wearer of headphones (R13).
public enum PrivateListening: String, Hashable, Sendable, CaseIterable {
  case off
  /// Nothing is written to a device that others hear.
  case on
  /// The same, but a sound server, or whatever is between the player and the card, may send elsewhere what it has.
  case bestEffort
}
