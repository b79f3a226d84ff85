import Foundation
import Postil
import Testing

/// Docs/Errors.md: each error is provoked as the document shows, and says what the document says it says.
@Suite("The document on errors")
struct ErrorsTests {
  private let document: Document
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    document = try Document("Errors")
    store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
  }

  // MARK: - Rows and values

  @Test("A missing row throws as documented")
  func recordNotFound() throws {
    let gone = library.emma
    try store.write { db in
      try gone.delete(in: db)
      for (attempt, body) in [
        ("find", { _ = try Book.find(gone.id, in: db) }), ("update", { try gone.update(in: db) }),
        ("add", { try library.keats.addToBooks(gone, in: db) }), ("set", { try gone.setAuthor(library.keats, in: db) }),
      ] as [(String, () throws -> Void)] {
        #expect(throws: RecordNotFound.self, "\(attempt)") { try body() }
      }
      #expect(try Book.fetch(gone.id, in: db) == nil)
      #expect(try !gone.delete(in: db))
      let error = try #require(throws: RecordNotFound.self) {
        try Book.find(gone.id, in: db)
      }
      document.expectShows(error)
    }
  }

  @Test("An invalid value written by another program throws when it is read")
  func decoding() throws {
    let file = try TemporaryFile()
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    try file.runElsewhere("INSERT INTO author (name, born_on) VALUES ('Homer', 'long ago')")
    let error = try #require(throws: ColumnDecodingError.self) {
      try store.read { db in
        try Author.all.fetchAll(in: db)
      }
    }
    document.expectShows(error)
    let other = try #require(throws: ColumnDecodingError.self) {
      try store.read { db in
        try RawSQL("SELECT id, name, 1.5 AS born_on FROM author").as(Author.self).fetchAll(in: db)
      }
    }
    document.expectShows(other)
  }

  @Test("A value that can't be stored throws")
  func encoding() throws {
    let date = try #require(throws: ColumnEncodingError.self) {
      try store.write { db in
        try Author.Draft(name: "Methuselah", bornOn: Date(timeIntervalSince1970: 1e15)).insert(in: db)
      }
    }
    document.expectShows(date)
    let number = try #require(throws: ColumnEncodingError.self) {
      try store.write { db in
        var specimen = Specimen.example
        specimen.double = .nan
        try specimen.insert(in: db)
      }
    }
    document.expectShows(number)
  }

  // MARK: - Queries

  @Test("A column used outside its query throws")
  func queryError() throws {
    var kept: Column<Author, String>?
    _ = Author.where { author in
      kept = author.name
      return author.name == "Jane Austen"
    }
    let name = try #require(kept)
    let error = try #require(throws: QueryError.self) {
      try store.read { db in
        try Book.where { $0.title == name }.fetchAll(in: db)
      }
    }
    document.expectShows(error)
  }

  // MARK: - Stores and transactions

  @Test("A pragma that would stay in effect is refused as documented")
  func pragma() throws {
    let error = try #require(throws: TransactionMisuse.self) {
      try store.write { db in try RawSQL("PRAGMA foreign_keys = OFF").execute(in: db) }
    }
    document.expectShows(error)
  }

  @Test("A deleted file is reported as documented")
  func deletedFile() throws {
    let file = try TemporaryFile()
    let path = file.path
    let store = try SQLiteStore(path: path, schema: DocumentsSchema.self)
    let error = try #require(throws: DatabaseFileError.self) {
      try FileManager.default.removeItem(atPath: path)
      try store.write { db in try Shelf.Draft(label: "A3").insert(in: db) }
    }
    document.expectShows(error, path: path)
    #expect(error == .deleted(path: path))
  }

  @Test("An added trigger is reported as documented, and rows are returned as it stores them")
  func additionalObjects() throws {
    let file = try TemporaryFile()
    try SQLiteStore(path: file.path, schema: DocumentsSchema.self).close()
    try file.runElsewhere(
      """
      CREATE TRIGGER shout AFTER INSERT ON shelf BEGIN UPDATE shelf SET label = upper(label) WHERE id = NEW.id; END;
      CREATE TRIGGER whisper AFTER UPDATE ON author BEGIN UPDATE author SET name = lower(name) WHERE id = NEW.id; END
      """)
    var options = SQLiteOptions()
    options.additionalObjects = .report { differences in
      for difference in differences { print(difference) }
    }
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self, options: options)
    try store.write { db in
      let shelf = try Shelf.Draft(label: "a").insert(in: db)
      #expect(shelf.label == "A")
      #expect(try Shelf.insert(returning: [Shelf.Draft(label: "b")], in: db).map(\.label) == ["B"])
      #expect(try Shelf.Draft(label: "c").upsert(on: { $0.label }, in: db).label == "C")
      #expect(try Shelf.Draft(label: "d").insertUnlessPresent(in: db)?.label == "D")
      var author = try Author.Draft(name: "Jane", bornOn: nil).insert(in: db)
      author.name = "Jane Austen"
      #expect(try author.update(in: db).name == "jane austen")
      #expect(try author.save(in: db).name == "jane austen")
    }
    options.additionalObjects = .refuse
    let mismatch = #expect(throws: SchemaMismatch.self) {
      try SQLiteStore(path: file.path, schema: DocumentsSchema.self, options: options)
    }
    #expect(document.says(mismatch?.differences.first?.description ?? "no difference"))
  }

  @Test("A file with another schema is refused and left unchanged")
  func schemaMismatch() throws {
    let file = try TemporaryFile()
    let ddl = DocumentsSchema.ddl.replacing(#""label" TEXT    NOT NULL,"#, with: #""label" TEXT,"#)
    try file.runElsewhere(ddl + #"DROP INDEX "book_shelf_id_idx"; CREATE TABLE "note" ("text" TEXT);"#)
    let path = file.path
    let error = try #require(throws: SchemaMismatch.self) {
      let store = try SQLiteStore(path: path, schema: DocumentsSchema.self)
      try store.close()
    }
    document.expectShows(error, path: path)
    #expect(error.differences.count == 3)
    try file.runElsewhere(#"INSERT INTO "note" VALUES ('still there')"#)
  }

  @Test("A file that is locked by another program throws")
  func busy() throws {
    let file = try TemporaryFile()
    let options = SQLiteOptions(busyTimeout: .milliseconds(20))
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self, options: options)
    let other = try SQLiteStore(path: file.path, schema: DocumentsSchema.self, options: options)
    try other.write { _ in
      let error = try #require(throws: DatabaseError.self) {
        try store.write { db in
          try Shelf.Draft(label: "A1").insert(in: db)
        }
      }
      #expect(error.code == 5)
      document.expectShows(error, path: file.path)
      #expect(try store.read { db in try Shelf.all.count(in: db) } == 0)
    }
  }

  @Test("A block that doesn't get its turn throws, and names the block that has it")
  func overload() throws {
    let file = try TemporaryFile()
    try SQLiteStore(path: file.path, schema: DocumentsSchema.self).close()
    let refused = Mutex<StoreOverload?>(nil)
    do {
      let options = SQLiteOptions(waitTimeout: .milliseconds(20))
      let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self, options: options)
      try store.write(fileID: "Documents/Sync.swift", line: 40) { _ in
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          do {
            try store.write(fileID: "Documents/Save.swift", line: 12) { _ in }
          } catch {
            refused.withLock { $0 = error as? StoreOverload }
          }
          done.signal()
        }
        done.wait()
      }
    }
    let error = try #require(refused.withLock { $0 })
    let documented = StoreOverload(
      callSite: error.callSite, reason: error.reason,
      running: error.running.map { StoreOverload.RunningBlock(callSite: $0.callSite, duration: .milliseconds(72_500)) })
    document.expectShows(documented)
  }

  @Test("A transaction that takes longer than its timeout throws, and changes nothing")
  func timeout() throws {
    let error = try #require(throws: TransactionTimeout.self) {
      while true {
        try store.write(timeout: .milliseconds(20)) { db in
          while true { try Shelf.Draft(label: "\(Int.random(in: 0...Int.max))").insert(in: db) }
        }
      }
    }
    document.expectShows(error)
    #expect(try store.read { db in try Shelf.all.count(in: db) } == 1)
  }

  @Test("Each misuse of a transaction throws")
  func misuse() throws {
    let inside = try #require(throws: TransactionMisuse.self) {
      try store.read { _ in
        try store.write { db in try library.emma.delete(in: db) }
      }
    }
    document.expectShows(inside)

    var kept: SQLiteWriteTransaction?
    try store.write { db in kept = db }
    let late = try #require(kept)
    let ended = try #require(throws: TransactionMisuse.self) {
      try Shelf.Draft(label: "A9").insert(in: late)
    }
    document.expectShows(ended)

    let closing = try #require(throws: TransactionMisuse.self) {
      try store.read { _ in try store.close() }
    }
    document.expectShows(closing)

    document.expectShows(TransactionMisuse.wrongThread)
    document.expectShows(TransactionMisuse.insideCallback)

    let file = try TemporaryFile()
    try SQLiteStore(path: file.path, schema: DocumentsSchema.self).close()
    let reader = try SQLiteStore(
      path: file.path, schema: DocumentsSchema.self, options: SQLiteOptions(isReadOnly: true))
    let readOnly = try #require(throws: TransactionMisuse.self) {
      try reader.write { db in
        try Shelf.Draft(label: "A9").insert(in: db)
      }
    }
    document.expectShows(readOnly)

    let snapshot = try #require(throws: TransactionMisuse.self) { _ = try store.snapshot() }
    document.expectShows(snapshot)

    try store.close()
    let closed = try #require(throws: TransactionMisuse.self) {
      try store.read { db in try Book.all.count(in: db) }
    }
    document.expectShows(closed)
  }

  @Test("An error can be caught inside a write, which then continues")
  func goesOn() throws {
    try store.write { db in
      for label in ["A1", "A2", "A3"] {
        do {
          try Shelf.Draft(label: label).insert(in: db)
        } catch is ConstraintViolation {
          continue  // the statement changed nothing, and the transaction can continue
        }
      }
    }
    #expect(try store.read { db in try Shelf.all.count(in: db) } == 3)
  }

  @Test("A savepoint undoes a part of a write")
  func savepoint() throws {
    try store.write { db in
      try Shelf.Draft(label: "B1").insert(in: db)
      try? db.savepoint {
        try Shelf.Draft(label: "B2").insert(in: db)
        try Shelf.Draft(label: "B1").insert(in: db)  // refused: B2 is gone too, B1 stays
      }
    }
    #expect(try store.read { db in try Shelf.order { $0.label }.fetchAll(in: db).map(\.label) } == ["A1", "B1"])
  }

  // MARK: - The compiler's messages

  @Test("The document shows only messages of the compiler")
  func diagnostics() throws {
    let cases = try Self.expectedDiagnostics()
    let blocks = try ["Errors", "Language", "Modeling"].flatMap { try Document($0).blocks("text") }
    let lines: [String] = blocks.joined(separator: "\n").split(separator: "\n").map(String.init)
    let shown = lines.filter { $0.contains(": error: ") || $0.contains(": note: ") }
    #expect(!shown.isEmpty)
    for line in shown {
      let message = line[(line.firstIndex(of: " ") ?? line.startIndex)...]
      #expect(cases.contains { $0.hasSuffix(message) }, "no case of the compiler's tests has: \(line)")
    }
  }

  /// Every line that the tests of the compiler expect.
  private static func expectedDiagnostics() throws -> [String] {
    let cases = Document.root.appending(path: "Tests/PostilCompilerTests/Cases")
    return try FileManager.default.contentsOfDirectory(atPath: cases.path).flatMap { name in
      let expected = try? String(contentsOf: cases.appending(path: "\(name)/expected.txt"), encoding: .utf8)
      return (expected ?? "").split(separator: "\n").map(String.init)
    }
  }
}
