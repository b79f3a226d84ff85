import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil {
  package static func insertOrdered(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    let owner = Playlist.ID(fixture.owner)
    return [
      Trial { stopwatch in
        try Undo.digest {
          try store.write { db in
            try stopwatch.measure {
              for (key, index) in zip(fixture.keys, fixture.indexes) {
                try Playlist.insertIntoTracks(Track.ID(key), at: index, of: owner, in: db)
              }
            }
            let sum = try integer(PlainTrack.trackOrderSQL(fixture.owner), in: db)
            throw Undo(Digest(count: fixture.keys.count, sum: sum))
          }
        }
      }
    ]
  }
}
