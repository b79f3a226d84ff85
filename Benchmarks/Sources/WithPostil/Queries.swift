import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil {
  package static func builtQuery(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try store.read { db in
          try stopwatch.measure {
            var digest = Digest()
            for (name, key) in zip(fixture.names, fixture.keys) {
              let entries = try Entry.where { $0.folder.name == name && $0.quantity > Int(key) }
                .where { !$0.done && $0.price >= 1 && $0.dueAt != nil }
                .order { ($0.price.descending, $0.id) }
                .limit(10)
                .fetchAll(in: db)
              for entry in entries { entry.add(to: &digest) }
            }
            return digest
          }
        }
      }
    ]
  }

  package static func eagerLoading(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try store.read { db in
          let rows = try stopwatch.measure { try Entry.all.with { ($0.tags, $0.steps) }.fetchAll(in: db) }
          var digest = Digest()
          for (entry, tags, steps) in rows {
            entry.add(to: &digest)
            let owner = entry.id.rawValue
            for tag in tags { digest.add(member: tag.id.rawValue, text: tag.name, of: owner) }
            for step in steps { digest.add(member: step.id.rawValue, text: step.text, of: owner) }
          }
          return digest
        }
      }
    ]
  }

  package static func aggregates(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try store.read { db in
          try stopwatch.measure {
            var digest = Digest()
            let groups = Entry.group { $0.folderID }
              .having { _ in SQL.count() > 1 }
              .select { ($0.folderID, SQL.count(), $0.quantity.sum(), $0.price.average(), $0.rank.max()) }
            for (folder, rows, sum, mean, maximum) in try groups.fetchAll(in: db) {
              digest.add(
                group: folder.rawValue, rows: rows, sum: Int64(sum ?? 0), mean: mean ?? 0, maximum: Int64(maximum ?? 0))
            }
            return digest
          }
        }
      }
    ]
  }
}
