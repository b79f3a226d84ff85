import PostilQuery

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The symbolic links at the end of paths: a database and its log are beside the file that they lead to.
enum SymbolicLinks {
  /// The longest path that a link can contain, in bytes: `PATH_MAX` of Linux. Darwin's is smaller.
  private static let maximumLength = 4096

  /// The path that a chain of links leads to, whether or not there is a file; `path` itself if it isn't a link.
  /// - Throws: ``DatabaseError`` if the links lead in a circle.
  static func following(_ path: String) throws -> String {
    var name = path
    for _ in 0..<40 {
      guard let target = target(of: name) else { return name }
      let slash = target.first == UInt8(ascii: "/") ? nil : name.utf8.lastIndex(of: UInt8(ascii: "/"))
      name = String(decoding: (slash.map { Array(name.utf8[...$0]) } ?? []) + target, as: UTF8.self)
    }
    throw DatabaseError(unusablePath: "the symbolic link '\(path)' leads back to itself, or through too many others")
  }

  /// The bytes of the path that a link contains; `nil` if there is no link.
  static func target(of path: String) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: maximumLength)
    let count = readlink(path, &buffer, buffer.count)
    return count < 0 ? nil : buffer.prefix(count).map { UInt8(bitPattern: $0) }
  }
}
