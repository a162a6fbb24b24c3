internal import AudioEngine

/// Bytes that are read by their place.
protocol RandomAccess: ~Copyable {
  /// How many there are.
  var size: Int64 { get }

  /// At most `count` bytes from `offset` on.
  func bytes(at offset: Int64, count: Int) throws(DecodeError) -> [UInt8]
}

extension OpenFile: RandomAccess {}
