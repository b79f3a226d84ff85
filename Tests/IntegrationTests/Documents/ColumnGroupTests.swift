import Foundation
import Postil
import Testing

/// Docs/Language.md, "Embedded structs", and Docs/Modeling.md, "References to composite keys": what is shown runs, and does what is said.
@Suite("The document on properties with several columns")
struct ColumnGroupTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  @Test("An embedded struct is stored in columns, and found by them")
  func embedded() throws {
    let home = Address(street: "Mill Lane 1", city: "Oslo")
    try store.write { db in
      let branch = try Branch.Draft(name: "North", address: home).insert(in: db)
      let inOslo = try Branch.where { $0.address.city == "Oslo" }.order { $0.address.city }.fetchAll(in: db)
      let there = try Branch.where { $0.address == home && $0.mail == nil }.fetchAll(in: db)
      #expect(inOslo == [branch])
      #expect(there == [branch])
      try Branch.all.update(in: db) { [$0.address.street.set("Quay 3"), $0.mail.set(home)] }
      let cities = try Branch.all.select { ($0.address.city, $0.mail.city) }.fetchAll(in: db)  // [(String, String?)]
      #expect(cities.first?.0 == "Oslo")
      #expect(cities.first?.1 == "Oslo")
      let found = try Branch.find(branch.id, in: db)
      #expect(found.address.street == "Quay 3")
      #expect(found.mail == home)
    }
  }

  @Test("A reference with a multi-column key finds rows by the key and by its parts")
  func compositeReference() throws {
    try store.write { db in
      let first = try Edition.Draft(isbn: "0-14-143958-9", printing: 1, publisher: "Murray").insert(in: db)
      let second = Edition.ID(isbn: "0-14-143958-9", printing: 2)
      let review = try Review.Draft(text: "Good.", editionID: first.id).insert(in: db)
      let edition = try review.edition(in: db)  // Edition
      let same = try Review.where { $0.editionID == first.id && $0.betterID == nil }.fetchAll(in: db)
      let early = try Review.where { $0.editionID.printing < 3 && $0.edition.publisher == "Murray" }.fetchAll(in: db)
      try Chapter.Draft(editionID: first.id, number: 1, title: "I").insert(in: db)
      let chapter = try Chapter.find(Chapter.ID(editionID: first.id, number: 1), in: db)
      #expect(edition == first)
      #expect(same == [review])
      #expect(early == [review])
      let itself = try Edition.where { $0.id == first.id }.fetchAll(in: db)
      let some = try Edition.where { $0.id.in([first.id, second]) && $0.publisher != "" }.fetchAll(in: db)
      let better = try Review.where { $0.better.id == second || $0.editionID == $0.better.id }.count(in: db)
      #expect(itself == [first])
      #expect(some == [first])
      #expect(better == 0)
      #expect(chapter.title == "I")
      try Edition.delete(first.id, in: db)
      #expect(try Review.all.count(in: db) == 0)
      #expect(try Chapter.all.count(in: db) == 0)
    }
  }
}
