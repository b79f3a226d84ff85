import BenchmarkHarness
import GRDB

extension WithGRDB {
  package static func scanStream(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.read { db in
          try stopwatch.measure {
            var digest = Digest()
            let entries = try Entry.fetchCursor(db)
            while let entry = try entries.next() { entry.add(to: &digest) }
            return digest
          }
        }
      }
    ]
  }

  package static func scanArray(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.read { db in
          let entries = try stopwatch.measure { try Entry.fetchAll(db) }
          var digest = Digest()
          for entry in entries { entry.add(to: &digest) }
          return digest
        }
      }
    ]
  }

  /// Streams every entry of the file once: the child process whose memory is measured.
  package static func stream(_ path: String) throws -> Digest {
    guard let trial = try scanStream(Fixture(path: path)).first else { return Digest() }
    return try trial.run(Stopwatch())
  }
}
