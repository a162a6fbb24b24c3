internal import Glibc
public import PlayerCore

extension Picture {
  /// Larger files are no covers, whatever they are called.
  private static let limit = 16 << 20

  /// The picture that stands for the track at `path`, whose tags are `tags`: the front cover in there, or any other
  /// picture, or else the picture in its folder that is called "cover" or "folder". Only pictures of a kind that is
  /// known here. May be called on any thread; blocks on the disk.
  public static func cover(of path: FilePath, tags: Tags) -> Picture? {
    let embedded = tags.pictures.filter { $0.bytes.count <= limit && ImageHeader($0.bytes) != nil }
    let best = embedded.first { $0.kind == .frontCover } ?? embedded.first
    return best.map { inPlain($0.bytes) } ?? inFolder(path.folder)
  }

  private static func inFolder(_ folder: FilePath) -> Picture? {
    let names = ["cover", "folder"].flatMap { name in ["jpg", "jpeg", "png", "webp"].map { "\(name).\($0)" } }
    var found: [(rank: Int, path: FilePath)] = []
    guard let stream = folder.withCString({ opendir($0) }) else { return nil }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { FilePath(bytes: Array($0.prefix { $0 != 0 })) }
      if let rank = names.firstIndex(of: name.text.lowercased()) { found.append((rank, folder.appending(name))) }
    }
    for candidate in found.sorted(by: { $0.rank < $1.rank }) {
      guard let file = try? OpenFile(candidate.path), file.size <= limit,
        let bytes = try? file.bytes(at: 0, count: Int(file.size)), ImageHeader(bytes) != nil
      else { continue }
      return inPlain(bytes)
    }
    return nil
  }

  private static func inPlain(_ bytes: [UInt8]) -> Picture {
    Picture(kind: .frontCover, mimeType: ImageHeader(bytes)?.mimeType ?? "", description: "", bytes: bytes)
  }
}
