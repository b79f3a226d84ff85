import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil {
  package static func pathQuery(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try store.read { db in
          try stopwatch.measure {
            var digest = Digest()
            for name in fixture.names {
              let entries = try Entry.where { $0.folder.name == name }.fetchAll(in: db)
              for entry in entries { entry.add(to: &digest) }
            }
            return digest
          }
        }
      }
    ]
  }
}
