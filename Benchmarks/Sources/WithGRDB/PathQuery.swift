import BenchmarkHarness
import GRDB

extension WithGRDB {
  package static func pathQuery(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.read { db in
          try stopwatch.measure {
            var digest = Digest()
            for name in fixture.names {
              let folder = Entry.folder.filter(Column("name") == name)
              for entry in try Entry.joining(required: folder).fetchAll(db) { entry.add(to: &digest) }
            }
            return digest
          }
        }
      },
      Trial("statement") { stopwatch in
        try pool.read { db in
          try stopwatch.measure {
            var digest = Digest()
            let statement = try db.cachedStatement(
              sql: "SELECT entry.* FROM entry JOIN folder ON folder.id = entry.folder_id WHERE folder.name = ?")
            for name in fixture.names {
              for entry in try Entry.fetchAll(statement, arguments: [name]) { entry.add(to: &digest) }
            }
            return digest
          }
        }
      },
    ]
  }
}
