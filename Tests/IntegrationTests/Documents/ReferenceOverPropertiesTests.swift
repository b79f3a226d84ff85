import Foundation
import Postil
import Testing

/// Docs/Modeling.md, "References over existing properties": what is shown runs, and does what is said.
@Suite("The document on references over other properties")
struct ReferenceOverPropertiesTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  @Test("The reference is read from the properties, and setting it sets them")
  func properties() throws {
    try store.write { db in
      let first = try Edition.Draft(isbn: "0-14-143958-9", printing: 1, publisher: "Murray").insert(in: db)
      let second = try Edition.Draft(isbn: "0-14-143958-9", printing: 2, publisher: "Murray").insert(in: db)
      let copy = try Copy.Draft(isbn: first.isbn, printing: 1, room: "Attic").insert(in: db)
      let edition = try copy.edition(in: db)  // Edition
      let late = try Copy.where { $0.printing == 1 && $0.edition.publisher == "Murray" }.fetchAll(in: db)
      let moved = try copy.setEdition(second, in: db)  // sets isbn and printing
      #expect(edition == first)
      #expect(late == [copy])
      #expect(moved.printing == 2)
      #expect(try Copy.find(copy.id, in: db) == moved)
      #expect(try second.copies.fetchAll(in: db) == [moved])
      try first.addToCopies(moved, in: db)
      #expect(try Copy.find(copy.id, in: db) == copy)
      #expect(throws: ConstraintViolation.self) {
        try Copy.Draft(isbn: first.isbn, printing: 3, room: "Attic").insert(in: db)
      }
    }
  }

  @Test("The reference can share columns with the struct's own key")
  func ownKey() throws {
    try store.write { db in
      let first = try Edition.Draft(isbn: "0-14-143958-9", printing: 1, publisher: "Murray").insert(in: db)
      let worn = try Plate.Draft(isbn: first.isbn, printing: 1, number: 1).insert(in: db)
      let fresh = try Plate.Draft(isbn: first.isbn, printing: 1, number: 2, originalNumber: 1).insert(in: db)
      let original = try fresh.original(in: db)  // Plate?
      let unreplaced = try first.plates.where { !$0.replacements.any { $0.number > 0 } }.fetchAll(in: db)
      #expect(original == worn)
      #expect(try worn.original(in: db) == nil)
      #expect(unreplaced == [fresh])
      #expect(try Plate.where { $0.original.number == 1 }.fetchAll(in: db) == [fresh])
      #expect(try fresh.ancestors().fetchAll(in: db) == [worn])
      #expect(try fresh.edition(in: db) == first)
      try first.delete(in: db)
      #expect(try Plate.all.count(in: db) == 0)
    }
  }
}
