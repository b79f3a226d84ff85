import Foundation
import Postil
import Testing

/// Docs/Language.md: what the database does itself.
@Suite("A trigger")
struct TriggerTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  @Test("A trigger runs for every change of its table, but only if its condition is true")
  func runs() throws {
    try store.write { db in
      var ware = try Ware.Draft(name: "Card", cents: 100).insert(in: db)
      ware.cents = 120
      try ware.update(in: db)
      let changes = try ware.priceChanges.fetchAll(in: db)
      let seen = try Ware.find(ware.id, in: db).changes  // the copy in memory hasn't changed

      #expect(changes.map(\.centsBefore) == [100])
      #expect(seen == 1 && ware.changes == 0)
      ware = try Ware.find(ware.id, in: db)
      ware.name = "Postcard"
      try ware.update(in: db)
      try ware.save(in: db)
      #expect(try ware.priceChanges.count(in: db) == 1)
      #expect(try Ware.all.update(in: db) { [$0.cents.set($0.cents * 2)] } == 1)
      try ware.save(in: db)
      #expect(try ware.priceChanges.order { $0.id }.fetchAll(in: db).map(\.centsBefore) == [100, 120, 240])
    }
  }

  @Test("A change is refused if its trigger raises an error, and the row is unchanged")
  func refuses() throws {
    try store.write { db in
      let ware = try Ware.Draft(name: "Card", cents: 100).insert(in: db)
      let other = try Ware.Draft(name: "Pen", cents: 100).insert(in: db)
      try Ware.where { $0.name == "Card" }.update(in: db) { [$0.cents.set(1)] }
      #expect(throws: ConstraintViolation.trigger(message: "its price changed")) { try ware.delete(in: db) }
      #expect(try Ware.fetch(ware.id, in: db) != nil)
      try other.delete(in: db)
    }
  }

  @Test("A trigger is part of the schema that a file is compared with")
  func isCompared() throws {
    let file = try TemporaryFile()
    try SQLiteStore(path: file.path, schema: DocumentsSchema.self).close()
    try file.runElsewhere("DROP TRIGGER ware_kept")
    let error = #expect(throws: SchemaMismatch.self) {
      try SQLiteStore(path: file.path, schema: DocumentsSchema.self).close()
    }
    #expect(error?.differences == [.missing(kind: "trigger", name: "ware_kept")])
  }
}
