import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/GeneratedCode.md: what each operation costs.
@Suite("The document on generated code")
struct GeneratedCodeTests {
  private let document: Document
  private let log = StatementLog()
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    document = try Document("GeneratedCode")
    store = try temporaryStore(tracedBy: log)
    library = try store.write { db in try Library(in: db) }
  }

  /// Checks a row of the table of costs.
  private func cost(_ operation: String, _ statements: Int, _ body: () throws -> Void) throws {
    #expect(try log.count(body) == statements, "\(operation)")
    #expect(
      document.text.contains("| `\(operation)` | \(statements) |"), "the document lacks: \(operation), \(statements)")
  }

  @Test("Operations on a row run the documented number of statements")
  func rows() throws {
    try store.write { db in
      let (emma, shelf) = (library.emma, library.shelf)
      try cost("draft.insert(in:)", 1) { try Shelf.Draft(label: "B1").insert(in: db) }
      try cost("draft.upsert(on:in:)", 1) { _ = try Shelf.Draft(label: "B1").upsert(on: { $0.label }, in: db) }
      try cost("Book.find(_:in:)", 1) { _ = try Book.find(emma.id, in: db) }
      try cost("Book.fetch(_:in:)", 1) { _ = try Book.fetch(emma.id, in: db) }
      try cost("book.update(in:)", 1) { try emma.update(in: db) }
      try cost("book.save(in:)", 1) { try emma.save(in: db) }
      try cost("book.delete(in:)", 1) { try library.odes.delete(in: db) }
      try cost("Book.delete(_:in:)", 1) { try Book.delete(library.odes.id, in: db) }
      try cost("book.author(in:)", 1) { _ = try emma.author(in: db) }
      try cost("book.setShelf(_:in:)", 1) { try emma.setShelf(shelf, in: db) }
    }
  }

  @Test("A bulk insert runs the documented number of statements")
  func bulk() throws {
    try store.write { db in
      let drafts = (0..<100).map { Shelf.Draft(label: "shelf \($0)") }
      let runs = try log.count { try Shelf.insert(drafts, in: db) }
      #expect(runs == 100)
    }
    #expect(document.says("`Shelf.insert(drafts, in: db)` prepares one statement and runs it once per draft"))
  }

  @Test("Operations on a relationship run the documented number of statements")
  func relationships() throws {
    try store.write { db in
      let (emma, odes, shelf) = (library.emma, library.odes, library.shelf)
      let subjects = [library.love, library.nature]
      try cost("shelf.addToBooks(_:in:)", 1) { try shelf.addToBooks(odes, in: db) }
      try cost("shelf.addToBooks(contentsOf:in:)", 1) { try shelf.addToBooks(contentsOf: [emma, odes], in: db) }
      try cost("shelf.removeFromBooks(_:in:)", 1) { try shelf.removeFromBooks(odes, in: db) }
      try cost("shelf.removeAllFromBooks(in:)", 1) { try shelf.removeAllFromBooks(in: db) }
      try cost("shelf.replaceBooks(with:in:)", 1) { try shelf.replaceBooks(with: [odes], in: db) }
      try cost("book.addToSubjects(_:in:)", 1) { try emma.addToSubjects(library.nature, in: db) }
      try cost("book.addToSubjects(contentsOf:in:)", 1) { try emma.addToSubjects(contentsOf: subjects, in: db) }
      try cost("book.removeFromSubjects(_:in:)", 1) { try emma.removeFromSubjects(library.nature, in: db) }
      try cost("book.removeAllFromSubjects(in:)", 1) { try emma.removeAllFromSubjects(in: db) }
      try cost("book.replaceSubjects(with:in:)", 2) { try emma.replaceSubjects(with: subjects, in: db) }
    }
  }

  @Test("Queries run the documented number of statements")
  func queries() throws {
    try store.write { db in
      let query = Book.where { $0.author.name == "Jane Austen" && $0.subjects.any { $0.name == "love" } }
      try cost("query.fetchAll(in:)", 1) { _ = try query.fetchAll(in: db) }
      try cost("query.count(in:)", 1) { _ = try query.count(in: db) }
      try cost("query.update(in:)", 1) { try query.update(in: db) { [$0.isLent.set(true)] } }
      try cost("query.delete(in:)", 1) { try query.delete(in: db) }
    }
  }
}
