import CSQLite
import PostilQuery

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// A copy of a database wasn't made; the target is as it was.
public enum BackupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The target exists, and replacing it wasn't requested.
  case targetExists(path: String)
  /// The target is a database in use, or one that wasn't closed: the named file belongs to it.
  case targetInUse(path: String, file: String)
  /// The copy has these defects, which the database probably has too.
  case damaged(path: String, findings: [IntegrityFinding])

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .targetExists(let path):
      "'\(path)' already exists; choose another path, or pass 'replacing: true'"
    case .targetInUse(let path, let file):
      "'\(path)' can't be replaced because '\(file)' belongs to it; close the programs that use it, or choose another path"
    case .damaged(let path, let findings):
      "the copy '\(path)' is damaged and was deleted; check the database with 'integrityCheck()':"
        + findings.map { "\n  - \($0)" }.joined()
    }
  }
}

/// The file that a backup writes. It has a temporary name until it is complete and checked, so that the target is a whole database
/// or doesn't exist, even after a power failure.
struct BackupTarget {
  /// The path as the program gave it.
  private let name: String
  /// The path of the file, which `name` can be a symbolic link to.
  private let path: String
  private let partialPath: String

  private init(_ name: String) throws {
    self.name = name
    path = try SymbolicLinks.following(name)
    partialPath = "\(path).partial-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
  }

  /// Writes a copy of the database of `connection`.
  /// - Parameter write: writes the file at a path.
  static func write(
    _ path: String, replacing: Bool, from connection: SQLiteConnection, _ write: (String) throws -> Void
  ) throws {
    try SQLiteConnection.checkPath(path)
    let target = try BackupTarget(path)
    // SQLite leaves them behind if it can't delete them.
    defer { for suffix in Self.companions { unlink(target.partialPath + suffix) } }
    do {
      try target.checkFiles(replacing: replacing)
      target.createFile(like: connection)
      try write(target.partialPath)
      try target.verify(like: connection)
      try target.checkFiles(replacing: replacing)
      try target.finish()
    } catch {
      unlink(target.partialPath)
      throw error
    }
  }

  /// Creates an empty file for a copy, at a path that no file has: `tasks.sqlite.before-2`, `tasks.sqlite.before-2-2`.
  /// - Returns: its path.
  static func claim(_ path: String) throws -> String {
    var number = 1
    while true {
      let name = number == 1 ? path : "\(path)-\(number)"
      let file = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
      if file >= 0 {
        close(file)
        return name
      }
      guard errno == EEXIST else {
        throw DatabaseError(
          code: SQLITE_CANTOPEN, extendedCode: SQLITE_CANTOPEN,
          message: "the file '\(name)' can't be created: \(String(cString: strerror(errno)))")
      }
      number += 1
    }
  }

  /// Deletes a copy.
  static func delete(_ path: String) throws {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw DatabaseError(
      code: SQLITE_IOERR, extendedCode: SQLITE_IOERR,
      message: "the file '\(path)' can't be deleted: \(String(cString: strerror(errno)))")
  }

  private static let companions = ["-journal", "-wal", "-shm"]

  /// A log that was left beside a replaced file would be applied to the new one.
  private func checkFiles(replacing: Bool) throws {
    if !replacing, access(path, F_OK) == 0 || SymbolicLinks.target(of: name) != nil {
      throw BackupError.targetExists(path: name)
    }
    for suffix in Self.companions where access(path + suffix, F_OK) == 0 {
      throw BackupError.targetInUse(path: name, file: path + suffix)
    }
  }

  /// Creates an empty file that nobody can use who can't use the database, or a file that is replaced.
  private func createFile(like connection: SQLiteConnection) {
    // On the other systems, SQLite creates the file with the protection of the options.
    #if os(macOS) || !canImport(Darwin)
      var mode: mode_t = 0o666
      for file in [sqlite3_db_filename(connection.handle, "main").map { String(cString: $0) } ?? "", path] {
        var status = stat()
        if stat(file, &status) == 0 { mode &= status.st_mode }
      }
      close(open(partialPath, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode | 0o600))
    #endif
  }

  private func verify(like connection: SQLiteConnection) throws {
    let copy = try SQLiteConnection(path: partialPath, options: connection.options.forCopies)
    defer { copy.close() }
    sqlite3_progress_handler(
      copy.handle, 10_000,
      { context in
        context.map { Unmanaged<SQLiteConnection>.fromOpaque($0).takeUnretainedValue().isStopped } == true ? 1 : 0
      },
      Unmanaged.passUnretained(connection).toOpaque())
    // One file that can be read in a folder without write permission.
    try copy.run("PRAGMA journal_mode = DELETE")
    let findings = try copy.integrityFindings(quick: true, limit: 10)
    if !findings.isEmpty { throw BackupError.damaged(path: name, findings: findings) }
  }

  private func finish() throws {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard sync(partialPath), rename(partialPath, path) == 0, sync(folder) else {
      throw DatabaseError(
        code: SQLITE_IOERR, extendedCode: SQLITE_IOERR,
        message: "the file '\(name)' can't be written: \(String(cString: strerror(errno)))")
    }
  }

  /// Waits until a file or folder is on disk.
  private func sync(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    #if canImport(Darwin)
      // `fsync` leaves the data in the drive's cache. Not every file system has this.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }
}

extension SQLiteOptions {
  /// The options of a connection to a copy of the database.
  var forCopies: SQLiteOptions {
    var options = self
    (options.isReadOnly, options.isImmutable, options.durability) = (false, false, .full)
    if options.vfs == Self.memoryVFS { options.vfs = nil }
    (options.trace, options.reports) = (nil, nil)
    return options
  }
}
