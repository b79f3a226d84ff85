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
            let sum = try integer(
              """
              SELECT sum(place * (id % 1000)) FROM (SELECT id, row_number() OVER (ORDER BY tracks_position) AS place
                FROM track WHERE playlist_id = \(fixture.owner))
              """, in: db)
            throw Undo(Digest(count: fixture.keys.count, sum: sum))
          }
        }
      }
    ]
  }
}
