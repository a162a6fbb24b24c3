internal import AudioEngine
internal import CAVLazy

/// libav's functions.
typealias AVFunctions = UnsafePointer<cav_functions>

/// Whether FFmpeg's libraries are installed, those that cans was built for. Loads them; may wait for the disk. Any
/// thread.
public func isFFmpegInstalled() -> Bool { (try? AVLibraries.installed.functions(toPlay: "")) != nil }

/// The Debian package that brings them.
public var packageOfFFmpeg: String { String(cString: cav_package_of_headers()) }

/// FFmpeg's libraries, or what is missing of them.
struct AVLibraries: @unchecked Sendable {
  /// The libraries for the headers cans was built with; loaded by the first file that needs them, on its thread.
  static let installed = AVLibraries(names: .ofHeaders)

  /// The file names of the libraries.
  struct Names {
    let util: String
    let codec: String
    let format: String

    static var ofHeaders: Names {
      let names = cav_sonames_of_headers()
      return Names(
        util: String(cString: names.util), codec: String(cString: names.codec), format: String(cString: names.format))
    }
  }

  /// Never written to once it is filled in, and never freed: so every thread may read it.
  private let table: AVFunctions?
  /// What is missing, for people.
  private let missing: String

  /// Loads the libraries called `names`.
  init(names: Names) {
    let table = UnsafeMutablePointer<cav_functions>.allocate(capacity: 1)
    var isLoaded = false
    missing = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 200) { reason in
      reason.initialize(repeating: 0)
      names.util.withCString { util in
        names.codec.withCString { codec in
          names.format.withCString { format in
            let names = cav_sonames(util: util, codec: codec, format: format)
            isLoaded = cav_load(names, table, reason.baseAddress!, reason.count)
          }
        }
      }
      return String(cString: reason.baseAddress!)
    }
    self.table = isLoaded ? AVFunctions(table) : nil
    if !isLoaded { table.deallocate() }
  }

  /// The functions.
  ///
  /// - Throws: what to install in order to play `sound`, where they are missing.
  func functions(toPlay sound: String) throws(DecodeError) -> AVFunctions {
    if let table { return table }
    let package = String(cString: cav_package_of_headers())
    throw DecodeError("\(sound) needs FFmpeg's libraries: apt install \(package) (\(missing))")
  }
}
