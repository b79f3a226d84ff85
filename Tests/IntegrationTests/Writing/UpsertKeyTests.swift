import Foundation
import Postil
import Testing

/// Upserts with a set clause on keys of every kind, and what their expressions may read.
@Suite("Upserts on keys of every kind")
struct UpsertKeyTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  @Test("An upsert on a composite primary key updates the row, and adds the draft's children to its own")
  func compositeKey() throws {
    try store.write { db in
      let draft = Bed.Draft(row: "A", number: 1, soil: "clay", plants: [.init(name: "oak")])
      for expected in ["clay", "clay+clay"] {
        let bed = try draft.upsert(on: { $0.rowAndNumber }, in: db) { current, new in
          [current.soil.set(current.soil + "+" + new.soil)]
        }
        #expect(bed.soil == expected)
      }
      #expect(try Plant.all.count(in: db) == 2)
      #expect(try draft.insertUnlessPresent(on: { $0.rowAndNumber }, in: db) == nil)
      let drafts = (1...3).map { Bed.Draft(row: "A", number: $0, soil: "sand") }
      #expect(try Bed.insertUnlessPresent(drafts, on: { $0.rowAndNumber }, in: db) == 2)
      let some = try Bed.upsert(drafts, on: { $0.rowAndNumber }, where: { $0.soil != $1.soil }, in: db) {
        [$0.soil.set($1.soil)]
      }
      #expect(some == 1)
      #expect(try Bed.where { $0.soil == "sand" }.count(in: db) == 3)
      // What a draft takes with it is not inserted where its row is not.
      #expect(try Plant.all.count(in: db) == 2)
    }
  }

  @Test("An upsert can use a key over an expression")
  func expressionKey() throws {
    try store.write { db in
      let one = try Patron.Draft(name: "Ann", email: "Ann@example.org").insert(in: db)
      let draft = Patron.Draft(name: "Anna", email: "ann@EXAMPLE.org", city: "Oslo")
      let same = try draft.upsert(on: { $0.lowerEmail }, in: db) { current, new in
        [current.name.set(current.name + "/" + new.name), current.city.set(new.city)]
      }
      #expect(same.id == one.id && same.name == "Ann/Anna" && same.city == "Oslo" && same.email == one.email)
      let values = try draft.inserting().upserting(on: { $0.lowerEmail }) { [$0.name.set($1.name)] }
        .returning { ($0.id, $0.name) }.fetchAll(in: db)
      #expect(values.map(\.0) == [one.id] && values.map(\.1) == ["Anna"])
    }
  }

  @Test("Expressions in a set clause can use paths and subqueries, of the existing row and of the new one")
  func paths() throws {
    try store.write { db in
      let library = try Library(in: db)
      let first = Essay.Draft(title: "e", text: "a", authorID: library.austen.id)
      let second = Essay.Draft(title: "e", text: "b", authorID: library.keats.id)
      try first.insert(in: db)
      let both = try second.upsert(
        on: { $0.title }, where: { current, new in current.author.name != new.author.name }, in: db
      ) { current, new in
        [
          current.text.set((current.author.name ?? "") + "," + (new.author.name ?? "")),
          current.authorID.set(new.authorID),
        ]
      }
      #expect(both?.text == "Jane Austen,John Keats" && both?.authorID == library.keats.id && both?.version == 2)
      let again = try second.upsert(
        on: { $0.title }, where: { current, new in current.author.name != new.author.name }, in: db
      ) { current, _ in [current.text.set("never")] }
      #expect(again == nil)
      #expect(throws: QueryError.aggregateInCondition) {
        try second.upsert(on: { $0.title }, in: db) { current, _ in [current.text.set(current.text.max() ?? "")] }
      }
      #expect(throws: QueryError.assignmentOutOfScope(table: "essay", column: "text")) {
        try second.upsert(on: { $0.title }, in: db) { _, new in [new.text.set("x")] }
      }
    }
  }

  @Test("In a batch of upserts with values in the set clause, each row sees the ones before it")
  func batch() throws {
    try store.write { db in
      let drafts = (0..<700).map { Patron.Draft(name: "p\($0)", email: "\($0 % 350)@X.org") }
      let count = try Patron.upsert(drafts, on: { $0.lowerEmail }, where: { current, _ in current.city == "" }, in: db)
      {
        current, new in
        [current.name.set(current.name + " and " + new.name), current.city.set("Rome")]
      }
      #expect(count == 700)
      let names = try Patron.where { $0.city == "Rome" }.order { $0.id }.select { $0.name }.fetchAll(in: db)
      #expect(names == (0..<350).map { "p\($0) and p\($0 + 350)" })
    }
  }
}
