import BenchmarkHarness
import GRDB

extension WithGRDB: ObservationContender {
  package static func observation(_ fixture: Fixture) throws -> any ObservedDatabase {
    Observed(pool: try pool(fixture))
  }

  private struct Observed: ObservedDatabase {
    let pool: DatabasePool

    func raise(_ key: Int64) throws {
      try pool.write { db in
        _ = try Entry.filter(key: key).updateAll(db, Column("quantity") += 1)
      }
    }

    func quantities(ofFolder key: Int64) -> any AsyncSequence<Int, any Error> & Sendable {
      // What is observed doesn't depend on the values, which GRDB recommends to tell it.
      let observation = ValueObservation.trackingConstantRegion { db in
        try Int.fetchOne(db, Entry.filter(Column("folder_id") == key).select(sum(Column("quantity")))) ?? 0
      }
      return observation.removeDuplicates().values(in: pool)
    }

    func folders(upTo key: Int64) -> any AsyncSequence<Int, any Error> & Sendable {
      ValueObservation.trackingConstantRegion { db in try Folder.filter(Column("id") <= key).fetchCount(db) }
        .removeDuplicates().values(in: pool)
    }
  }
}
