import Foundation
import Postil
import PostilPostgreSQL

/// The same cases with Postil.
struct WithPostil {
  let store: PostgreSQLStore
  let fixture: Fixture

  /// Ends a transaction whose changes aren't kept.
  private struct Undo: Error {
    let digest: Digest
  }

  private func undo(_ body: (PostgreSQLWriteTransaction) throws -> Digest) throws -> Digest {
    do {
      return try store.write { db in throw Undo(digest: try body(db)) }
    } catch let undo as Undo {
      return undo.digest
    }
  }

  func insert(_ stopwatch: Stopwatch) throws -> Digest {
    try undo { db in
      try stopwatch.measure {
        var digest = Digest()
        for number in 0..<fixture.operations {
          _ = try fixture.draft(number).insert(in: db)
          digest.add(1)
        }
        return digest
      }
    }
  }

  func insertMany(_ stopwatch: Stopwatch) throws -> Digest {
    let drafts = fixture.drafts
    return try undo { db in
      try stopwatch.measure {
        var digest = Digest()
        for _ in 0..<(try Entry.insert(drafts, in: db)) { digest.add(1) }
        return digest
      }
    }
  }

  func lookUp(_ stopwatch: Stopwatch) throws -> Digest {
    try store.read { db in
      try stopwatch.measure {
        var digest = Digest()
        for key in fixture.keys {
          if let entry = try Entry.fetch(Entry.ID(key), in: db) { digest.add(entry) }
        }
        return digest
      }
    }
  }

  func scan(_ stopwatch: Stopwatch) throws -> Digest {
    try store.read { db in
      try stopwatch.measure {
        var digest = Digest()
        try Entry.all.forEach(in: db) { digest.add($0) }
        return digest
      }
    }
  }

  func addToTags(members: Int, _ stopwatch: Stopwatch) throws -> Digest {
    let owner = Entry.ID(fixture.owner(of: members))
    return try undo { db in
      try stopwatch.measure {
        var digest = Digest()
        for key in fixture.newTags {
          try Entry.addToTags(Tag.ID(key), of: owner, in: db)
          digest.add(key)
        }
        return digest
      }
    }
  }

  func loadEagerly(_ stopwatch: Stopwatch) throws -> Digest {
    try store.read { db in
      try stopwatch.measure {
        var digest = Digest()
        let (first, last) = (Entry.ID(fixture.eagerEntries.lowerBound), Entry.ID(fixture.eagerEntries.upperBound))
        for _ in 1...fixture.eagerLoads {
          let entries = try Entry.where { $0.id > first && $0.id <= last }.order { $0.id }.with { $0.tags }
            .fetchAll(in: db)
          for (entry, tags) in entries {
            digest.add(entry)
            for tag in tags { digest.add(tag.id.rawValue) }
          }
        }
        return digest
      }
    }
  }

  func transactions(_ stopwatch: Stopwatch) throws -> Digest {
    try stopwatch.measure {
      var digest = Digest()
      for key in fixture.keys {
        try store.read { db in
          if let entry = try Entry.fetch(Entry.ID(key), in: db) { digest.add(entry) }
        }
      }
      return digest
    }
  }
}
