import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil: ObservationContender {
  package static func observation(_ fixture: Fixture) throws -> any ObservedDatabase {
    Observed(store: try store(fixture))
  }

  private struct Observed: ObservedDatabase {
    let store: SQLiteStore

    func raise(_ key: Int64) throws {
      try store.write { db in
        let entry = Entry.where { $0.id == Entry.ID(key) }
        try entry.update(in: db) { [$0.quantity.set($0.quantity + 1)] }
      }
    }

    func quantities(ofFolder key: Int64) -> any AsyncSequence<Int, any Error> & Sendable {
      store.observe { db in
        try Entry.where { $0.folderID == Folder.ID(key) }.select { $0.quantity.total() }.fetchOne(in: db).map {
          Int($0)
        }
          ?? 0
      }
    }

    func folders(upTo key: Int64) -> any AsyncSequence<Int, any Error> & Sendable {
      store.observe { db in try Folder.where { $0.id <= Folder.ID(key) }.count(in: db) }
    }
  }
}
