import BenchmarkHarness
import SystemSQLite

extension ByHand {
  package static func scanStream(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let select = try session.connection.prepare("SELECT \(Entry.columns) FROM entry")
    return [
      Trial { stopwatch in
        try session.read {
          try stopwatch.measure {
            var digest = Digest()
            try select.forEachRow(on: session.connection) { Entry(select).add(to: &digest) }
            return digest
          }
        }
      }
    ]
  }

  package static func scanArray(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let select = try session.connection.prepare("SELECT \(Entry.columns) FROM entry")
    return [
      Trial { stopwatch in
        try session.read {
          let entries = try stopwatch.measure {
            var entries: [Entry] = []
            try select.forEachRow(on: session.connection) { entries.append(Entry(select)) }
            return entries
          }
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
