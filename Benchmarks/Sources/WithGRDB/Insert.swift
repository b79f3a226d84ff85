import BenchmarkHarness
import GRDB

extension WithGRDB {
  static let insertSQL = """
    INSERT INTO entry (title, note, quantity, rank, price, done, due_at, folder_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """

  package static func insertBulk(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    let records = fixture.rows.map(NewEntry.init)
    return [
      Trial { stopwatch in
        try stopwatch.measure {
          try pool.write { db in
            for var record in records { try record.insert(db) }
          }
        }
        return Digest(count: records.count)
      },
      Trial("statement") { stopwatch in
        try stopwatch.measure {
          try pool.write { db in
            let statement = try db.cachedStatement(sql: insertSQL)
            for row in fixture.rows {
              statement.setUncheckedArguments([
                row.title, row.note, row.quantity, row.rank, row.price, row.done, row.dueAt.map(Timestamp.init),
                row.folderID,
              ])
              try statement.execute()
            }
          }
        }
        return Digest(count: fixture.rows.count)
      },
    ]
  }

  package static func insertEach(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    let records = fixture.rows.map(NewEntry.init)
    return [
      Trial { stopwatch in
        try pool.undo { db in
          try stopwatch.measure {
            var digest = Digest()
            for var record in records {
              try record.insert(db)
              digest.count += 1
              digest.sum &+= UInt64(record.id ?? 0)
            }
            return digest
          }
        }
      },
      Trial("statement") { stopwatch in
        try pool.undo { db in
          try stopwatch.measure {
            var digest = Digest()
            let statement = try db.cachedStatement(sql: insertSQL)
            for row in fixture.rows {
              statement.setUncheckedArguments([
                row.title, row.note, row.quantity, row.rank, row.price, row.done, row.dueAt.map(Timestamp.init),
                row.folderID,
              ])
              try statement.execute()
              digest.count += 1
              digest.sum &+= UInt64(db.lastInsertedRowID)
            }
            return digest
          }
        }
      },
    ]
  }
}
