import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil {
  package static func scanStream(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try store.read { db in
          try stopwatch.measure {
            var digest = Digest()
            try Entry.all.forEach(in: db) { entry in entry.add(to: &digest) }
            return digest
          }
        }
      },
      Trial("same module") { stopwatch in
        try store.read { db in
          try stopwatch.measure {
            var digest = Digest()
            try LocalEntry.all.forEach(in: db) { entry in entry.add(to: &digest) }
            return digest
          }
        }
      },
    ]
  }

  package static func scanArray(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try store.read { db in
          let entries = try stopwatch.measure { try Entry.all.fetchAll(in: db) }
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
