import CSQLite
import PostilQuery
import PostilSQL

extension SQLiteStore {
  /// How much of a backup has been copied.
  public struct BackupProgress: Hashable, Sendable {
    /// The pages that aren't copied yet.
    public let remainingPages: Int
    /// The pages of the database.
    public let totalPages: Int
    /// The part that has been copied, from 0 to 1.
    public var fraction: Double { totalPages == 0 ? 1 : 1 - Double(remainingPages) / Double(totalPages) }
  }

  /// Copies the database, as it is when the backup begins, to a new file. Reads and writes go on meanwhile; the write-ahead log grows
  /// until the backup ends. A database in memory is used by the backup alone while it runs.
  ///
  /// The file is written under a temporary name, checked with `PRAGMA quick_check`, and renamed when it is complete. It has no
  /// write-ahead log, so it can be copied and opened as one file. Source: SQLite, "Online Backup API".
  /// - Parameters:
  ///   - path: the new file; its folder must exist.
  ///   - replacing: whether to replace a file that exists.
  ///   - pagesPerStep: the number of pages between two calls of `progress`.
  ///   - progress: called after each step. If it throws, the backup stops.
  /// - Throws: ``BackupError``; ``DatabaseError``; ``TransactionMisuse`` inside a block of this store, or if the store is closed;
  ///   what `progress` throws. The target is as it was then.
  public func backup(
    to path: String, replacing: Bool = false, pagesPerStep: Int = 256,
    progress: ((BackupProgress) throws -> Void)? = nil
  ) throws {
    try maintain(readers) { connection in
      try connection.backUp(to: path, replacing: replacing, pagesPerStep: pagesPerStep, progress)
    }
  }

  /// Copies the database, as it is when the backup begins, to a new file, on a thread that may block. A cancelled task stops it
  /// after a step. See `backup`.
  /// - Throws: ``BackupError``; ``DatabaseError``; `CancellationError`; ``TransactionMisuse/closed``; what `progress` throws. The
  ///   target is as it was then.
  public func backup(
    to path: String, replacing: Bool = false, pagesPerStep: Int = 256,
    progress: (@Sendable (BackupProgress) throws -> Void)? = nil
  ) async throws {
    try await maintain(readers) { connection in
      try connection.backUp(to: path, replacing: replacing, pagesPerStep: pagesPerStep, progress)
    }
  }

  /// Writes a compact copy of the database, without free pages, to a new file. Reads and writes go on meanwhile. It takes longer than
  /// `backup`; the file is checked and renamed in the same way.
  /// Source: SQLite, "VACUUM", section "VACUUM with an INTO clause".
  /// - Throws: ``BackupError``; ``DatabaseError``; ``TransactionMisuse`` inside a block of this store, or if the store is closed.
  ///   The target is as it was then.
  public func vacuum(into path: String, replacing: Bool = false) throws {
    try maintain(readers) { try $0.vacuum(into: path, replacing: replacing) }
  }

  /// Writes a compact copy of the database, without free pages, to a new file, on a thread that may block. A cancelled task stops it.
  /// - Throws: ``BackupError``; ``DatabaseError``; `CancellationError`; ``TransactionMisuse/closed``. The target is as it was then.
  public func vacuum(into path: String, replacing: Bool = false) async throws {
    try await maintain(readers) { try $0.vacuum(into: path, replacing: replacing) }
  }
}

extension SQLiteConnection {
  func backUp(
    to path: String, replacing: Bool, pagesPerStep: Int = 256, compacts: Bool = false,
    _ progress: ((SQLiteStore.BackupProgress) throws -> Void)? = nil
  ) throws {
    // A snapshot: otherwise SQLite starts again from the first page after each write.
    try run("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 0")
    defer { try? run("ROLLBACK") }
    try BackupTarget.write(path, replacing: replacing, from: self) { partialPath in
      let copy = try SQLiteConnection(path: partialPath, options: options.forCopies)
      defer { copy.close() }
      guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
        throw DatabaseError(
          opening: path, code: sqlite3_extended_errcode(copy.handle), handle: copy.handle,
          isUntrusted: options.isUntrusted)
      }
      var code = SQLITE_OK
      do {
        defer { sqlite3_backup_finish(backup) }
        while code == SQLITE_OK {
          if isStopped { throw stopError(state.load(ordering: .relaxed)) }
          code = sqlite3_backup_step(backup, Int32(clamping: max(pagesPerStep, 1)))
          guard code == SQLITE_OK || code == SQLITE_DONE else {
            throw DatabaseError(code, message: String(cString: sqlite3_errstr(code)), path: path)
          }
          try progress?(
            SQLiteStore.BackupProgress(
              remainingPages: Int(sqlite3_backup_remaining(backup)), totalPages: Int(sqlite3_backup_pagecount(backup))))
        }
      }
      if compacts { try copy.run("VACUUM") }
    }
  }

  fileprivate func vacuum(into path: String, replacing: Bool) throws {
    if options.vfs == SQLiteOptions.memoryVFS {
      // The copy would be in memory too.
      return try backUp(to: path, replacing: replacing, compacts: true)
    }
    // The pragma keeps SQLite from writing to the copy too.
    let isQueryOnly = try texts("PRAGMA query_only") == ["1"]
    if isQueryOnly { try run("PRAGMA query_only = OFF") }
    defer { if isQueryOnly { try? run("PRAGMA query_only = ON") } }
    try BackupTarget.write(path, replacing: replacing, from: self) { partialPath in
      try run("VACUUM INTO \(SQLText.literal(partialPath))")
    }
  }
}
