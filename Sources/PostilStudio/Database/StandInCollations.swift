import CSQLite
import PostilSQLite

extension SQLiteOptions {
  /// Opens a file for reading, also if its tables use collations that only the program has that created it.
  ///
  /// A collation that ignores the case of ASCII letters takes their place, as most of them do. A file isn't written with it, because
  /// entries of indexes would be in the wrong places.
  static func reading(busyTimeout: Duration? = nil, maximumConnections: Int? = nil) -> SQLiteOptions {
    var options = SQLiteOptions(isReadOnly: true)
    if let busyTimeout { options.busyTimeout = busyTimeout }
    if let maximumConnections { options.maximumConnections = maximumConnections }
    options.prepareConnection = { db in
      sqlite3_collation_needed(db.handle, nil) { _, connection, _, name in
        sqlite3_create_collation_v2(
          connection, name, SQLITE_UTF8, nil,
          { _, leftCount, left, rightCount, right in
            let count = min(leftCount, rightCount)
            let order = sqlite3_strnicmp(
              left?.assumingMemoryBound(to: CChar.self), right?.assumingMemoryBound(to: CChar.self), count)
            return order == 0 ? leftCount - rightCount : order
          }, nil)
      }
    }
    return options
  }
}
