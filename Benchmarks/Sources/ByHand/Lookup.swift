import BenchmarkHarness
import SystemSQLite

extension ByHand {
  package static func lookupKey(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let select = try session.connection.prepare("SELECT \(Entry.columns) FROM entry WHERE id = ?1")
    return [
      Trial { stopwatch in
        try session.read {
          try stopwatch.measure {
            var digest = Digest()
            for key in fixture.keys { try find(key, select).add(to: &digest) }
            return digest
          }
        }
      }
    ]
  }

  package static func lookupTransaction(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let select = try session.connection.prepare("SELECT \(Entry.columns) FROM entry WHERE id = ?1")
    return [
      Trial { stopwatch in
        try stopwatch.measure {
          var digest = Digest()
          for key in fixture.keys { try session.read { try find(key, select) }.add(to: &digest) }
          return digest
        }
      }
    ]
  }

  /// The entry with this key.
  @inline(__always)
  static func find(_ key: Int64, _ select: OpaquePointer) throws -> Entry {
    sqlite3_bind_int64(select, 1, key)
    guard sqlite3_step(select) == SQLITE_ROW else { throw BenchmarkFailure("no entry \(key)") }
    let entry = Entry(select)
    sqlite3_reset(select)
    return entry
  }
}
