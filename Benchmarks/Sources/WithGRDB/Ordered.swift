import BenchmarkHarness
import GRDB

extension WithGRDB {
  /// GRDB keeps no order: the same by hand as over the C API.
  package static func insertOrdered(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial("statement") { stopwatch in
        try pool.undo { db in
          try stopwatch.measure {
            let neighbours = try db.cachedStatement(sql: PlainTrack.neighboursSQL)
            let move = try db.cachedStatement(sql: PlainTrack.moveSQL)
            for (key, index) in zip(fixture.keys, fixture.indexes) {
              let positions = try Double.fetchAll(neighbours, arguments: [fixture.owner, max(index - 1, 0)])
              let position = PlainTrack.position(at: index, between: positions)
              try move.execute(arguments: [fixture.owner, position, key])
            }
          }
          let sum = try Int64.fetchOne(db, sql: PlainTrack.orderSQL(fixture.owner)) ?? 0
          return Digest(count: fixture.keys.count, sum: UInt64(bitPattern: sum))
        }
      }
    ]
  }
}
