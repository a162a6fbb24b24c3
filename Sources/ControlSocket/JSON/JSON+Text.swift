internal import CJansson
internal import Glibc

/// Text that is not JSON; what is wrong, for people.
public struct JSONError: Error, Hashable, Sendable {
  /// "invalid token near 'x' (byte 12)".
  public let reason: String
}

extension JSON {
  /// How deep arrays and objects may lie in each other. Nothing that is spoken here comes near it.
  static let deepest = 32

  /// Reads a text that is one array or object.
  ///
  /// - Throws: when it is anything else, names a member twice, or is nested more than 32 deep.
  public init(parsing bytes: some Collection<UInt8>) throws(JSONError) {
    var problem = json_error_t()
    let flags = JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL
    let parsed = bytes.withContiguousStorageIfAvailable { Self.load($0, flags, &problem) }
    guard let root = parsed ?? Array(bytes).withUnsafeBufferPointer({ Self.load($0, flags, &problem) }) else {
      let text = withUnsafeBytes(of: problem.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw JSONError(reason: problem.position > 0 ? "\(text) (byte \(problem.position))" : text)
    }
    defer { json_decref(root) }
    try self.init(root, depth: 0)
  }

  private static func load(
    _ bytes: UnsafeBufferPointer<UInt8>, _ flags: Int32, _ problem: inout json_error_t
  ) -> UnsafeMutablePointer<json_t>? {
    bytes.withMemoryRebound(to: CChar.self) { json_loadb($0.baseAddress, $0.count, Int(flags), &problem) }
  }

  private init(_ node: UnsafePointer<json_t>, depth: Int) throws(JSONError) {
    guard depth <= Self.deepest else { throw JSONError(reason: "nested more than \(Self.deepest) deep") }
    switch node.pointee.type {
    case JSON_OBJECT:
      var object = JSONObject()
      let node = UnsafeMutablePointer(mutating: node)
      var next = json_object_iter(node)
      while let member = next {
        object[String(cString: json_object_iter_key(member))] = try JSON(
          json_object_iter_value(member), depth: depth + 1)
        next = json_object_iter_next(node, member)
      }
      self = .object(object)
    case JSON_ARRAY:
      var array: [JSON] = []
      let count = json_array_size(node)
      array.reserveCapacity(count)
      for index in 0..<count { array.append(try JSON(json_array_get(node, index), depth: depth + 1)) }
      self = .array(array)
    case JSON_STRING:
      let bytes = UnsafeRawBufferPointer(start: json_string_value(node), count: json_string_length(node))
      self = .string(String(decoding: bytes, as: UTF8.self))
    case JSON_INTEGER: self = .integer(Int64(json_integer_value(node)))
    case JSON_REAL: self = .decimal(json_real_value(node))
    case JSON_TRUE: self = .boolean(true)
    case JSON_FALSE: self = .boolean(false)
    default: self = .null
    }
  }

  /// The value as one line of text in UTF-8, without the newline.
  public var bytes: [UInt8] {
    let root = node
    defer { json_decref(root) }
    guard let text = json_dumps(root, Int(JSON_COMPACT | JSON_ENCODE_ANY)) else { return [] }
    defer { free(text) }
    return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// The value as one line of text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value as libjansson has it; the caller's to give back.
  private var node: UnsafeMutablePointer<json_t> {
    switch self {
    case .null: return json_null()
    case .boolean(let truth): return truth ? json_true() : json_false()
    case .integer(let number): return json_integer(json_int_t(number))
    case .decimal(let number): return json_real(number) ?? json_null()
    case .string(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { json_stringn_nocheck($0.baseAddress ?? Self.nothing, $0.count) }
      }
    case .array(let elements):
      let array = json_array()!
      for element in elements { json_array_append_new(array, element.node) }
      return array
    case .object(let object):
      let node = json_object()!
      for member in object.members { json_object_set_new_nocheck(node, member.name, member.value.node) }
      return node
    }
  }

  /// Where the bytes of an empty string are said to lie.
  private static var nothing: UnsafePointer<CChar> { UnsafePointer(bitPattern: 8)! }
}
