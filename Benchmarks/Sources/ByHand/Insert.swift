import BenchmarkHarness
import SystemSQLite

extension ByHand {
  package static func insertBulk(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let insert = try session.connection.prepare(EntryValues.insertSQL)
    return [
      Trial { stopwatch in
        try stopwatch.measure {
          try session.write {
            for row in fixture.rows {
              row.bind(to: insert)
              try insert.run(on: session.connection)
            }
          }
        }
        return Digest(count: fixture.rows.count)
      }
    ]
  }

  package static func insertEach(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let insert = try session.connection.prepare(EntryValues.insertSQL)
    return [
      Trial { stopwatch in
        try session.undo {
          try stopwatch.measure {
            var digest = Digest()
            for row in fixture.rows {
              row.bind(to: insert)
              try insert.run(on: session.connection)
              digest.count += 1
              digest.sum &+= UInt64(sqlite3_last_insert_rowid(session.connection.handle))
            }
            return digest
          }
        }
      }
    ]
  }
}
