import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil {
  package static func addToTags(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    let owner = Entry.ID(fixture.owner)
    return [
      Trial { stopwatch in
        try Undo.digest {
          try store.write { db in
            let added = try stopwatch.measure {
              var added = 0
              for key in fixture.keys where try Entry.addToTags(Tag.ID(key), of: owner, in: db) { added += 1 }
              return added
            }
            let sum = try integer("SELECT sum(tag_id) FROM entry_tags WHERE entry_id = \(owner)", in: db)
            throw Undo(Digest(count: added, sum: sum))
          }
        }
      }
    ]
  }

  package static func addToSteps(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    let owner = Entry.ID(fixture.owner)
    return [
      Trial { stopwatch in
        try Undo.digest {
          try store.write { db in
            try stopwatch.measure {
              for key in fixture.keys { try Entry.addToSteps(Step.ID(key), of: owner, in: db) }
            }
            let sum = try integer("SELECT sum(id) FROM step WHERE entry_id = \(owner)", in: db)
            throw Undo(Digest(count: fixture.keys.count, sum: sum))
          }
        }
      }
    ]
  }

  /// The only integer of a query.
  static func integer(_ sql: RawSQL, in db: some ReadTransaction) throws -> UInt64 {
    UInt64(try db.fetchFirst(sql.rendered()) { row in try row.readInt64() } ?? 0)
  }
}
