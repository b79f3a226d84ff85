import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil {
  package static func insertBulk(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    let drafts = fixture.rows.map(\.draft)
    let localDrafts = fixture.rows.map(\.localDraft)
    return [
      Trial { stopwatch in
        try stopwatch.measure {
          try store.write { db in _ = try Entry.insert(drafts, in: db) }
        }
        return Digest(count: drafts.count)
      },
      Trial("same module") { stopwatch in
        try stopwatch.measure {
          try store.write { db in _ = try LocalEntry.insert(localDrafts, in: db) }
        }
        return Digest(count: localDrafts.count)
      },
    ]
  }

  package static func insertEach(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    let drafts = fixture.rows.map(\.draft)
    return [
      Trial { stopwatch in
        try Undo.digest {
          try store.write { db in
            let digest = try stopwatch.measure {
              var digest = Digest()
              for draft in drafts {
                digest.count += 1
                digest.sum &+= UInt64(try draft.insert(in: db).id.rawValue)
              }
              return digest
            }
            throw Undo(digest)
          }
        }
      }
    ]
  }
}
