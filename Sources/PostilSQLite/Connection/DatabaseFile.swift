import CSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The file of an open database and its write-ahead log, to notice that one of them was deleted or replaced.
struct DatabaseFile: Sendable {
  /// The absolute path: the program may change its working directory.
  let path: String
  private let identity: FileIdentity?
  private let log: FileIdentity?

  /// The files of an open connection, whose log exists already if it has one.
  init(_ path: String) {
    self.path = path
    identity = FileIdentity(path)
    log = FileIdentity(path + Self.logSuffix)
  }

  private static let logSuffix = "-wal"

  /// Checks that the files at the path are those that the store has open.
  /// - Parameters:
  ///   - handle: an open connection; `nil` if one is about to be opened.
  ///   - name: the path as the program gave it.
  /// - Throws: ``DatabaseFileError``
  func check(_ handle: OpaquePointer? = nil, name: String) throws {
    if handle.map(Self.hasMoved) ?? (FileIdentity(path) != identity) { throw error(name, path) }
    if let log, FileIdentity(path + Self.logSuffix) != log { throw error(name + Self.logSuffix, path + Self.logSuffix) }
  }

  /// Whether a file exists and isn't empty.
  static func hasContent(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > 0
  }

  private static func hasMoved(_ handle: OpaquePointer) -> Bool {
    var hasMoved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
  }

  private func error(_ name: String, _ path: String) -> DatabaseFileError {
    FileIdentity(path) == nil ? .deleted(path: name) : .replaced(path: name)
  }
}

/// What distinguishes a file from all others that exist at the same time.
private struct FileIdentity: Equatable, Sendable {
  let device: dev_t
  let number: ino_t

  /// `nil` if there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
