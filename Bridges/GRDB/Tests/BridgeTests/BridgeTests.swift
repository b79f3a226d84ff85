import Foundation
import GRDB
import Postil
import PostilGRDB
import Testing

@Suite("Postil in transactions of GRDB")
struct BridgeTests {
  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    try Self.migrate(queue)
  }

  /// The tables of both libraries.
  static func migrate(_ writer: some DatabaseWriter) throws {
    try writer.write { database in
      try database.create(table: "author") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text).notNull()
      }
      try database.addPostilFunctions()
      try database.execute(sql: LibrarySchema.ddl)
    }
  }

  @Test("Both libraries see each other's changes in one transaction")
  func oneTransaction() throws {
    try queue.write { database throws in
      var ann = Author(name: "Ann")
      try ann.insert(database)
      let book = try database.postil { db throws in
        try Book.Draft(title: "Oil", authorID: ann.id.map { Int($0) }).insert(in: db)
      }
      #expect(
        try String.fetchOne(database, sql: "SELECT title FROM book WHERE id = ?", arguments: [book.id.rawValue])
          == "Oil")
      try database.execute(sql: "UPDATE book SET pages = 7")
      #expect(try database.postil { db in try Book.find(book.id, in: db).pages } == 7)
      #expect(try database.postil { db in try Book.where { $0.authorID == Int(ann.id ?? 0) }.count(in: db) } == 1)
    }
  }

  @Test("Rows, relationships, searches, and queries of every kind of value")
  func rows() throws {
    let cover = Data([0, 1, 0xFF])
    try queue.write { database throws in
      try database.postil { db throws in
        let book = try Book.Draft(
          title: "Öl\u{0}x", price: Decimal(string: "12.30"), cover: cover, pages: 3
        ).insert(in: db)
        let empty = try Book.Draft(title: " ", price: 0.7, cover: Data()).insert(in: db)
        #expect(try Book.find(book.id, in: db) == book)
        #expect(try Book.find(empty.id, in: db).cover == Data())
        #expect(try Book.select { $0.price.sum() }.fetchOne(in: db) == Decimal(string: "13"))
        var changed = book
        changed.title = "Door"
        changed = try changed.update(in: db)
        #expect(changed.changedAt >= book.changedAt)
        #expect(try Book.where { $0.fullText.matches(words: "door") }.fetchAll(in: db) == [changed])
        let tags = try ["red", "blue"].map { try Tag.Draft(name: $0).insert(in: db) }
        try changed.addToTags(contentsOf: tags, in: db)
        #expect(try changed.tags.order { $0.name }.fetchAll(in: db).map(\.name) == ["blue", "red"])
        #expect(try Book.with { $0.tags }.fetchAll(in: db).map(\.1.count) == [2, 0])
        try Copy.insert((0..<300).map { Copy.Draft(shelf: "\($0)", bookID: book.id) }, in: db)
        #expect(try Copy.where { $0.shelf < "2" }.update(in: db) { [$0.shelf.set("x")] } == 112)
        #expect(try Copy.where { $0.shelf == "x" }.delete(in: db) == 112)
        #expect(try book.copies.count(in: db) == 188)
        let kept = try Book.Draft(title: "Door", pages: 9).upsert(on: { $0.title }, in: db)
        #expect(kept.id == book.id && kept.pages == 9)
        #expect(
          try RawSQL("SELECT \(Book.allColumns) FROM book WHERE pages > \(5)").as(Book.self).fetchAll(in: db) == [kept])
      }
    }
  }

  @Test("A loop over rows runs the same statement again, and writes")
  func loops() throws {
    try queue.write { database throws in
      try database.postil { db throws in
        let books = try ["a", "b", "c"].map { try Book.Draft(title: $0).insert(in: db) }
        var seen: [String] = []
        try Book.all.order { $0.title }.forEach(in: db) { outer in
          try Book.all.order { $0.title }.forEach(in: db) { inner in seen.append(outer.title + inner.title) }
          try Copy.Draft(shelf: outer.title, bookID: outer.id).insert(in: db)
        }
        #expect(seen == ["aa", "ab", "ac", "ba", "bb", "bc", "ca", "cb", "cc"])
        #expect(try Copy.all.count(in: db) == books.count)
      }
    }
  }

  @Test("An error rolls back what both libraries have done, and a savepoint what happened in it")
  func rollback() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try queue.write { database throws in
        try database.execute(sql: "INSERT INTO author (name) VALUES ('Ann')")
        try database.postil { db throws in
          try Book.Draft(title: "Oil").insert(in: db)
          throw Stop()
        }
      }
    }
    try queue.write { database throws in
      #expect(try Author.fetchCount(database) == 0)
      try database.postil { db throws in
        #expect(try Book.all.count(in: db) == 0)
        try Book.Draft(title: "kept").insert(in: db)
        try db.savepoint {
          try Book.Draft(title: "kept too").insert(in: db)
          #expect(throws: Stop.self) {
            try db.savepoint {
              try Book.Draft(title: "undone").insert(in: db)
              throw Stop()
            }
          }
        }
        #expect(throws: ConstraintViolation.self) {
          try Book.insert([Book.Draft(title: "x"), Book.Draft(title: "kept")], in: db)
        }
        #expect(try Book.all.order { $0.title }.fetchAll(in: db).map(\.title) == ["kept", "kept too"])
      }
      try database.inSavepoint {
        try database.postil { db in _ = try Book.all.delete(in: db) }
        return .rollback
      }
      #expect(try database.postil { db in try Book.all.count(in: db) } == 2)
    }
  }

  @Test("A connection of GRDB has no context, and the error names the way")
  func context() throws {
    let error = #expect(throws: TransactionMisuse.self) {
      try queue.write { database throws in try database.postil { db throws in try db.setContext("user", to: "ann") } }
    }
    #expect(error?.description.contains("'Configuration.prepareDatabase'") == true)
  }

  @Test("Errors are those of a store")
  func errors() throws {
    func refused(_ body: (GRDBTransaction) throws -> Void) throws -> ConstraintViolation? {
      try queue.write { database throws in
        #expect(throws: ConstraintViolation.self) { try database.postil(schema: LibrarySchema.self, body) }
      }
    }
    let book = try queue.write { database throws in
      try database.postil { db in try Book.Draft(title: "Oil").insert(in: db) }
    }
    let unique = try refused { db in try Book.Draft(title: "Oil").insert(in: db) }
    #expect(unique == .unique(table: "book", columns: ["title"]))
    #expect(unique?.description == "a row with the same Book.title already exists; fetch and update it, or use upsert")
    #expect(try refused { db in try Book.Draft(title: "").insert(in: db) } == .check(name: "book_title_check"))
    #expect(
      try refused { db in try RawSQL("UPDATE book SET title = NULL").execute(in: db) }
        == .notNull(table: "book", column: "title"))
    #expect(
      try refused { db in try RawSQL("UPDATE book SET pages = 'x'").execute(in: db) }
        == .datatype(table: "book", column: "pages", found: .text))
    #expect(
      try refused { db in
        try Tag.Draft(name: "a").insert(in: db)
        try Tag.Draft(name: "A").insert(in: db)
      } == .unique(table: "tag", columns: []))
    #expect(
      try refused { db in
        try Copy.Draft(shelf: "x", bookID: book.id).insert(in: db)
        try book.delete(in: db)
      } == .foreignKey(table: "book"))
    #expect(
      try refused { db in
        for number in 0..<4 { try book.addToTags(Tag.Draft(name: "\(number)").insert(in: db), in: db) }
      } == .arity(relationship: "Book.tags", count: 4, bound: .maximum(3), owner: []))
    // Without the schema, the names are those of the database.
    try queue.write { database throws in
      let error = #expect(throws: ConstraintViolation.self) {
        try database.postil { db in _ = try Book.Draft(title: "Oil").insert(in: db) }
      }
      #expect(error == unique)
      #expect(throws: RecordNotFound.self) { try database.postil { db in try Book.find(Book.ID(99), in: db) } }
      let syntax = #expect(throws: Postil.DatabaseError.self) {
        try database.postil { db in try RawSQL("SELEC 1").execute(in: db) }
      }
      #expect(syntax?.code == 1 && syntax?.message == #"near "SELEC": syntax error"# && syntax?.sql == "SELEC 1")
      #expect(throws: TransactionMisuse.self) {
        try database.postil { db in try RawSQL("SELECT 1, 2").as(Int.self).fetchAll(in: db) }
      }
      #expect(throws: ColumnDecodingError.self) {
        try database.postil { db in try RawSQL("SELECT 'x'").as(Int.self).fetchAll(in: db) }
      }
    }
  }

  @Test("A 'read' block can't write, and a transaction can't be used after its block or on another thread")
  func misuse() throws {
    try queue.read { database throws in
      let error = #expect(throws: TransactionMisuse.self) {
        try database.postil { db in _ = try Book.Draft(title: "Oil").insert(in: db) }
      }
      #expect(error?.description.hasPrefix("a 'read' block can't change anything; use 'write': INSERT INTO") == true)
      #expect(try database.postil { db in try Book.all.count(in: db) } == 0)
    }
    var kept: GRDBTransaction?
    try queue.write { database throws in
      try database.postil { db throws in
        kept = db
        nonisolated(unsafe) let other = db
        let thread = Thread {
          #expect(throws: TransactionMisuse.wrongThread) { try Book.all.count(in: other) }
          Self.ran.signal()
        }
        thread.start()
        Self.ran.wait()
      }
    }
    let db = try #require(kept)
    #expect(throws: TransactionMisuse.ended) { try Book.all.count(in: db) }
    #expect(throws: TransactionMisuse.ended) { try db.savepoint {} }
  }

  private static let ran = DispatchSemaphore(value: 0)

  @Test("Statements that GRDB has cached don't keep a connection open")
  func closing() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pool = try DatabasePool(path: folder.appending(path: "library.sqlite").path)
    try Self.migrate(pool)
    try pool.write { database in try database.postil { db in _ = try Book.Draft(title: "Oil").insert(in: db) } }
    try pool.read { database in
      try database.postil { db throws in
        // The loop is left early.
        struct Enough: Error {}
        #expect(throws: Enough.self) { try Book.all.forEach(in: db) { _ in throw Enough() } }
      }
    }
    // Throws if a statement isn't finalized.
    try pool.close()
  }

  @Test("The examples of the documents")
  func examples() async throws {
    try write(to: queue)
    #expect(try await queue.read { database in try Author.fetchCount(database) } == 1)
    #expect(try await firstValue(in: queue) == [])
  }

  private func write(to pool: DatabaseQueue) throws {
    try pool.write { database in
      var ann = Author(name: "Ann")
      try ann.insert(database)  // a record of GRDB
      try database.postil { db in
        _ = try Book.Draft(title: "Oil", authorID: ann.id.map { Int($0) }).insert(in: db)  // a model of Postil
      }
    }
  }

  private func firstValue(in pool: DatabaseQueue) async throws -> [Book]? {
    let observation = ValueObservation.tracking { database in
      try database.postil { db in try Book.where { $0.pages > 100 }.fetchAll(in: db) }
    }
    var values = observation.values(in: pool).makeAsyncIterator()
    return try await values.next()
  }
}
