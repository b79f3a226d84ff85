import CSQLite
import PostilQuery

#if !canImport(Darwin)
  import Synchronization
#endif

/// A connection to a database: its handle, its prepared statements and the transaction that is open on it.
///
/// One thread at a time uses a connection: the one that holds its slot in the pool. Only ``stop(_:_:)`` may be called from any
/// thread.
@usableFromInline
package final class SQLiteConnection {
  @usableFromInline package let handle: OpaquePointer
  package let path: String
  let options: SQLiteOptions
  let tables: [String: _TableDescription]
  let arityChecks: [_ArityCheck]
  let secretColumns: SecretColumns
  let observer = PrepareObserver()
  /// `nil` if statements aren't reported.
  let watch: StatementWatch?
  /// `nil` if the store has no hooks.
  @usableFromInline let hooks: _HookTable?

  /// The serial number of the transaction that is open, 0 where none is, and a flag where it cannot go on. It is atomic,
  /// for a transaction that outlived its block may ask while another thread uses the connection.
  @usableFromInline let state = Atomic<UInt64>(0)
  /// The thread of the open transaction's block, 0 if none is open.
  @usableFromInline let owner = Atomic<UInt>(0)
  /// Held while another thread stops the open transaction; contains whether the connection is closed.
  let stopping = Mutex(false)
  /// The timeout of the open transaction.
  @exclusivity(unchecked) var timeout: Duration?
  @exclusivity(unchecked) var lastSerial: UInt64 = 0
  /// Why the database rolled the open transaction back.
  var rollbackReason = ""
  /// The folded names of the triggers of the program's schema, `nil` if the connection has no schema.
  var knownTriggers: Set<String>?
  /// Whether the file has other triggers, which can change rows after they are written.
  @exclusivity(unchecked) @usableFromInline var hasForeignTriggers = false
  /// The names that the program's schema has for checks which have other names in the file, by the file's table and name.
  var checkNames: [String: [String: String]] = [:]
  /// The file, `nil` while the store is being opened, and for a database in memory.
  var file: DatabaseFile?
  /// How often the schema has changed, or may have changed. What is recorded of a statement is true for one version of the schema.
  @exclusivity(unchecked) @usableFromInline var schemaGeneration: UInt64 = 0
  /// How often SQLite had prepared the snapshot's statement again when the schema was last looked at.
  @exclusivity(unchecked) var snapshotPreparations: Int32 = 0
  /// The tables that the open transaction has changed.
  @exclusivity(unchecked) var changedTables: [String] = []
  /// The closures to run when the open transaction is committed.
  @exclusivity(unchecked) var afterCommit: [@Sendable () -> Void] = []
  /// The statement with which every transaction that writes begins: see ``SQLiteWriteTransaction/_beginTransactions(with:)``.
  @exclusivity(unchecked) var firstStatement: FixedStatement?
  let context = TransactionContext()
  /// For each open savepoint, what its end restores if it is undone: the number of closures, and the values of the context.
  @exclusivity(unchecked) var savepointMarks: [(afterCommit: Int, context: [String: String])] = []
  /// The innermost loop over rows, or insert of many elements, that is running: see ``surround(with:)``.
  @exclusivity(unchecked) @usableFromInline var surroundings: SQLiteStatement?
  @exclusivity(unchecked) @usableFromInline var lastSurroundingNumber: UInt64 = 0
  /// Collects what the open transaction changes, `nil` if nothing is observed.
  @exclusivity(unchecked) var changeRecorder: ChangeRecorder?
  /// What the observed statements access, by the bytes of their text.
  var accesses = StatementAccessCache()
  /// The models whose changed keys are collected, by their subscription.
  var keyJournals: [ReadIdentity: KeyJournal] = [:]
  var journalCount = 0
  let failures = FunctionFailures()
  @exclusivity(unchecked) var optimizeState = OptimizeState()
  /// The functions that were added by ``addStandIns(for:)``.
  var standIns: Set<String> = []
  /// What `PRAGMA data_version` was when the store last looked for commits of other processes.
  var dataVersion: [String]?

  // Nothing but this connection's own calls touches these, one at a time: no check is needed each time.
  @exclusivity(unchecked) @usableFromInline var fixedStatements: FixedStatementTable
  @exclusivity(unchecked) var renderedStatements: RenderedStatementCache
  private(set) var isClosed = false
  let process = ProcessMark()

  let beginReading: OpaquePointer
  let beginWriting: OpaquePointer
  let takeSnapshot: OpaquePointer
  let commitTransaction: OpaquePointer
  let rollbackTransaction: OpaquePointer
  let beginSavepoint: OpaquePointer
  let releaseSavepoint: OpaquePointer
  let rollbackSavepoint: OpaquePointer

  /// Opens the database at `path`, with the settings that every connection has.
  /// - Throws: ``DatabaseError`` if the file can't be opened, isn't a database, or is locked.
  /// - Parameter file: the file that the store has open already; `nil` for the store's first connection, which may create it.
  init(
    path: String, options: SQLiteOptions, tables: [String: _TableDescription], arityChecks: [_ArityCheck] = [],
    reporter: StatementReporter? = nil, file: DatabaseFile? = nil
  ) throws {
    self.path = path
    self.options = options
    self.tables = tables
    self.arityChecks = arityChecks
    hooks = _HookTable(options.hooks)
    secretColumns = SecretColumns(of: tables.values)
    watch = StatementWatch(
      trace: options.trace, reporter: reporter, isMonitored: options.monitor != nil, secretColumns: secretColumns)
    let handle = try Self.open(path, file, options: options)
    do {
      observer.install(on: handle)
      watch?.install(on: handle)
      if let slots = options.lookasideSlots { postil_set_lookaside(handle, Int32(clamping: max(slots, 0))) }
      // Before the first pragma, because a key must come first.
      try options.prepareConnection?(SQLiteSetup(handle: handle, path: path, failures: failures, watch: watch))
      try Self.configure(handle, path: path, options: options)
      context.install(on: handle)
      var prepared: [OpaquePointer] = []
      do {
        for sql in Self.controlStatements {
          prepared.append(try Self.prepare(sql, on: handle, path: path, isUntrusted: options.isUntrusted))
        }
      } catch {
        for statement in prepared { sqlite3_finalize(statement) }
        throw error
      }
      (beginReading, beginWriting, takeSnapshot, commitTransaction) = (
        prepared[0], prepared[1], prepared[2], prepared[3]
      )
      (rollbackTransaction, beginSavepoint) = (prepared[4], prepared[5])
      (releaseSavepoint, rollbackSavepoint) = (prepared[6], prepared[7])
    } catch {
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    fixedStatements = FixedStatementTable()
    renderedStatements = RenderedStatementCache(capacity: max(options.cachedStatements, 1))
    observer.allowsTransactionControl = false
    installStopCheck()
    if let monitor = options.monitor {
      let pages = try untraced { try texts("PRAGMA wal_autocheckpoint") }
      let recorder = BlockRecorder(monitor, checkpointPages: pages.first.flatMap { Int($0) } ?? 0)
      recorder.install(on: handle)
      watch?.recorder = recorder
    }
  }

  /// The statements that begin and end transactions, in the order of the properties that hold them. `BEGIN` alone takes no
  /// snapshot; the first statement that reads does, so one that reads nothing follows it.
  private static let controlStatements = [
    "BEGIN", "BEGIN IMMEDIATE", "SELECT 1 FROM sqlite_schema LIMIT 0", "COMMIT", "ROLLBACK",
    "SAVEPOINT postil", "RELEASE postil", "ROLLBACK TO postil",
  ]

  /// Opens the database at `path`, without the models of a program.
  /// - Throws: ``DatabaseError``
  package convenience init(path: String, options: SQLiteOptions = SQLiteOptions()) throws {
    try self.init(path: path, options: options, tables: [:])
  }

  deinit { close() }

  /// Frees every statement and closes the database. Calling it again does nothing.
  /// - Returns: the error if something still uses the database. SQLite then closes it as soon as that ends.
  @discardableResult
  package func close() -> DatabaseError? {
    guard !isClosed else { return nil }
    isClosed = true
    // Even closing a copied connection could release the locks of the other process.
    guard !process.isCopy else { return nil }
    stopping.withLock { $0 = true }
    fixedStatements.destroy()
    renderedStatements.destroy()
    for statement in [
      beginReading, beginWriting, takeSnapshot, commitTransaction, rollbackTransaction, beginSavepoint,
      releaseSavepoint,
      rollbackSavepoint,
    ] {
      sqlite3_finalize(statement)
    }
    let code = sqlite3_close(handle)
    guard code != SQLITE_OK else { return nil }
    defer { sqlite3_close_v2(handle) }
    return DatabaseError(opening: path, code: code, handle: handle, isUntrusted: options.isUntrusted)
  }

  /// Copies the write-ahead log into the file, as far as other connections allow it. Closing the last connection does this too, but
  /// without reporting errors.
  /// - Returns: the error, if there is one.
  func checkpointBeforeClosing() -> DatabaseError? {
    guard !options.isReadOnly, !isInMemory else { return nil }
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    guard ![SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) else { return nil }
    return DatabaseError(opening: path, code: code, handle: handle, isUntrusted: options.isUntrusted)
  }
}
