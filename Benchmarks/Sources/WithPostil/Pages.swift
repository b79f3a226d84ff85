import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil {
  private static var ordered: Query<Entry> { Entry.order { ($0.folderID, $0.id) } }

  package static func keysetPages(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    let start = try store.read { db in try ordered.page(size: fixture.depth).fetch(in: db).next }
    return [
      Trial { stopwatch in
        try store.read { db in
          try stopwatch.measure {
            var digest = Digest()
            var cursor = start
            for _ in 0..<fixture.count {
              let page = try ordered.page(after: cursor, size: Fixture.pageSize).fetch(in: db)
              for entry in page.rows { entry.add(to: &digest) }
              cursor = page.next
            }
            return digest
          }
        }
      }
    ]
  }

  package static func offsetPages(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try store.read { db in
          try stopwatch.measure {
            var digest = Digest()
            for page in 0..<fixture.count {
              let entries = try ordered.limit(Fixture.pageSize, offset: fixture.depth + page * Fixture.pageSize)
                .fetchAll(in: db)
              for entry in entries { entry.add(to: &digest) }
            }
            return digest
          }
        }
      }
    ]
  }
}
