import BenchmarkHarness
import GRDB

extension WithGRDB {
  package static func updateWhere(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.undo { db in
          let changed = try stopwatch.measure {
            try Entry.filter(Column("done") == false).updateAll(db, Column("quantity").set(to: 7))
          }
          return Digest(count: changed, sum: try sumOfQuantities(db))
        }
      }
    ]
  }

  package static func findUpdate(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.undo { db in
          try stopwatch.measure {
            for key in fixture.keys { try raise(key, db) }
          }
          return Digest(count: fixture.keys.count, sum: try sumOfQuantities(db))
        }
      }
    ]
  }

  package static func writeTransaction(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try stopwatch.measure {
          for key in fixture.keys { try pool.write { db in try raise(key, db) } }
        }
        return Digest(count: fixture.keys.count)
      }
    ]
  }

  /// Finds an entry, raises its quantity, and stores the whole row.
  private static func raise(_ key: Int64, _ db: Database) throws {
    var entry = try Entry.find(db, key: key)
    entry.quantity += 1
    try entry.update(db)
  }

  private static func sumOfQuantities(_ db: Database) throws -> UInt64 {
    try UInt64.fetchOne(db, sql: "SELECT sum(quantity) FROM entry") ?? 0
  }
}
