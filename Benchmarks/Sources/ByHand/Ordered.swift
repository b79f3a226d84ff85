import BenchmarkHarness
import SystemSQLite

extension ByHand {
  /// The order as people keep it by hand: a number between those of the neighbours, found by their index.
  package static func insertOrdered(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let neighbours = try session.connection.prepare(PlainTrack.neighboursSQL)
    let move = try session.connection.prepare(PlainTrack.moveSQL)
    return [
      Trial { stopwatch in
        try session.undo {
          try stopwatch.measure {
            for (key, index) in zip(fixture.keys, fixture.indexes) {
              sqlite3_bind_int64(neighbours, 1, fixture.owner)
              sqlite3_bind_int64(neighbours, 2, Int64(max(index - 1, 0)))
              var positions: [Double] = []
              try neighbours.forEachRow(on: session.connection) {
                positions.append(sqlite3_column_double(neighbours, 0))
              }
              sqlite3_bind_int64(move, 1, fixture.owner)
              sqlite3_bind_double(move, 2, PlainTrack.position(at: index, between: positions))
              sqlite3_bind_int64(move, 3, key)
              try move.run(on: session.connection)
            }
          }
          return Digest(
            count: fixture.keys.count,
            sum: UInt64(bitPattern: try session.connection.integer(PlainTrack.orderSQL(fixture.owner))))
        }
      }
    ]
  }

  /// Fills `track` through the schema's own triggers, and `plain_track` with the same.
  static func addPlaylists(_ sizes: [Int], _ spare: Int, _ connection: Connection) throws {
    try connection.execute(PlainTrack.createSQL)
    let numbers = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n <"
    for (index, size) in (sizes + [spare]).enumerated() {
      try connection.execute(
        """
        INSERT INTO playlist (id, name) VALUES (\(index + 1), 'playlist \(index + 1)');
        \(numbers) \(size)) INSERT INTO track (title, playlist_id) SELECT 'track ' || n, \(index + 1) FROM number;
        \(numbers) \(size)) INSERT INTO plain_track (title, playlist_id, position)
        SELECT 'track ' || n, \(index + 1), n FROM number;
        """)
    }
  }
}
