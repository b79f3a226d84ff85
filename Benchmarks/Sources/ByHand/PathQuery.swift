import BenchmarkHarness
import SystemSQLite

extension ByHand {
  package static func pathQuery(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let columns = Entry.columns.split(separator: ", ").map { "entry.\($0)" }.joined(separator: ", ")
    let select = try session.connection.prepare(
      "SELECT \(columns) FROM entry JOIN folder ON folder.id = entry.folder_id WHERE folder.name = ?1")
    return [
      Trial { stopwatch in
        try session.read {
          try stopwatch.measure {
            var digest = Digest()
            for name in fixture.names {
              select.bind(name, at: 1)
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
