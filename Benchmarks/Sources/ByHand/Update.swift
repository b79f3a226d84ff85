import BenchmarkHarness
import SystemSQLite

extension ByHand {
  package static func updateWhere(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let update = try session.connection.prepare("UPDATE entry SET quantity = ?1 WHERE done = ?2")
    return [
      Trial { stopwatch in
        try session.undo {
          let changed = try stopwatch.measure {
            sqlite3_bind_int64(update, 1, 7)
            sqlite3_bind_int64(update, 2, 0)
            try update.run(on: session.connection)
            return Int(sqlite3_changes(session.connection.handle))
          }
          return Digest(count: changed, sum: UInt64(try session.connection.integer("SELECT sum(quantity) FROM entry")))
        }
      }
    ]
  }

  package static func findUpdate(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let (select, update) = try rowStatements(session)
    return [
      Trial { stopwatch in
        try session.undo {
          try stopwatch.measure {
            for key in fixture.keys { try raise(key, select, update, session.connection) }
          }
          return Digest(
            count: fixture.keys.count, sum: UInt64(try session.connection.integer("SELECT sum(quantity) FROM entry")))
        }
      }
    ]
  }

  package static func writeTransaction(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let (select, update) = try rowStatements(session)
    return [
      Trial { stopwatch in
        try stopwatch.measure {
          for key in fixture.keys { try session.write { try raise(key, select, update, session.connection) } }
        }
        return Digest(count: fixture.keys.count)
      }
    ]
  }

  private static func rowStatements(_ session: Session) throws -> (OpaquePointer, OpaquePointer) {
    (
      try session.connection.prepare("SELECT \(Entry.columns) FROM entry WHERE id = ?1"),
      try session.connection.prepare(
        """
        UPDATE entry SET title = ?1, note = ?2, quantity = ?3, rank = ?4, price = ?5, done = ?6, due_at = ?7, folder_id = ?8
        WHERE id = ?9
        """)
    )
  }

  /// Finds an entry, raises its quantity, and stores the whole row.
  @inline(__always)
  private static func raise(
    _ key: Int64, _ select: OpaquePointer, _ update: OpaquePointer, _ connection: Connection
  ) throws {
    var entry = try find(key, select)
    entry.quantity += 1
    entry.bind(to: update)
    try update.run(on: connection)
  }
}

extension Entry {
  /// Binds every column but the key, then the key.
  @inline(__always)
  fileprivate func bind(to statement: OpaquePointer) {
    statement.bind(title, at: 1)
    statement.bind(note, at: 2)
    sqlite3_bind_int64(statement, 3, Int64(quantity))
    sqlite3_bind_int64(statement, 4, Int64(rank))
    sqlite3_bind_double(statement, 5, price)
    sqlite3_bind_int64(statement, 6, done ? 1 : 0)
    statement.bind(dueAt, at: 7)
    sqlite3_bind_int64(statement, 8, folderID)
    sqlite3_bind_int64(statement, 9, id)
  }
}
