import Foundation
import Postil
import Testing

/// Docs/Language.md: a table of one row.
@Suite("A model with @singleton")
struct SingletonTests {
  private let file: TemporaryFile
  private let store: SQLiteStore

  init() throws {
    file = try TemporaryFile()
    store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
  }

  @Test("A singleton has one row, which is found without a key")
  func current() throws {
    try store.write { db in
      let none = try Settings.fetchCurrent(in: db)  // Settings?
      let settings = try Settings.Draft(name: "City Library").insert(in: db)
      let current = try Settings.current(in: db)  // throws RecordNotFound if there is none

      #expect(none == nil)
      #expect(current == settings && current.id == Settings.ID(1))
      try settings.delete(in: db)
      #expect(throws: RecordNotFound(model: "Settings", key: [.integer(1)])) { try Settings.current(in: db) }
      #expect(try Settings.Draft(name: "Again").insert(in: db).id == Settings.ID(1))
    }
  }

  @Test("A second row is refused, from Swift and from other programs")
  func second() throws {
    try store.write { db in
      try Settings.Draft(name: "One").insert(in: db)
      #expect(throws: ConstraintViolation.unique(table: "settings", columns: ["id"])) {
        try Settings.Draft(name: "Two").insert(in: db)
      }
      #expect(throws: ConstraintViolation.self) {
        try Settings.insert([Settings.Draft(name: "Two")], in: db)
      }
    }
    #expect(throws: (any Error).self) {
      try file.runElsewhere("INSERT INTO settings (name, loan_days) VALUES ('Three', 1)")
    }
    #expect(throws: (any Error).self) {
      try file.runElsewhere("INSERT INTO settings (id, name, loan_days) VALUES (2, 'Three', 1)")
    }
    #expect(try file.rows("SELECT id, name FROM settings") == [["1", "One"]])
  }

  @Test("Replacing the row keeps its key")
  func replace() throws {
    try store.write { db in
      let library = try Library(in: db)
      try Settings.Draft(name: "One", loanDays: 7, favoriteID: library.emma.id).replaceCurrent(in: db)
      let settings = try Settings.Draft(name: "Two").replaceCurrent(in: db)

      #expect(settings == (try Settings.current(in: db)))
      #expect(settings.loanDays == 28 && settings.favoriteID == nil)
      #expect(try Settings.all.count(in: db) == 1)
      #expect(try Settings.Draft(name: "Three").upsert(on: { $0.id }, in: db).name == "Three")
    }
  }
}
