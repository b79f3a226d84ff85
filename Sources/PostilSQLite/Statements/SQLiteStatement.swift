import CSQLite
import PostilQuery

/// A prepared statement, owned by one of its connection's caches.
///
/// Its storage has a fixed address, and the cache frees it. A statement is looked up, run and finished for each row that is found
/// or added, and reference counting would cost more than all of that. No statement leaves its connection, and no cache frees one
/// that is running.
@usableFromInline
struct SQLiteStatement {
  @usableFromInline let storage: UnsafeMutablePointer<Storage>

  @usableFromInline
  struct Storage {
    @usableFromInline let handle: OpaquePointer
    @usableFromInline let parameterCount: Int32
    /// The validity of rows and binders.
    @usableFromInline let generation = Generation.take()
    /// Whether the statement doesn't change the database.
    @usableFromInline let isReadOnly: Bool
    /// Whether `sqlite3_changes` counts the changes of this statement: it inserts, updates or deletes.
    @usableFromInline let countsChanges: Bool
    /// The tables that the statement changes, its own first, then those of triggers and delete rules.
    let changedTables: [String]
    /// The version of the schema for which the statement was prepared: the connection's `schemaGeneration` at that time.
    @usableFromInline let schemaGeneration: UInt64
    /// Whether the statement has been started and not yet finished.
    @usableFromInline var isRunning = false
    /// The loop or insert around this one, while this one surrounds others.
    @usableFromInline var outer: SQLiteStatement?
    /// The number of this run among all loops and inserts.
    @usableFromInline var surroundingNumber: UInt64 = 0
    /// The run of a loop or insert in which the statement was last found to be allowed.
    @usableFromInline var checkedIn: UInt64 = 0
    /// The tables that the statement reads, found when they are first needed.
    var readTables: Set<String>?
    /// Why the elements of an insert can't be made as they are, and in which run.
    var elementError: (error: TransactionMisuse, run: UInt64)?
    /// The size of the arena that the last values needed; 0 if they fit into the present one.
    @usableFromInline var wantedArenaSize = 0
    /// The memory that bound texts and bytes are copied to.
    @usableFromInline var arena: UnsafeMutableRawPointer
    @usableFromInline var arenaSize: Int
    /// The transaction that has already recorded the statement's changed tables.
    @usableFromInline var notedIn: UInt64 = 0
    /// When the statement was last used; the cache evicts by it.
    var lastUse: UInt64 = 0
    /// Another statement with the same text, used while this one is running.
    var spare: SQLiteStatement?
    /// The statement that inserts many rows instead of one; prepared when it pays off.
    @usableFromInline var batch: InsertBatch?
    /// The number of further single runs after which a batch pays off.
    @usableFromInline var runsBeforeBatch = InsertBatch.worthwhileRuns
  }

  /// The arena of a statement that hasn't bound any text: one byte, so that an empty text has an address.
  private static let noRoom = 1
  /// The largest arena. SQLite copies longer values itself.
  private static let maximumArenaSize = 65_536

  /// - Parameter observer: what SQLite reported while it prepared the statement.
  init(handle: OpaquePointer, _ observer: PrepareObserver, schemaGeneration: UInt64) {
    storage = .allocate(capacity: 1)
    storage.initialize(
      to: Storage(
        handle: handle, parameterCount: sqlite3_bind_parameter_count(handle),
        isReadOnly: sqlite3_stmt_readonly(handle) != 0 && !observer.optimizes,
        countsChanges: !observer.changedTables.isEmpty && !observer.changesSchema,
        changedTables: observer.changedTables, schemaGeneration: schemaGeneration,
        arena: .allocate(byteCount: Self.noRoom, alignment: 1), arenaSize: Self.noRoom))
  }

  @inlinable
  var handle: OpaquePointer { storage.pointee.handle }

  /// The statement's text.
  var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// Checks that the statement can run, after `binder` has bound all values.
  /// - Throws: the binder's error, ``TransactionMisuse`` if there are more parameters than values, or more values than parameters.
  @inlinable
  func check(_ binder: borrowing _SQLiteBinder) throws {
    if binder.failure != nil || binder.count != storage.pointee.parameterCount { throw bindingError(binder) }
    if binder.overflow > 0 { overflow(by: binder.overflow) }
    // SQLite reads the values in place from now on.
    storage.pointee.generation.advance()
  }

  @usableFromInline
  func bindingError(_ binder: borrowing _SQLiteBinder) -> any Error {
    binder.failure
      ?? TransactionMisuse.parameterCount(
        sql: sql, expected: Int(storage.pointee.parameterCount), bound: Int(binder.count))
  }

  /// Records the size that the arena needs. It is enlarged when SQLite no longer reads the parameters.
  @usableFromInline
  func overflow(by count: Int) {
    storage.pointee.wantedArenaSize = storage.pointee.arenaSize + count
  }

  /// Makes the statement ready to be bound and run again.
  /// - Returns: the result of `sqlite3_reset`: the error of the last step, if there was one.
  @inlinable @discardableResult
  func reset() -> Int32 {
    storage.pointee.generation.advance()
    let code = sqlite3_reset(handle)
    if storage.pointee.wantedArenaSize > 0 { releaseCopies() }
    return code
  }

  /// Frees the copies that SQLite made, and enlarges the arena for the next run.
  @usableFromInline
  func releaseCopies() {
    sqlite3_clear_bindings(handle)
    var size = 256
    while size < storage.pointee.wantedArenaSize { size *= 2 }
    size = min(size, Self.maximumArenaSize)
    if size > storage.pointee.arenaSize {
      storage.pointee.arena.deallocate()
      storage.pointee.arena = .allocate(byteCount: size, alignment: 1)
      storage.pointee.arenaSize = size
    }
    storage.pointee.wantedArenaSize = 0
  }

  /// Ends the run. The statement can be started again, and holds no lock or snapshot.
  /// - Returns: the result of `sqlite3_reset`: the error of the last step, if there was one.
  @inlinable @discardableResult
  func finish() -> Int32 {
    storage.pointee.isRunning = false
    return reset()
  }

  /// Frees the statement and its spares.
  func destroy() {
    storage.pointee.spare?.destroy()
    storage.pointee.batch?.statement.destroy()
    sqlite3_finalize(handle)
    storage.pointee.arena.deallocate()
    storage.pointee.generation.release()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }
}
