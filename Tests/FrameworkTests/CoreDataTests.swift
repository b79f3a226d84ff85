import Foundation
import Postil
import PostilImport
import PostilTestSupport
import Testing

@testable import CoreDataImport

/// The files in `CoreData/Goldens` are what the import of `Store.sql` with `Tasks.xcdatamodeld` writes.
@Suite("The store of a Core Data application, through its import")
struct CoreDataTests {
  private static let isRecording = ProcessInfo.processInfo.environment["POSTIL_RECORD"] == "1"
  private static let source = FrameworkDatabase.folder(of: "CoreData")

  private let folder: TemporaryFolder
  private let result: StoreImport.Result
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    let files = folder.url.appending(path: ".default_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    try Data("a big photo".utf8).write(to: files.appending(path: "0A0B0C0D-0000-4000-8000-000000000001"))
    try RawDatabase(path: folder.path("default.store"), foreignKeys: false).execute(
      String(contentsOf: Self.source.appending(path: "Store.sql"), encoding: .utf8))
    var storeImport = StoreImport(target: "CoreDataImport")
    storeImport.dataModel = Self.source.appending(path: "Tasks.xcdatamodeld").path
    result = try storeImport.run(store: folder.path("default.store"), copy: folder.path("tasks.sqlite"))
    store = try SQLiteStore(path: folder.path("tasks.sqlite"), schema: CoreDataImportSchema.self)
  }

  @Test("The imported files are those of the compiled target, byte for byte")
  func goldens() throws {
    let goldens = Self.source.appending(path: "Goldens")
    if Self.isRecording {
      for file in result.files { try Data(file.text.utf8).write(to: goldens.appending(path: file.name)) }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: goldens.path).sorted()
    #expect(names == result.files.map(\.name).sorted())
    for file in result.files {
      let golden = try? String(contentsOf: goldens.appending(path: file.name), encoding: .utf8)
      #expect(golden == file.text, "\(file.name)")
    }
    #expect(
      result.copied.map { "\($0.table) \($0.rows)" } == [
        "item 3", "media 3", "passport 1", "project 2", "tag 3", "item_tags 4", "tag_related 2",
      ])
  }

  @Test("The copied rows have the values, relationships and order of the store")
  func rows() throws {
    try store.read { db in
      let oil = try Item.where { $0.title == "Oil the door" }.fetchOnly(in: db)
      #expect(oil.dueAt == Date(timeIntervalSinceReferenceDate: 700_000_000.123456))
      #expect(oil.price == 12.5 && oil.score == 0.25 && oil.priority == 2 && !oil.isDone)
      #expect(oil.token == UUID(uuidString: "AB69DE5F-61EF-4AEC-8AFD-2C34A07223F7"))
      #expect(oil.website == URL(string: "https://a.example/b") && oil.labels == ["a", "b\"ü"])
      #expect(oil.photo == Data("small".utf8) && oil.homeCity == "Oslo" && oil.homeStreet == "Quay 3")
      #expect(try oil.tags.fetchAll(in: db).map(\.name) == ["urgent", "home", "late"])
      #expect(try oil.children.order { $0.id }.fetchAll(in: db).map(\.photo) == [Data("a big photo".utf8), nil])
      let home = try oil.project(in: db)
      #expect(home.id == UUID(uuidString: "0B5C6A3E-1111-4222-8333-444455556666"))
      #expect(try home.items.fetchAll(in: db).map(\.title) == ["Paint the fence", "Oil the door"])
      let work = try Project.where { $0.name == "Work" }.fetchOnly(in: db)
      #expect(try work.passport(in: db)?.number == "P-1")
      let urgent = try Tag.where { $0.name == "urgent" }.fetchOnly(in: db)
      #expect(try urgent.related.fetchAll(in: db).map(\.name) == ["home"])
      #expect(try Tag.where { $0.name == "home" }.fetchOnly(in: db).related.fetchAll(in: db).map(\.name) == ["urgent"])
      let media = try Media.all.order { $0.id }.fetchAll(in: db)
      #expect(media.map(\.entity) == [.song, .video, .video])
      #expect(media.map(\.codec) == ["aac", "h264", "vp9"])
      #expect(media.map(\.width) == [nil, 1920, 640])
    }
  }

  @Test("The copy is an ordinary database: orders, limits and delete rules work")
  func writing() throws {
    try store.write { db in
      let home = try Project.where { $0.name == "Home" }.fetchOnly(in: db)
      let oil = try Item.where { $0.title == "Oil the door" }.fetchOnly(in: db)
      try home.moveInItems(from: 1, to: 0, in: db)
      #expect(try home.items.fetchAll(in: db).map(\.title) == ["Oil the door", "Paint the fence"])
      try oil.moveInTags(from: 2, to: 0, in: db)
      #expect(try oil.tags.fetchAll(in: db).map(\.name) == ["late", "urgent", "home"])
      let added = try Item.Draft(title: "Sweep", projectID: home.id).insert(in: db)
      #expect(added.id.rawValue > 5)
      try home.delete(in: db)
      #expect(try Item.all.fetchAll(in: db).map(\.id.rawValue) == [])
    }
  }
}
