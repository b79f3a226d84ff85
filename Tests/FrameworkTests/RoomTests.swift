import Foundation
import Postil
import Testing

@testable import RoomImport

@Suite("The database of an Android application, through its import")
struct RoomTests {
  private let file: FrameworkDatabase
  private let store: SQLiteStore

  init() throws {
    file = try FrameworkDatabase("Room")
    store = try SQLiteStore(path: file.path, schema: RoomImportSchema.self)
  }

  @Test("Rows are read, written and changed")
  func rows() throws {
    let before = try file.contents()
    try store.write { db in
      try FrameworkDatabase.rewrite(Playlist.self, in: db)
      try FrameworkDatabase.rewrite(Artist.self, in: db)
      try FrameworkDatabase.rewrite(Song.self, in: db)
      try FrameworkDatabase.rewrite(PlaylistSong.self, in: db)
    }
    #expect(try file.contents() == before)
    try store.write { db in
      let road = try Playlist.where { $0.name == "Road" }.fetchOnly(in: db)
      #expect(road.createdAt == Date(timeIntervalSince1970: 1_704_164_645.678) && road.isPinned)
      #expect(try road.songs.order { $0.title }.fetchAll(in: db).map(\.title) == ["Door", "Paint"])
      let song = try Song.Draft(id: "s3", title: "Oil", artistID: Artist.ID(1), duration: 60_000).insert(in: db)
      try PlaylistSong.Draft(playlistID: road.id, songID: song.id, position: 2).insert(in: db)
      #expect(try SongLength.where { $0.seconds == 60 }.fetchOnly(in: db).title == "Oil")
    }
  }
}
