import BenchmarkHarness
import SystemSQLite

extension ByHand {
  package static func builtQuery(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let columns = Entry.columns.split(separator: ", ").map { "entry.\($0)" }.joined(separator: ", ")
    let select = try session.connection.prepare(
      """
      SELECT \(columns) FROM entry JOIN folder ON folder.id = entry.folder_id
      WHERE folder.name = ?1 AND quantity > ?2 AND NOT done AND price >= 1 AND due_at IS NOT NULL
      ORDER BY price DESC, entry.id LIMIT 10
      """)
    return [
      Trial { stopwatch in
        try session.read {
          try stopwatch.measure {
            var digest = Digest()
            for (name, key) in zip(fixture.names, fixture.keys) {
              select.bind(name, at: 1)
              sqlite3_bind_int64(select, 2, key)
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

  private struct Member {
    let id: Int64
    let text: String
  }

  package static func eagerLoading(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let connection = session.connection
    let entries = try connection.prepare("SELECT \(Entry.columns) FROM entry")
    let tags = try connection.prepare(
      "SELECT entry_tags.entry_id, tag.id, tag.name FROM entry_tags JOIN tag ON tag.id = entry_tags.tag_id")
    let steps = try connection.prepare("SELECT entry_id, id, text FROM step")
    return [
      Trial { stopwatch in
        try session.read {
          let rows = try stopwatch.measure {
            var rows: [(entry: Entry, tags: [Member], steps: [Member])] = []
            var positions: [Int64: Int] = [:]
            try entries.forEachRow(on: connection) {
              let entry = Entry(entries)
              positions[entry.id] = rows.count
              rows.append((entry, [], []))
            }
            try tags.forEachRow(on: connection) {
              guard let position = positions[sqlite3_column_int64(tags, 0)] else { return }
              rows[position].tags.append(Member(id: sqlite3_column_int64(tags, 1), text: tags.text(at: 2)))
            }
            try steps.forEachRow(on: connection) {
              guard let position = positions[sqlite3_column_int64(steps, 0)] else { return }
              rows[position].steps.append(Member(id: sqlite3_column_int64(steps, 1), text: steps.text(at: 2)))
            }
            return rows
          }
          var digest = Digest()
          for row in rows {
            row.entry.add(to: &digest)
            for tag in row.tags { digest.add(member: tag.id, text: tag.text, of: row.entry.id) }
            for step in row.steps { digest.add(member: step.id, text: step.text, of: row.entry.id) }
          }
          return digest
        }
      }
    ]
  }

  package static func aggregates(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let select = try session.connection.prepare(
      """
      SELECT folder_id, count(*), sum(quantity), avg(price), max(rank) FROM entry GROUP BY folder_id HAVING count(*) > 1
      """)
    return [
      Trial { stopwatch in
        try session.read {
          try stopwatch.measure {
            var digest = Digest()
            try select.forEachRow(on: session.connection) {
              digest.add(
                group: sqlite3_column_int64(select, 0), rows: Int(sqlite3_column_int64(select, 1)),
                sum: sqlite3_column_int64(select, 2), mean: sqlite3_column_double(select, 3),
                maximum: sqlite3_column_int64(select, 4))
            }
            return digest
          }
        }
      }
    ]
  }
}
