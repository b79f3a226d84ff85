import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil {
  package static func lookupKey(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try store.read { db in
          try stopwatch.measure {
            var digest = Digest()
            for key in fixture.keys { try Entry.find(Entry.ID(key), in: db).add(to: &digest) }
            return digest
          }
        }
      },
      Trial("same module") { stopwatch in
        try store.read { db in
          try stopwatch.measure {
            var digest = Digest()
            for key in fixture.keys { try LocalEntry.find(LocalEntry.ID(key), in: db).add(to: &digest) }
            return digest
          }
        }
      },
    ]
  }

  package static func lookupTransaction(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try stopwatch.measure {
          var digest = Digest()
          for key in fixture.keys {
            try store.read { db in try Entry.find(Entry.ID(key), in: db) }.add(to: &digest)
          }
          return digest
        }
      }
    ]
  }
}
