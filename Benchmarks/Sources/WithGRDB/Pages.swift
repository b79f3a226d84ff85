import BenchmarkHarness
import GRDB

extension WithGRDB {
  private static var ordered: QueryInterfaceRequest<Entry> { Entry.order(Column("folder_id"), Column("id")) }

  package static func keysetPages(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    let start = try pool.read { db in try ordered.limit(1, offset: fixture.depth - 1).fetchOne(db) }
    return [
      Trial { stopwatch in
        try pool.read { db in
          try stopwatch.measure {
            var digest = Digest()
            var last = start
            for _ in 0..<fixture.count {
              let entries = try ordered.filter(
                sql: "(folder_id, id) > (?, ?)", arguments: [last?.folderID ?? 0, last?.id ?? 0]
              ).limit(Fixture.pageSize).fetchAll(db)
              for entry in entries { entry.add(to: &digest) }
              last = entries.last ?? last
            }
            return digest
          }
        }
      }
    ]
  }

  package static func offsetPages(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.read { db in
          try stopwatch.measure {
            var digest = Digest()
            for page in 0..<fixture.count {
              let entries = try ordered.limit(Fixture.pageSize, offset: fixture.depth + page * Fixture.pageSize)
                .fetchAll(db)
              for entry in entries { entry.add(to: &digest) }
            }
            return digest
          }
        }
      }
    ]
  }
}
