import CSQLite
import PostilSQL

/// Collects what SQLite's authorizer reports while a statement is prepared: the tables that it will change, directly, through
/// triggers and through delete rules. Refuses statements that only the connection may run, see ``StatementRefusal``.
/// Source: SQLite, "Compile-Time Authorization Callbacks".
final class PrepareObserver {
  /// The tables that the statement will change, its own first.
  private(set) var changedTables: [String] = []
  /// Whether the statement creates, alters or drops something: then it changes no rows, even if the authorizer reports a delete.
  private(set) var changesSchema = false
  /// Whether it runs `PRAGMA optimize`, also as a table-valued function, which SQLite reports as reading only: it runs other statements
  /// that write.
  private(set) var optimizes = false
  /// Why the statement was refused, `nil` if it wasn't.
  private(set) var refusal: StatementRefusal?
  /// Whether the connection itself is at work, which begins and ends transactions. SQLite may prepare its statements again
  /// whenever they run.
  @exclusivity(unchecked) var allowsTransactionControl = true

  /// Whether a statement of the program is prepared. What it changes must not outlive its block.
  @exclusivity(unchecked) var isPreparing = false

  /// What the statement accesses, collected only if it isn't `nil`.
  var access: StatementAccess?

  /// Prepares for the next statement.
  func reset() {
    changedTables.removeAll(keepingCapacity: true)
    changesSchema = false
    optimizes = false
    refusal = nil
  }

  /// Starts to observe the connection. The observer must live as long as the connection.
  func install(on handle: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      handle,
      { context, action, name, column, database, _ in
        guard let context else { return SQLITE_OK }
        let observer = Unmanaged<PrepareObserver>.fromOpaque(context).takeUnretainedValue()
        return observer.observe(action, name: name, column: column, database: database)
      }, context)
  }

  private func observe(
    _ action: Int32, name: UnsafePointer<CChar>?, column: UnsafePointer<CChar>?, database: UnsafePointer<CChar>?
  ) -> Int32 {
    if isPreparing, let refusal = StatementRefusal(action, name, column, database) {
      self.refusal = refusal
      return SQLITE_DENY
    }
    if access != nil, let name { access?.note(action, table: String(cString: name), column: column) }
    switch action {
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT:
      guard !allowsTransactionControl else { return SQLITE_OK }
      refusal = .transactionControl
      return SQLITE_DENY
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      guard let name else { return SQLITE_OK }
      let table = String(cString: name)
      if !table.hasPrefix("sqlite_"), !changedTables.contains(table) { changedTables.append(table) }
      return SQLITE_OK
    case SQLITE_PRAGMA:
      if let name, String(cString: name).foldedName == "optimize" { optimizes = true }
      return SQLITE_OK
    case SQLITE_READ:
      if let name, sqlite3_stricmp(name, "pragma_optimize") == 0 { optimizes = true }
      return SQLITE_OK
    default:
      if Self.isSchemaChange(action) { changesSchema = true }
      return SQLITE_OK
    }
  }

  /// Whether something is created, altered or dropped.
  static func isSchemaChange(_ action: Int32) -> Bool {
    switch action {
    case SQLITE_CREATE_INDEX...SQLITE_CREATE_VIEW, SQLITE_DROP_INDEX...SQLITE_DROP_VIEW, SQLITE_ALTER_TABLE,
      SQLITE_CREATE_VTABLE, SQLITE_DROP_VTABLE:
      true
    default: false
    }
  }
}
