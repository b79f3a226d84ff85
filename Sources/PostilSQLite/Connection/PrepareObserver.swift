import CSQLite

/// Collects what SQLite's authorizer reports while a statement is prepared: the tables that it will change, directly, through
/// triggers and through delete rules, and whether it would begin or end a transaction, which only the connection may do.
/// Source: SQLite, "Compile-Time Authorization Callbacks".
final class PrepareObserver {
  /// The tables that the statement will change, its own first.
  private(set) var changedTables: [String] = []
  /// Whether the statement creates, alters or drops something: then it changes no rows, even if the authorizer reports a delete.
  private(set) var changesSchema = false
  /// Whether the statement was refused because it would begin or end a transaction.
  private(set) var hasRefused = false
  /// Whether the connection itself is at work, which begins and ends transactions. SQLite may prepare its statements again
  /// whenever they run.
  @exclusivity(unchecked) var allowsTransactionControl = true

  /// Prepares for the next statement.
  func reset() {
    changedTables.removeAll(keepingCapacity: true)
    changesSchema = false
    hasRefused = false
  }

  /// Begins to watch; the observer must live as long as the connection.
  func install(on handle: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      handle,
      { context, action, name, _, _, _ in
        guard let context else { return SQLITE_OK }
        let observer = Unmanaged<PrepareObserver>.fromOpaque(context).takeUnretainedValue()
        return observer.observe(action, name: name)
      }, context)
  }

  private func observe(_ action: Int32, name: UnsafePointer<CChar>?) -> Int32 {
    switch action {
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT:
      guard !allowsTransactionControl else { return SQLITE_OK }
      hasRefused = true
      return SQLITE_DENY
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      guard let name else { return SQLITE_OK }
      let table = String(cString: name)
      if !table.hasPrefix("sqlite_"), !changedTables.contains(table) { changedTables.append(table) }
      return SQLITE_OK
    case SQLITE_CREATE_INDEX...SQLITE_CREATE_VIEW, SQLITE_DROP_INDEX...SQLITE_DROP_VIEW, SQLITE_ALTER_TABLE,
      SQLITE_CREATE_VTABLE, SQLITE_DROP_VTABLE:
      changesSchema = true
      return SQLITE_OK
    default:
      return SQLITE_OK
    }
  }
}
