import BenchmarkHarness
import GRDB

/// A row of the join table: GRDB's way to relate many to many.
private struct EntryTag: PersistableRecord {
  static let databaseTableName = "entry_tags"
  static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .ignore)
  var entryID: Int64
  var tagID: Int64

  func encode(to container: inout PersistenceContainer) {
    container["entry_id"] = entryID
    container["tag_id"] = tagID
  }
}

extension WithGRDB {
  package static func addToTags(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    let sum = "SELECT sum(tag_id) FROM entry_tags WHERE entry_id = ?"
    return [
      Trial { stopwatch in
        try pool.undo { db in
          try stopwatch.measure {
            for key in fixture.keys { try EntryTag(entryID: fixture.owner, tagID: key).insert(db) }
          }
          return Digest(
            count: fixture.keys.count, sum: try UInt64.fetchOne(db, sql: sum, arguments: [fixture.owner]) ?? 0)
        }
      },
      Trial("statement") { stopwatch in
        try pool.undo { db in
          let added = try stopwatch.measure {
            var added = 0
            let statement = try db.cachedStatement(
              sql: "INSERT INTO entry_tags (entry_id, tag_id) VALUES (?, ?) ON CONFLICT DO NOTHING")
            for key in fixture.keys {
              statement.setUncheckedArguments([fixture.owner, key])
              try statement.execute()
              added += db.changesCount
            }
            return added
          }
          return Digest(count: added, sum: try UInt64.fetchOne(db, sql: sum, arguments: [fixture.owner]) ?? 0)
        }
      },
    ]
  }

  package static func addToSteps(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial("statement") { stopwatch in
        try pool.undo { db in
          let added = try stopwatch.measure {
            var added = 0
            let statement = try db.cachedStatement(sql: "UPDATE step SET entry_id = ? WHERE id = ?")
            for key in fixture.keys {
              statement.setUncheckedArguments([fixture.owner, key])
              try statement.execute()
              added += db.changesCount
            }
            return added
          }
          let sum = "SELECT sum(id) FROM step WHERE entry_id = ?"
          return Digest(count: added, sum: try UInt64.fetchOne(db, sql: sum, arguments: [fixture.owner]) ?? 0)
        }
      }
    ]
  }
}
