import BenchmarkHarness
import SystemSQLite

extension ByHand {
  package static func keysetPages(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let select = try session.connection.prepare(
      """
      SELECT \(Entry.columns) FROM entry WHERE (folder_id, id) > (?1, ?2) ORDER BY folder_id, id LIMIT \(Fixture.pageSize)
      """)
    let first = try session.connection.prepare(
      "SELECT folder_id, id FROM entry ORDER BY folder_id, id LIMIT 1 OFFSET \(fixture.depth - 1)")
    var start: (folder: Int64, id: Int64) = (0, 0)
    try first.forEachRow(on: session.connection) {
      start = (sqlite3_column_int64(first, 0), sqlite3_column_int64(first, 1))
    }
    return [
      Trial { [start] stopwatch in
        try session.read {
          try stopwatch.measure {
            var digest = Digest()
            var last = start
            for _ in 0..<fixture.count {
              sqlite3_bind_int64(select, 1, last.folder)
              sqlite3_bind_int64(select, 2, last.id)
              var entries: [Entry] = []
              try select.forEachRow(on: session.connection) { entries.append(Entry(select)) }
              for entry in entries { entry.add(to: &digest) }
              if let entry = entries.last { last = (entry.folderID, entry.id) }
            }
            return digest
          }
        }
      }
    ]
  }

  package static func offsetPages(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let select = try session.connection.prepare(
      "SELECT \(Entry.columns) FROM entry ORDER BY folder_id, id LIMIT \(Fixture.pageSize) OFFSET ?1")
    return [
      Trial { stopwatch in
        try session.read {
          try stopwatch.measure {
            var digest = Digest()
            for page in 0..<fixture.count {
              sqlite3_bind_int64(select, 1, Int64(fixture.depth + page * Fixture.pageSize))
              var entries: [Entry] = []
              try select.forEachRow(on: session.connection) { entries.append(Entry(select)) }
              for entry in entries { entry.add(to: &digest) }
            }
            return digest
          }
        }
      }
    ]
  }
}
