import CSQLite
import PostilQuery
import PostilSQL

extension SQLiteConnection {
  /// Adds functions and collations that do nothing, for those that `sql` uses and SQLite doesn't have. Databases in memory that only
  /// show the result of a schema can then create what programs with functions of their own create.
  package func addStandIns(for sql: String) throws {
    sqlite3_collation_needed(handle, nil) { _, handle, _, name in
      sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, { _, _, _, _, _ in 0 }, nil)
    }
    let tokens = SQLLexer.tokens(of: sql)
    let calls = Set(zip(tokens, tokens.dropFirst()).filter { $0.1.is("(") }.map(\.0.foldedName))
    let missing = calls.subtracting(standIns).subtracting(try Self.builtInFunctions())
    standIns.formUnion(missing)
    for name in missing {
      sqlite3_create_function_v2(
        handle, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
        { call, _, _ in sqlite3_result_null(call) }, nil, nil, nil)
    }
  }

  /// The functions that every connection has.
  private static func builtInFunctions() throws -> Set<String> {
    try functionNames.withLock { names in
      if let names { return names }
      let found = Set(
        try SQLiteConnection(path: ":memory:").texts("SELECT DISTINCT lower(name) FROM pragma_function_list"))
      names = found
      return found
    }
  }

  private static let functionNames = Mutex<Set<String>?>(nil)
}
