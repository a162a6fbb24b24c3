internal import AudioEngine
internal import CLibXML

/// Whether libxml2 is installed, by which playlists in XML are read. Loads it; may wait for the disk. Any thread.
public func isLibXMLInstalled() -> Bool { cans_xml_load() != 0 }

/// A piece of an XML document: the start of an element, one of its attributes, or text in it.
struct XMLItem: Equatable {
  /// What the document keeps to.
  enum Dialect {
    /// XML.
    case strict
    /// Tags in any case, of which not all match, in UTF-8; names arrive in lower case.
    case loose
  }

  /// The element's name, without a namespace.
  var element: String
  /// The attribute's name; nil for the element's start and its text.
  var attribute: String?
  /// The attribute's value or the text; nil for the element's start.
  var value: String?
  /// The value as an address seen from the document, where the document names a base for it (XML Base); nil where not.
  var resolved: String?

  /// The pieces of the document `text`, in order; those before the damage, where it is damaged beyond repair.
  ///
  /// - Throws: when this machine lacks what reads XML.
  static func items(of text: [UInt8], _ dialect: Dialect) throws(DecodeError) -> [XMLItem] {
    final class Collector {
      var items: [XMLItem] = []
    }
    let collector = Collector()
    let status = text.withUnsafeBytes { bytes in
      cans_xml_read(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count,
        dialect == .strict ? CANS_XML : CANS_XML_TAGS, Unmanaged.passUnretained(collector).toOpaque()
      ) { context, item in
        let collector = Unmanaged<Collector>.fromOpaque(context!).takeUnretainedValue()
        let item = item!.pointee
        func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
        collector.items.append(
          XMLItem(
            element: String(cString: item.element), attribute: text(item.attribute), value: text(item.value),
            resolved: text(item.resolved)))
      }
    }
    guard status == 0 else { throw DecodeError("reading it needs libxml2, which is not installed") }
    return collector.items
  }
}
