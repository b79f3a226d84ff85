import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Modeling.md on views: what it says of them is so.
@Suite("The document on views")
struct ViewTests {
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
  }

  @Test("A view is read into its struct, and reflects changes of its tables")
  func read() throws {
    let shelfID = library.shelf.id
    let row = ShelfSummary(shelfID: shelfID, label: "A1", bookCount: 1, newest: 1815)
    try store.read { db in
      let full = try ShelfSummary.all.fetchAll(in: db)
      let empty = try EmptyShelf.all.fetchAll(in: db)
      #expect(full == [row])
      #expect(empty == [])
    }
    try store.write { db in
      _ = try library.emma.setShelf(nil, in: db)
      try Shelf.Draft(label: "A2").insert(in: db)
    }
    try store.read { db in
      let count = try ShelfSummary.where { $0.newest == nil }.count(in: db)
      #expect(count == 2)
      #expect(try EmptyShelf.order { $0.label }.fetchAll(in: db).map(\.label) == ["A1", "A2"])
      #expect(try EmptyShelf.where { $0.id == shelfID }.fetchOne(in: db) == EmptyShelf(id: shelfID, label: "A1"))
    }
  }

  @Test("The documented queries of a view work")
  func queries() throws {
    try store.read { db in
      let full = ShelfSummary.where { $0.bookCount > 0 && $0.shelf.books.any { !$0.isLent } }
        .order { $0.bookCount.descending }
      let labels = try full.select { ($0.label, $0.shelf.books.count) }.fetchAll(in: db)
      #expect(labels.map(\.0) == ["A1"])
      #expect(labels.map(\.1) == [1])
      let summary = try #require(try full.fetchOne(in: db))
      #expect(try summary.shelf(in: db) == library.shelf)
      #expect(try full.exists(in: db))
      var streamed: [ShelfSummary] = []
      try full.forEach(in: db) { streamed.append($0) }
      #expect(streamed == [summary])
    }
  }

  @Test("The rows of a materialized view are computed when it is refreshed")
  func materialized() throws {
    try store.write { db in
      try Book.where { $0.publishedIn < 1900 }.update(in: db) { [$0.publishedIn.set(1899)] }
      try PublicationYear.refresh(in: db)
    }
    let years = try store.read { db in try PublicationYear.all.fetchAll(in: db) }
    #expect(years == [PublicationYear(id: 1899, bookCount: 2)])
  }

  @Test("An observation of a materialized view sees that it was refreshed")
  func observed() async throws {
    let store = store
    try await store.write { db in try PublicationYear.refresh(in: db) }
    var years = store.observe(PublicationYear.order { $0.id }.select { $0.id }).makeAsyncIterator()
    #expect(try await years.next() == [1815, 1819])
    try await store.write { db in
      _ = try Book.where { $0.publishedIn == 1815 }.update(in: db) { [$0.publishedIn.set(1820)] }
      try PublicationYear.refresh(in: db)
    }
    #expect(try await years.next() == [1819, 1820])
  }

  @Test("A file with another view is refused")
  func otherView() throws {
    let file = try TemporaryFile()
    try SQLiteStore(path: file.path, schema: DocumentsSchema.self).close()
    try file.runElsewhere(
      "DROP VIEW free_shelf; CREATE VIEW free_shelf (shelf_id, label) AS SELECT id, label FROM shelf")
    let error = #expect(throws: SchemaMismatch.self) {
      try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    }
    #expect(error?.differences.count == 1)
    #expect("\(try #require(error))".contains("free_shelf"))
    try file.runElsewhere("DROP VIEW free_shelf")
    let missing = #expect(throws: SchemaMismatch.self) {
      try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    }
    #expect(missing?.differences == [.missing(kind: "view", name: "free_shelf")])
  }
}
