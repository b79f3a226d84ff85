import Foundation
import Postil
import Testing

/// Docs/Language.md and Docs/Modeling.md: their DDL is the tool's, and what they say of types, keys and relationships is so.
@Suite("The document on the language")
struct LanguageTests {
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
  }

  @Test("The document shows the DDL that the tool writes", arguments: try documented())
  func ddl(_ block: String) {
    #expect(DocumentsSchema.ddl.contains(block), "this is not in the DDL: \(block)")
  }

  @Test("Every model in the document has its DDL there")
  func everyModelHasDDL() throws {
    #expect(try Self.documented().count > 8)
  }

  /// The SQL in the guide and in the reference.
  private static func documented() throws -> [String] {
    try Document("Modeling").blocks("sql") + Document("Language").blocks("sql")
  }

  // MARK: - Types

  @Test("Every type is stored as in the table of types")
  func types() throws {
    let file = try TemporaryFile()
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    let stored = try store.write { db in try Specimen.example.insert(in: db) }
    #expect(try store.read { db in try Specimen.find(stored.id, in: db) } == stored)
    let texts = try store.read { db in
      try db.fetchFirst(
        _RenderedStatement(sql: "SELECT uint64, date, uuid, hex(data), level, state, price, typeof(note) FROM specimen")
      ) { row in
        [
          try row.readString(), try row.readString(), try row.readString(), try row.readString(),
          "\(try row.readInt64())", try row.readString(), "\(try row.readInt64())", try row.readString(),
        ]
      }
    }
    #expect(
      texts == [
        "18446744073709551615", "2026-11-18 11:06:40.25", "01020304-0506-0708-090A-0B0C0D0E0F10", "00FF", "20",
        "finished", "995", "null",
      ])
  }

  @Test("The whole range of UInt64 sorts and compares correctly")
  func wideIntegers() throws {
    let values: [UInt64] = [0, 1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max]
    let (sorted, large) = try store.write { db in
      for value in values.reversed() {
        var specimen = Specimen.example
        specimen.uint64 = value
        try specimen.insert(in: db)
      }
      return (
        try Specimen.order { $0.uint64 }.fetchAll(in: db).map(\.uint64),
        try Specimen.where { $0.uint64 > UInt64(Int64.max) }.count(in: db)
      )
    }
    #expect(sorted == values)
    #expect(large == 2)
  }

  // MARK: - Keys

  @Test("Keys of every kind work")
  func keys() throws {
    try store.write { db in
      let reader = try Reader.Draft(name: "Bea").insert(in: db)  // a new UUID
      let country = try Country.Draft(code: "IS", name: "Iceland").insert(in: db)  // you choose the key
      let invoice = try Invoice.Draft(id: Invoice.ID(rawValue: "2026-001"), cents: 995).insert(in: db)
      let loan = try Loan.Draft(bookID: library.emma.id, lentAt: .now, readerID: reader.id).insert(in: db)

      #expect(try Country.find("IS", in: db) == country)
      #expect(country.id == "IS")
      #expect(try Invoice.find(invoice.id, in: db) == invoice)
      let key = Loan.ID(bookID: library.emma.id, lentAt: loan.lentAt)  // a composite key has a value for each column
      #expect(try Loan.find(key, in: db) == loan)
      #expect(loan.id == key)
    }
  }

  // MARK: - Annotations

  @Test("A column that the draft omits gets its SQL default")
  func sqlDefault() throws {
    try store.write { db in
      let member = try Member.Draft(number: 7, year: 2026, name: "Cleo", email: "cleo@example.org").insert(in: db)
      let late = Member.where { $0.joinedAt > member.joinedAt }

      #expect(abs(member.joinedAt.timeIntervalSinceNow) < 60)
      #expect(try late.count(in: db) == 0)
      let given = Date(timeIntervalSince1970: 0)
      let early = try Member.Draft(number: 8, year: 2026, name: "Dan", email: "dan@example.org", joinedAt: given)
        .insert(in: db)
      #expect(early.joinedAt == given)
    }
  }

  @Test("A column is compared by its collation")
  func collation() throws {
    try store.write { db in
      try Member.Draft(number: 7, year: 2026, name: "Cleo", email: "cleo@example.org").insert(in: db)
      #expect(try Member.where { $0.email == "CLEO@example.org" }.count(in: db) == 1)
      #expect(try Member.where { $0.name == "CLEO" }.count(in: db) == 0)
    }
  }

  @Test("A partial unique key applies only to the rows of its condition")
  func partialKey() throws {
    try store.write { db in
      var first = try Member.Draft(number: 1, year: 2026, name: "Cleo", email: "cleo@example.org").insert(in: db)
      let again = Member.Draft(number: 2, year: 2026, name: "Cleo", email: "cleo@example.org")
      #expect(throws: ConstraintViolation.unique(table: "club_member", columns: ["e_mail"])) {
        try again.insert(in: db)
      }
      first.leftAt = .now
      try first.update(in: db)
      try again.insert(in: db)
    }
  }

  @Test("Transient properties are not in the row or the draft")
  func transient() throws {
    try store.write { db in
      var member = try Member.Draft(number: 7, year: 2026, name: "Cleo", email: "cleo@example.org").insert(in: db)
      member.isSelected = true
      try member.update(in: db)
      #expect(try Member.find(member.id, in: db).isSelected == false)
    }
  }

  // MARK: - Relationships

  @Test("To-one relationships can be required and optional")
  func toOne() throws {
    try store.write { db in
      let author = try library.emma.author(in: db)  // Author, never nil
      let shelf = try library.odes.shelf(in: db)  // Shelf?
      let moved = try library.odes.setShelf(library.shelf, in: db)  // the changed book
      try Book.setShelf(nil, of: library.odes.id, in: db)  // by ids alone

      #expect(author == library.austen)
      #expect(shelf == nil)
      #expect(moved.shelfID == library.shelf.id)
      #expect(try Book.find(library.odes.id, in: db).shelfID == nil)
    }
  }

  @Test("One-to-many relationships work as documented")
  func oneToMany() throws {
    let odes = library.odes
    try store.write { db in
      let books = try library.shelf.books.order { $0.title }.fetchAll(in: db)
      try library.shelf.addToBooks(odes, in: db)  // removes it from its previous shelf
      try library.shelf.addToBooks(contentsOf: [library.emma, odes], in: db)  // one statement
      try Shelf.addToBooks(odes.id, of: library.shelf.id, in: db)  // by ids alone
      let wasThere = try library.shelf.removeFromBooks(odes, in: db)  // the book stays, without a shelf
      let removed = try library.shelf.removeAllFromBooks(in: db)
      try library.shelf.replaceBooks(with: [odes], in: db)

      #expect(books == [library.emma])
      #expect(wasThere)
      #expect(removed == 1)
      #expect(try library.shelf.books.fetchAll(in: db).map(\.title) == ["Odes"])
    }
  }

  @Test("One-to-one relationships work as documented")
  func oneToOne() throws {
    try store.write { db in
      let card = try Card.Draft(number: 1, readerID: library.ann.id).insert(in: db)
      let found = try library.ann.card(in: db)  // Card?
      let holders = try Reader.where { $0.card.number == 1 }.fetchAll(in: db)
      let without = try Reader.where { $0.card == nil }.count(in: db)

      #expect(found == card)
      #expect(holders == [library.ann])
      #expect(without == 0)
      let bea = try Reader.Draft(name: "Bea").insert(in: db)
      try bea.setCard(card, in: db)
      #expect(try library.ann.card(in: db) == nil)
    }
  }

  @Test("Many-to-many relationships work as documented")
  func manyToMany() throws {
    let (love, nature) = (library.love, library.nature)
    try store.write { db in
      let isNew = try library.emma.addToSubjects(nature, in: db)  // false if it was already there
      let added = try library.emma.addToSubjects(contentsOf: [love, nature], in: db)  // the number of new pairs
      try Book.addToSubjects(nature.id, of: library.emma.id, in: db)  // by ids alone
      let wasThere = try library.emma.removeFromSubjects(nature, in: db)
      let removed = try library.emma.removeAllFromSubjects(in: db)
      try library.emma.replaceSubjects(with: [love, nature], in: db)
      let books = try love.books.order { $0.title }.fetchAll(in: db)

      #expect(isNew)
      #expect(added == 0)
      #expect(wasThere)
      #expect(removed == 1)
      #expect(books.map(\.title) == ["Emma", "Odes"])
    }
  }

  @Test("Self-referencing relationships work, to-one and to-many")
  func selfReferencing() throws {
    try store.write { db in
      let house = try Department.Draft(name: "House").insert(in: db)
      let kitchen = try Department.Draft(name: "Kitchen", parentID: house.id).insert(in: db)
      let parts = try house.parts.fetchAll(in: db)
      let parent = try kitchen.parent(in: db)
      let tops = try Department.where { $0.parent == nil }.fetchAll(in: db)
      try library.love.addToRelated(library.nature, in: db)

      #expect(parts == [kitchen])
      #expect(parent == house)
      #expect(tops == [house])
      #expect(try library.love.related.fetchAll(in: db) == [library.nature])
      #expect(try library.nature.related.fetchAll(in: db).isEmpty)
    }
  }

  @Test("Each delete rule is applied")
  func deleteRules() throws {
    try store.write { db in
      try Loan.Draft(bookID: library.emma.id, lentAt: .now, readerID: library.ann.id).insert(in: db)
      #expect(throws: ConstraintViolation.foreignKey(table: "author")) { try library.austen.delete(in: db) }  // deny
      try library.shelf.delete(in: db)  // nullify
      #expect(try Book.find(library.emma.id, in: db).shelfID == nil)
      try library.emma.delete(in: db)  // cascade
      #expect(try Loan.all.count(in: db) == 0)
    }
  }
}
