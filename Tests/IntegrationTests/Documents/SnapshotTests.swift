import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Store.md, "Streams of rows", "Held snapshots" and "After a commit"
@Suite("Streams, snapshots and commit hooks", .timeLimit(.minutes(20)))
struct SnapshotTests {
  private let file: TemporaryFile
  private let store: SQLiteStore
  private let uploads = Uploads()

  init() throws {
    file = try TemporaryFile()
    store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    try store.write { db in _ = try Library(in: db) }
  }

  private func upload(_ book: Book) async throws {
    uploads.titles.withLock { $0.append(book.title) }
    try await store.write { db in
      try Book.where { $0.id == book.id }.update(in: db) { [$0.title.set("uploaded")] }
    }
  }

  @Test("A loop over the rows of a query can await and write")
  func rows() async throws {
    for try await book in store.rows(of: Book.order { $0.title }) {
      try await upload(book)
    }
    #expect(uploads.titles.withLock { $0 } == ["Emma", "Odes"])
    #expect(try await store.read { db in try Book.where { $0.title == "uploaded" }.count(in: db) } == 2)
  }

  @Test("Queries of every kind can be streamed")
  func kinds() async throws {
    var found: [String] = []
    for try await (author, books) in store.rows(of: Author.order { $0.name }.with { $0.books }) {
      found.append("\(author.name): \(books.map(\.title).joined())")
    }
    for try await title in store.rows(of: Book.order { $0.title }.select { $0.title }) { found.append(title) }
    #expect(found == ["Jane Austen: Emma", "John Keats: Odes", "Emma", "Odes"])
  }

  @Test("A snapshot is read twice, and doesn't change")
  func snapshot() async throws {
    let snapshot = try store.snapshot()
    let count = try await snapshot.read { db in try Book.all.count(in: db) }
    let page = try await snapshot.read { db in try Book.order { $0.id }.limit(50).fetchAll(in: db) }
    try snapshot.close()
    #expect(count == 2 && page.count == 2)
    let memory = try temporaryStore()
    let refused = #expect(throws: TransactionMisuse.snapshotInMemory) { _ = try memory.snapshot() }
    #expect(
      refused?.description
        == "a database in memory has no write-ahead log, so a snapshot would block every write; use a file, or a 'read' block"
    )
  }

  @Test("A mail is sent after the commit")
  func afterCommit() async throws {
    let mailer = Mailer()
    let name = "Ben"
    try await store.write { db in
      let reader = try Reader.Draft(name: name).insert(in: db)
      try db.afterCommit { mailer.welcome(reader) }
    }
    #expect(mailer.readers.withLock { $0 }.map(\.name) == ["Ben"])
  }
}

private final class Uploads: Sendable {
  let titles = Mutex<[String]>([])
}

private final class Mailer: Sendable {
  let readers = Mutex<[Reader]>([])
  func welcome(_ reader: Reader) { readers.withLock { $0.append(reader) } }
}
