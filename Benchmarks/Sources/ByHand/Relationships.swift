import BenchmarkHarness
import SystemSQLite

extension ByHand {
  package static func addToTags(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let insert = try session.connection.prepare(
      "INSERT INTO entry_tags (entry_id, tag_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
    return [
      Trial { stopwatch in
        try session.undo {
          let added = try stopwatch.measure { try add(fixture, insert, session.connection) }
          return Digest(
            count: added,
            sum: UInt64(
              try session.connection.integer("SELECT sum(tag_id) FROM entry_tags WHERE entry_id = \(fixture.owner)")))
        }
      }
    ]
  }

  package static func addToSteps(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let update = try session.connection.prepare("UPDATE step SET entry_id = ?1 WHERE id = ?2")
    return [
      Trial { stopwatch in
        try session.undo {
          let added = try stopwatch.measure { try add(fixture, update, session.connection) }
          return Digest(
            count: added,
            sum: UInt64(
              try session.connection.integer("SELECT sum(id) FROM step WHERE entry_id = \(fixture.owner)")))
        }
      }
    ]
  }

  /// Runs a statement over the owner and each key, and counts the rows that it changed.
  @inline(__always)
  private static func add(_ fixture: Fixture, _ statement: OpaquePointer, _ connection: Connection) throws -> Int {
    var added = 0
    for key in fixture.keys {
      sqlite3_bind_int64(statement, 1, fixture.owner)
      sqlite3_bind_int64(statement, 2, key)
      try statement.run(on: connection)
      added += Int(sqlite3_changes(connection.handle))
    }
    return added
  }
}
