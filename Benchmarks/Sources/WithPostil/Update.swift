import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil {
  private static let sumOfQuantities: RawSQL = "SELECT sum(quantity) FROM entry"

  package static func updateWhere(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try Undo.digest {
          try store.write { db in
            let changed = try stopwatch.measure {
              try Entry.where { !$0.done }.update(in: db) { [$0.quantity.set(7)] }
            }
            throw Undo(Digest(count: changed, sum: try integer(sumOfQuantities, in: db)))
          }
        }
      }
    ]
  }

  package static func findUpdate(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try Undo.digest {
          try store.write { db in
            try stopwatch.measure {
              for key in fixture.keys { try raise(Entry.ID(key), in: db) }
            }
            throw Undo(Digest(count: fixture.keys.count, sum: try integer(sumOfQuantities, in: db)))
          }
        }
      }
    ]
  }

  package static func writeTransaction(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try stopwatch.measure {
          for key in fixture.keys { try store.write { db in try raise(Entry.ID(key), in: db) } }
        }
        return Digest(count: fixture.keys.count)
      }
    ]
  }

  /// Finds an entry, raises its quantity, and stores the whole row.
  private static func raise(_ id: Entry.ID, in db: some WriteTransaction) throws {
    var entry = try Entry.find(id, in: db)
    entry.quantity += 1
    try entry.update(in: db)
  }
}
