import BenchmarkHarness
import GRDB

/// GRDB as its documentation recommends it for speed: a database pool, records by hand whose `init(row:)` reads columns by
/// position, statements from the cache, and its statement level for bulk inserts.
package enum WithGRDB: Contender {
  package static let name = "GRDB"

  /// A pool with the settings that all contenders share.
  static func pool(_ fixture: Fixture) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA cache_size = \(SharedSettings.cacheSize)")
    }
    let pool = try DatabasePool(path: fixture.path, configuration: configuration)
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = \(fixture.waitsForDisk ? "FULL" : "NORMAL")")
    }
    return pool
  }

  package static func settings(_ fixture: Fixture) throws -> [String: String] {
    try pool(fixture).writeWithoutTransaction { db in
      var settings: [String: String] = [:]
      for pragma in SharedSettings.pragmas {
        settings[pragma] = try String.fetchOne(db, sql: "PRAGMA \(pragma)")
      }
      return settings
    }
  }
}

extension DatabasePool {
  /// Runs `body` in a write transaction that is undone.
  func undo(_ body: (Database) throws -> Digest) throws -> Digest {
    try Undo.digest {
      try write { db in throw Undo(try body(db)) }
    }
  }
}
