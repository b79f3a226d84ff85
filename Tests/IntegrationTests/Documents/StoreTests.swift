import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Store.md
@Suite("The document on the store")
struct StoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("library.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func filled() throws -> (SQLiteStore, Library) {
    let store = try SQLiteStore(path: path, schema: DocumentsSchema.self)
    return (store, try store.write { db in try Library(in: db) })
  }

  @Test("A file, a private and a named database in memory are opened")
  func opening() throws {
    try openFile()
    try openMemory()
    let shared = try SQLiteStore.inMemory(named: "cache", schema: DocumentsSchema.self)
    let other = try SQLiteStore.inMemory(named: "cache", schema: DocumentsSchema.self)
    try shared.write { db in _ = try Library(in: db) }
    #expect(try other.read { db in try Book.all.count(in: db) } == 2)
  }

  private func openFile() throws {
    let store = try SQLiteStore(path: path, schema: DocumentsSchema.self)
    #expect(try store.read { db in try Book.all.count(in: db) } == 0)
  }

  private func openMemory() throws {
    let store = try SQLiteStore.inMemory(schema: DocumentsSchema.self)
    #expect(try store.read { db in try Book.all.count(in: db) } == 0)
  }

  static func preview() throws -> SQLiteStore {
    let store = try SQLiteStore.inMemory(schema: DocumentsSchema.self)
    try store.write { db in
      let author = try Author.Draft(name: "Jane Austen").insert(in: db)
      try Book.Draft(title: "Emma", publishedIn: 1815, authorID: author.id).insert(in: db)
    }
    return store
  }

  @Test("A preview's store contains rows")
  func previews() throws {
    #expect(try Self.preview().read { db in try Book.all.fetchAll(in: db) }.map(\.title) == ["Emma"])
  }

  @Test("Options are passed when the store is opened")
  func options() throws {
    let log = StatementLog()
    @Sendable func print(_ sql: String) { log.append(sql) }
    var options = SQLiteOptions(maximumConnections: 4, busyTimeout: .seconds(2))
    options.trace = { sql in print(sql) }
    let store = try SQLiteStore(path: path, schema: DocumentsSchema.self, options: options)
    _ = log.drain()
    _ = try store.read { db in try Author.all.fetchAll(in: db) }
    #expect(log.drain().last == (try Author.all.sql))
  }

  @Test("Every public option is in the table, with its default")
  func table() throws {
    let document = try String(contentsOf: Document.root.appending(path: "Docs/Store.md"), encoding: .utf8)
    let options = SQLiteOptions()
    for (name, value) in Mirror(reflecting: options).children where name != "keepsJournalMode" {
      #expect(document.contains("`\(name ?? "")`"), "\(name ?? "") = \(value)")
    }
    #expect(
      options.maximumConnections == 8 && options.busyTimeout == .seconds(5) && options.migrationTimeout == .seconds(60))
    #expect(options.cachedStatements == 256 && options.pageCacheInKibibytes == 16_384)
    #expect(options.logSizeLimitInKibibytes == 4_096 && options.optimizeInterval == .seconds(3_600))
  }

  @Test("Writes and reads return the results of their blocks")
  func blocks() async throws {
    let author = try filled().1.austen
    let store = try SQLiteStore(path: path, schema: DocumentsSchema.self)
    #expect(try readAndWrite(store, author) == 3)
    let book = try #require(try await store.read { db in try Book.all.fetchOne(in: db) })
    try await Shelves(store: store).rename(book, to: "Persuasion")
    #expect(try await store.read { db in try Book.find(book.id, in: db).title } == "Persuasion")
  }

  private func readAndWrite(_ store: SQLiteStore, _ author: Author) throws -> Int {
    let emma = try store.write { db in
      try Book.Draft(title: "Emma", publishedIn: 1815, authorID: author.id).insert(in: db)
    }
    let count = try store.read { db in try Book.all.count(in: db) }
    #expect(try store.read { db in try Book.find(emma.id, in: db) } == emma)
    return count
  }

  @Test("Helper functions work in both kinds of blocks")
  func helpers() throws {
    let (store, library) = try filled()
    let shelves = Shelves(store: store)
    let titles = try store.write { db in
      try shelves.lend(library.emma, in: db)
      return try shelves.lentTitles(in: db)
    }
    #expect(titles == ["Emma"])
    #expect(try store.read { db in try shelves.lentTitles(in: db) } == ["Emma"])
  }

  @Test("A checkpoint that isn't blocked leaves nothing in the log")
  func checkpoints() throws {
    let store = try filled().0
    let checkpoint = try store.checkpoint(.truncate)
    if checkpoint.isBlocked { print("\(checkpoint.logFrames - checkpoint.copiedFrames) pages are left") }
    #expect(!checkpoint.isBlocked)
    #expect(try Data(contentsOf: URL(filePath: path + "-wal")).isEmpty)
  }

  @Test("A backup can be opened as a store")
  func backups() async throws {
    let store = try filled().0
    let copy = folder.path("copy.sqlite")
    try await store.backup(to: copy, replacing: true) { progress in
      print("\(Int(progress.fraction * 100)) %")
    }
    let books = try await SQLiteStore(path: copy, schema: DocumentsSchema.self).read { db in try Book.all.count(in: db)
    }
    #expect(books == 2)
  }

  @Test("Maintenance functions leave the rows as they are")
  func maintenance() throws {
    let store = try filled().0
    try store.vacuum()
    let findings = try store.integrityCheck()
    for finding in findings { print(finding) }
    #expect(findings == [])
    #expect(try store.read { db in try Book.all.count(in: db) } == 2)
  }

  @Test("Functions, collations, pragmas, attached files and limits belong to every connection")
  func setup() throws {
    let archivePath = folder.path("archive.sqlite")
    try RawDatabase(path: archivePath).execute("CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('old')")
    let options = SQLiteOptions(prepareConnection: { db in
      try db.add(function: "slug") { (text: String) in
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
      }
      try db.add(collation: "localized") { $0.localizedCompare($1) == .orderedAscending }
      try db.execute("PRAGMA temp_store = MEMORY")
      try db.attach(archivePath, as: "archive")
      db.limit(.statementLength, to: 100_000)
    })
    let store = try SQLiteStore(path: path, schema: DocumentsSchema.self, options: options)
    try store.write { db in
      try Handbook.Draft(title: "Oil the Door").insert(in: db)
      try Handbook.Draft(title: "Äther").insert(in: db)
    }
    let (named, sorted, notes) = try store.read { db in
      (
        try Handbook.named(slug: "oil-the-door").fetchAll(in: db).map(\.title),
        try RawSQL("SELECT title FROM handbook ORDER BY title COLLATE localized").as(String.self).fetchAll(in: db),
        try RawSQL("SELECT text FROM archive.note").as(String.self).fetchAll(in: db)
      )
    }
    #expect(named == ["Oil the Door"])
    #expect(sorted == ["Äther", "Oil the Door"])
    #expect(notes == ["old"])
  }

  @Test("An aggregate is computed in Swift")
  func aggregate() throws {
    let options = SQLiteOptions(prepareConnection: { db in
      try db.add(aggregate: "median", from: { [Double]() }) { (values: inout [Double], value: Double) in
        values.append(value)
      } result: { values -> Double? in
        values.isEmpty ? nil : values.sorted()[values.count / 2]
      }
    })
    let store = try SQLiteStore(path: path, schema: DocumentsSchema.self, options: options)
    let median = try store.read { db in
      try RawSQL("SELECT median(column1) FROM (VALUES (1), (7), (NULL), (3))").as(Double.self).fetchOnly(in: db)
    }
    #expect(median == 3)
  }

  @Test("Hooks are passed when the store is opened")
  func hooks() throws {
    let log = StatementLog()
    @Sendable func print(_ text: String, _ title: String) { log.append("\(text) \(title)") }
    let hooks = ModelHooks<Post>(
      willInsert: { post, _ in try InvalidPost.check(title: post.title, labels: post.labels) },
      willUpdate: { _, post, _ in try InvalidPost.check(title: post.title, labels: post.labels) },
      didDelete: { post, db in
        try Term.Draft(word: post.slug, language: "en", meaning: "removed").insert(in: db)
        try db.afterCommit { print("removed", post.title) }
      })
    let store = try SQLiteStore(path: path, schema: DocumentsSchema.self, options: SQLiteOptions(hooks: [hooks]))
    try store.write { (db) throws in
      #expect(throws: InvalidPost(problems: ["title": "is empty"])) {
        try Post.Draft(slug: "a", title: "").insert(in: db)
      }
      try Post.Draft(slug: "a", title: "A").insert(in: db).delete(in: db)
    }
    #expect(log.drain() == ["removed A"])
    #expect(try store.read { db in try Term.select { $0.word }.fetchAll(in: db) } == ["a"])
  }

  @Test("A store with small caches works")
  func small() throws {
    let small = SQLiteOptions(maximumConnections: 1, pageCacheInKibibytes: 256, lookasideSlots: 0)
    let store = try SQLiteStore(path: path, schema: DocumentsSchema.self, options: small)
    try store.write { db in _ = try Library(in: db) }
    store.releaseMemory()
    #expect(try store.read { db in try Book.all.count(in: db) } == 2)
  }
}

private struct Shelves: Sendable {
  let store: SQLiteStore

  func rename(_ book: Book, to title: String) async throws {
    try await store.write { db in
      try Book.where { $0.id == book.id }.update(in: db) { [$0.title.set(title)] }
    }
  }

  func lentTitles(in db: some ReadTransaction) throws -> [String] {
    try Book.where { $0.isLent }.order { $0.title }.select { $0.title }.fetchAll(in: db)
  }

  func lend(_ book: Book, in db: some WriteTransaction) throws {
    try Book.where { $0.id == book.id }.update(in: db) { [$0.isLent.set(true)] }
  }
}
