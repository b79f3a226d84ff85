import BenchmarkHarness
import SystemSQLite

extension ByHand {
  /// Fills a file that has the schema but no rows, and leaves no write-ahead log beside it.
  package static func populate(_ template: Template, at path: String) throws {
    let connection = try Connection(path, waitsForDisk: false)
    try connection.execute("BEGIN")
    switch template {
    case .empty(let folders):
      try addFolders(folders, connection)
    case .entries(let rows, let folders): try addEntries(rows, folders, connection)
    case .relationships(let sizes, let spare):
      try addRelationships(sizes, spare, connection)
    case .members(let rows, let folders): try addMembers(rows, folders, connection)
    case .samples(let count):
      let insert = try connection.prepare(SampleValues.insertSQL)
      for index in 0..<count {
        SampleValues(index: index).bind(to: insert)
        try insert.run(on: connection)
      }
    case .documents(let count):
      try addDocuments(count, connection)
    case .playlists(let sizes, let spare):
      try addPlaylists(sizes, spare, connection)
    }
    try connection.execute("COMMIT")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// What `entry` holds, before its rows are removed again: for cases that commit.
  package static func digestAndEmptyEntries(_ fixture: Fixture) throws -> Digest {
    let connection = try Connection(fixture.path, waitsForDisk: false)
    let digest = Digest(
      count: Int(try connection.integer("SELECT count(*) FROM entry")),
      sum: UInt64(
        bitPattern: try connection.integer(
          """
          SELECT sum(quantity + rank + folder_id + done + length(title) * 7 + length(note) + CAST(price * 100 AS INTEGER)
            + coalesce(unixepoch(due_at), 0)) FROM entry
          """)))
    try connection.execute("DELETE FROM entry")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return digest
  }

  /// The sum of all quantities: it grows with every update of one row.
  package static func sumOfQuantities(_ fixture: Fixture) throws -> Digest {
    let connection = try Connection(fixture.path, waitsForDisk: false)
    let sum = try connection.integer("SELECT sum(quantity) FROM entry")
    try connection.execute("UPDATE entry SET quantity = quantity - 1 WHERE id IN (\(list(fixture.keys)))")
    return Digest(count: fixture.keys.count, sum: UInt64(sum))
  }

  private static func list(_ keys: [Int64]) -> String { Set(keys).map(String.init).joined(separator: ", ") }

  private static func addFolders(_ count: Int, _ connection: Connection) throws {
    try connection.execute(
      """
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
      INSERT INTO folder (id, name) SELECT n, 'folder ' || n FROM number
      """)
  }

  private static func addEntries(_ rows: Int, _ folders: Int, _ connection: Connection) throws {
    try addFolders(folders, connection)
    let insert = try connection.prepare(EntryValues.insertSQL)
    for index in 0..<rows {
      EntryValues(index: index, folders: folders).bind(to: insert)
      try insert.run(on: connection)
    }
  }

  private static func addMembers(_ rows: Int, _ folders: Int, _ connection: Connection) throws {
    try addEntries(rows, folders, connection)
    try connection.execute(
      """
      INSERT INTO tag (id, name) SELECT id, 'tag ' || id FROM folder;
      INSERT INTO entry_tags (entry_id, tag_id)
      SELECT entry.id, (entry.id * 7 + value) % \(folders) + 1 FROM entry, json_each('[0, 1, 2]') ORDER BY 1, 2;
      INSERT INTO step (text, done, entry_id)
      SELECT 'step ' || value || ' of ' || entry.id, 0, entry.id FROM json_each('[1, 2, 3]'), entry;
      """)
  }

  private static func addRelationships(_ sizes: [Int], _ spare: Int, _ connection: Connection) throws {
    try addFolders(1, connection)
    let insert = try connection.prepare(EntryValues.insertSQL)
    for index in 0...sizes.count {
      EntryValues(index: index, folders: 1).bind(to: insert)
      try insert.run(on: connection)
    }
    let largest = sizes.max() ?? 0
    let numbers = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n <"
    try connection.execute(
      "\(numbers) \(largest + spare)) INSERT INTO tag (id, name) SELECT n, 'tag ' || n FROM number")
    for (index, size) in sizes.enumerated() {
      try connection.execute(
        """
        \(numbers) \(size)) INSERT INTO entry_tags (entry_id, tag_id) SELECT \(index + 1), n FROM number;
        \(numbers) \(size)) INSERT INTO step (text, done, entry_id) SELECT 'step ' || n, 0, \(index + 1) FROM number;
        """)
    }
    try connection.execute(
      "\(numbers) \(spare)) INSERT INTO step (text, done, entry_id) SELECT 'spare ' || n, 0, \(sizes.count + 1) FROM number"
    )
  }
}
