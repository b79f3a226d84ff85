import Foundation
import Postil
import Testing

/// Docs/Queries.md: what a write returns, and what it does where a row is there already.
@Suite("The document on writing")
struct WritingTests {
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
  }

  @Test("returns the rows that an update changed, as they are then")
  func updated() throws {
    try store.write { db in
      let old = Book.where { $0.publishedIn < 1900 }
      let lent = try old.updating { [$0.isLent.set(true)] }.returning().fetchAll(in: db)
      let titles = try old.updating { [$0.publishedIn.set($0.publishedIn + 1)] }
        .returning { ($0.title, $0.publishedIn) }.fetchAll(in: db)

      #expect(Set(lent.map(\.id)) == [library.emma.id, library.odes.id])
      #expect(lent.allSatisfy { $0.isLent })
      #expect(titles.sorted { $0.0 < $1.0 }.map(\.0) == ["Emma", "Odes"])
      #expect(titles.sorted { $0.0 < $1.0 }.map(\.1) == [1816, 1820])
      let authors = try old.updating { [$0.isLent.set(false)] }.returning { $0.author.name }.fetchAll(in: db)
      #expect(Set(authors) == ["Jane Austen", "John Keats"])
      #expect(
        try Book.where { $0.title == "None" }.updating { [$0.isLent.set(true)] }.returning().fetchOne(in: db) == nil)
      #expect(try old.updating { _ in [] }.returning().fetchAll(in: db).isEmpty)
    }
  }

  @Test("returns the rows that a delete deleted, as they were")
  func deleted() throws {
    try store.write { db in
      let gone = try Book.where { $0.genre == .poetry }.deleting().returning { $0.title }.fetchAll(in: db)

      #expect(gone == ["Odes"])
      #expect(try Book.select { $0.title }.fetchAll(in: db) == ["Emma"])
    }
  }

  @Test("returns rows that are deleted softly, restored and deleted for good")
  func softlyDeleted() throws {
    try store.write { db in
      for text in ["a", "b", "c"] { try Remark.Draft(text: text, bookID: library.emma.id).insert(in: db) }
      let first = Remark.order { $0.text }.limit(1)
      let bin = try first.deleting().returning().fetchAll(in: db)
      #expect(bin.map(\.text) == ["a"] && bin[0].deletedAt != nil)
      let back = try Remark.onlyDeleted().restoring().returning().fetchAll(in: db)
      #expect(back.map(\.text) == ["a"] && back[0].deletedAt == nil)
      let last = Remark.order { $0.text.descending }.limit(1).deletingPermanently().returning { $0.text }
      #expect(try last.fetchAll(in: db) == ["c"])
      #expect(try Remark.all.withDeleted().count(in: db) == 2)
    }
  }

  @Test("counts versions of the rows that a limit and an order pick, and of no others")
  func limited() throws {
    try store.write { db in
      for name in ["a", "b", "c"] { try Mark.Draft(name: name).insert(in: db) }
      let gone = try Mark.order { $0.name.descending }.limit(2).deleting().returning { ($0.name, $0.version) }
        .fetchAll(in: db)
      let before = try Mark.where { $0.name == "a" }.select { $0.version }.fetchAll(in: db)
      #expect(gone.map(\.0).sorted() == ["b", "c"])
      #expect(gone.map(\.1) == [before[0] + 1, before[0] + 1])
      #expect(try Mark.select { $0.name }.fetchAll(in: db) == ["a"])
    }
  }

  @Test("sets of the row that is there what an upsert says")
  func upserted() throws {
    try store.write { db in
      let draft = Essay.Draft(title: "On Emma", text: "new")
      let first = try draft.upsert(on: { $0.title }, in: db) { current, new in
        [current.text.set(current.text + new.text)]
      }
      let second = try draft.upsert(on: { $0.title }, in: db) { current, new in
        [current.text.set(current.text + new.text)]
      }
      let kept = try draft.upsert(on: { $0.title }, in: db, where: { $0.text < $1.text }) { [$0.text.set($1.text)] }

      #expect(first.text == "new")
      #expect(second.id == first.id && second.text == "newnew" && second.version == first.version + 1)
      #expect(kept == nil)
      #expect(try Essay.all.fetchAll(in: db) == [second])
      let later = Essay.Draft(title: "On Emma", text: "other")
      let changed = try later.upsert(on: { $0.title }, in: db, where: { $0.text < $1.text }) { [$0.text.set($1.text)] }
      #expect(changed?.text == "other")
    }
  }

  @Test("inserts nothing where a row is there")
  func present() throws {
    try store.write { db throws in
      #expect(try Shelf.Draft(label: "A1").insertUnlessPresent(on: { $0.label }, in: db) == nil)
      #expect(try Shelf.Draft(label: "B1").insertUnlessPresent(in: db)?.label == "B1")
      #expect(try Shelf.insertUnlessPresent([Shelf.Draft(label: "B1"), Shelf.Draft(label: "C1")], in: db) == 1)
      #expect(try Shelf.order { $0.label }.select { $0.label }.fetchAll(in: db) == ["A1", "B1", "C1"])
    }
  }

  @Test("upserts many drafts, all or none")
  func bulk() throws {
    let drafts = [
      Essay.Draft(title: "a", text: "1"), Essay.Draft(title: "a", text: "2"), Essay.Draft(title: "b", text: "3"),
    ]
    try store.write { db in
      let count = try Essay.upsert(drafts, on: { $0.title }, in: db) { current, new in
        [current.text.set(current.text + new.text)]
      }
      #expect(count == 3)
      #expect(try Essay.order { $0.title }.select { $0.text }.fetchAll(in: db) == ["12", "3"])
      let none = try Essay.upsert(drafts, on: { $0.title }, in: db, where: { $0.text < $1.text }) {
        [$0.text.set($1.text)]
      }
      #expect(none == 1)
    }
  }

  @Test("changes nothing where one row is refused")
  func refused() throws {
    try store.write { db throws in
      #expect(throws: ConstraintViolation.self) {
        try Book.all.updating { [$0.title.set("")] }.returning().fetchAll(in: db)
      }
      let drafts = [
        Book.Draft(title: "new", publishedIn: 1, authorID: library.austen.id),
        Book.Draft(title: "", publishedIn: 1, authorID: library.austen.id),
      ]
      #expect(throws: ConstraintViolation.self) { try Book.insertUnlessPresent(drafts, in: db) }
      #expect(try Book.order { $0.title }.select { $0.title }.fetchAll(in: db) == ["Emma", "Odes"])
    }
  }

  @Test("does not return what is read from other rows of the changed table")
  func changing() throws {
    try store.write { db in
      #expect(throws: QueryError.returningReadsChangedTable(table: "remark")) {
        try Remark.all.deleting().returning { $0.answerTo.text }.fetchAll(in: db)
      }
    }
  }
}
