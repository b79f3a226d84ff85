import BenchmarkHarness
import GRDB

extension WithGRDB {
  static let selectSQL = """
    SELECT id, title, note, quantity, rank, price, done, due_at, folder_id FROM entry WHERE id = ?
    """

  package static func lookupKey(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.read { db in
          try stopwatch.measure {
            var digest = Digest()
            for key in fixture.keys { try Entry.find(db, key: key).add(to: &digest) }
            return digest
          }
        }
      },
      Trial("statement") { stopwatch in
        try pool.read { db in
          try stopwatch.measure {
            var digest = Digest()
            let statement = try db.cachedStatement(sql: selectSQL)
            for key in fixture.keys { try Entry.fetchOne(statement, arguments: [key])?.add(to: &digest) }
            return digest
          }
        }
      },
    ]
  }

  package static func lookupTransaction(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try stopwatch.measure {
          var digest = Digest()
          for key in fixture.keys { try pool.read { db in try Entry.find(db, key: key) }.add(to: &digest) }
          return digest
        }
      },
      Trial("statement") { stopwatch in
        try stopwatch.measure {
          var digest = Digest()
          for key in fixture.keys {
            let entry = try pool.read { db in
              try Entry.fetchOne(db.cachedStatement(sql: selectSQL), arguments: [key])
            }
            entry?.add(to: &digest)
          }
          return digest
        }
      },
    ]
  }
}
