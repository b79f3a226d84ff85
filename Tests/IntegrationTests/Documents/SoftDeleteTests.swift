import Foundation
import Postil
import Testing

/// Docs/Language.md: rows that are deleted and can be had back.
@Suite("A model with @softDelete")
struct SoftDeleteTests {
  private let store: SQLiteStore
  private let library: Library
  private let kept: Remark
  private let gone: Remark

  init() throws {
    store = try temporaryStore()
    (library, kept, gone) = try store.write { db in
      let library = try Library(in: db)
      let kept = try Remark.Draft(text: "true", bookID: library.emma.id).insert(in: db)
      let gone = try Remark.Draft(text: "false", bookID: library.emma.id).insert(in: db)
      try gone.delete(in: db)
      return (library, kept, gone)
    }
  }

  @Test("A deleted row stays in the table, and is excluded from queries by default")
  func queries() throws {
    try store.write { db in
      let all = try Remark.all.fetchAll(in: db)  // the rows that aren't deleted
      let bin = try Remark.onlyDeleted().where { $0.text == "false" }.fetchAll(in: db)
      let both = try Remark.where { $0.text != "" }.withDeleted().count(in: db)

      #expect(all == [kept])
      #expect(bin.map(\.id) == [gone.id] && bin[0].deletedAt != nil)
      #expect(both == 2)
      #expect(try Remark.fetch(gone.id, in: db) == nil)
      #expect(throws: RecordNotFound(model: "Remark", key: [.integer(2)])) { try Remark.find(gone.id, in: db) }
      #expect(try Remark.find(withDeleted: gone.id, in: db).text == "false")
      #expect(try !Remark.where { $0.text == "false" }.exists(in: db))
      #expect(try Remark.order { $0.text }.limit(5).select { $0.text }.fetchAll(in: db) == ["true"])
    }
  }

  @Test("A row is deleted only once, by a row, a key or a query")
  func deletes() throws {
    try store.write { db in
      #expect(try !gone.delete(in: db))
      #expect(try Remark.delete(kept.id, in: db))
      #expect(try Remark.all.count(in: db) == 0)
      let first = try Remark.find(withDeleted: kept.id, in: db).deletedAt
      #expect(try Remark.all.withDeleted().delete(in: db) == 0)
      #expect(try Remark.onlyDeleted().delete(in: db) == 0)
      #expect(try Remark.find(withDeleted: kept.id, in: db).deletedAt == first)
      let third = try Remark.Draft(text: "third", bookID: library.odes.id).insert(in: db)
      #expect(try Remark.where { $0.book.title == "Odes" }.delete(in: db) == 1)
      #expect(try Remark.find(withDeleted: third.id, in: db).deletedAt != nil)
      #expect(try Remark.where { $0.text == "third" }.limit(1).withDeleted().restore(in: db) == 1)
      #expect(try Remark.all.delete(in: db) == 1)
    }
  }

  @Test("A deleted row can be restored, or deleted permanently")
  func restores() throws {
    try store.write { db in
      let remark = try gone.restore(in: db)  // the restored row
      try remark.delete(in: db)
      try Remark.restore(remark.id, in: db)  // by its key
      try Remark.all.delete(in: db)
      let restored = try Remark.where { $0.text == "true" }.restore(in: db)  // the number of restored rows
      let emptied = try Remark.onlyDeleted().deletePermanently(in: db)  // empties the bin
      try kept.deletePermanently(in: db)

      #expect(remark.deletedAt == nil && remark.id == gone.id)
      #expect(restored == 1 && emptied == 1)
      #expect(try Remark.all.withDeleted().count(in: db) == 0)
      #expect(throws: RecordNotFound.self) { try kept.restore(in: db) }
    }
  }

  @Test("A deleted row can't be updated")
  func writes() throws {
    try store.write { db in
      var remark = gone
      remark.text = "changed"
      #expect(throws: RecordNotFound.self) { try remark.update(in: db) }
      #expect(throws: RecordNotFound.self) { try remark.save(in: db) }
      #expect(throws: RecordNotFound.self) { try remark.setBook(library.odes, in: db) }
      #expect(throws: RecordNotFound.self) { try library.odes.addToRemarks(remark, in: db) }
      #expect(throws: RecordNotFound.self) { try library.odes.addToRemarks(contentsOf: [remark], in: db) }
      let changed = try Remark.all.update(in: db) { [$0.text.set("all")] }
      #expect(changed == 1)
      #expect(try Remark.find(withDeleted: gone.id, in: db).text == "false")
      #expect(try Remark.all.withDeleted().update(in: db) { [$0.text.set("all")] } == 2)
      #expect(try Remark.onlyDeleted().update(in: db) { [$0.text.set("gone")] } == 1)
      #expect(try Remark.find(withDeleted: gone.id, in: db).text == "gone")
      var live = kept
      live.text = "live"
      #expect(try live.save(in: db).text == "live")
    }
  }

  @Test("A deleted row is not in a to-many, but references to it still resolve")
  func relationships() throws {
    try store.write { db in
      let answer = try Remark.Draft(text: "why?", bookID: library.emma.id, answerToID: gone.id).insert(in: db)
      #expect(try library.emma.remarks.order { $0.text }.fetchAll(in: db).map(\.text) == ["true", "why?"])
      #expect(try library.emma.remarks.withDeleted().count(in: db) == 3)
      #expect(try Book.where { $0.remarks.any { $0.text == "false" } }.count(in: db) == 0)
      #expect(try Book.where { $0.remarks.all { $0.text != "false" } }.count(in: db) == 2)
      #expect(try Book.where { $0.remarks.contains(gone.id) }.count(in: db) == 0)
      #expect(try Book.where { $0.remarks.contains(kept.id) && !$0.remarks.isEmpty }.count(in: db) == 1)
      #expect(try Book.order { $0.title }.select { $0.remarks.count }.fetchAll(in: db) == [2, 0])
      #expect(try answer.answerTo(in: db)?.text == "false")
      #expect(try Remark.where { $0.answerTo.text == "false" }.fetchAll(in: db) == [answer])
      #expect(try gone.answers.fetchAll(in: db) == [answer])
    }
  }

  @Test("A deleted row is not in a many-to-many, on either side")
  func manyToMany() throws {
    try store.write { db in
      let good = try Mark.Draft(name: "good").insert(in: db)
      let bad = try Mark.Draft(name: "bad").insert(in: db)
      try kept.addToMarks(contentsOf: [good, bad], in: db)
      try bad.delete(in: db)
      #expect(try kept.marks.fetchAll(in: db).map(\.name) == ["good"])
      #expect(try Remark.where { $0.marks.isEmpty }.count(in: db) == 0)
      #expect(try Remark.select { $0.marks.count }.fetchAll(in: db) == [1])
      #expect(try Remark.where { $0.marks.contains(bad.id) }.count(in: db) == 0)
      try kept.delete(in: db)
      #expect(try good.remarks.count(in: db) == 0)
      #expect(try Mark.where { $0.remarks.isEmpty }.fetchAll(in: db).map(\.name) == ["good"])
      try kept.restore(in: db)
      try bad.restore(in: db)
      #expect(try kept.marks.count(in: db) == 2)
    }
  }

  @Test("Relationship operations find neither a deleted owner nor a deleted member, and change nothing")
  func operationsOnDeletedRows() throws {
    try store.write { db in
      let good = try Mark.Draft(name: "good").insert(in: db)
      let bad = try Mark.Draft(name: "bad").insert(in: db)
      let answer = try Remark.Draft(text: "why?", bookID: library.emma.id, answerToID: gone.id).insert(in: db)
      let lost = try Remark.Draft(text: "lost", bookID: library.emma.id, answerToID: kept.id).insert(in: db)
      try gone.restore(in: db)
      try gone.addToMarks(contentsOf: [good, bad], in: db)
      try kept.addToMarks(bad, in: db)
      try gone.setFavorite(good, in: db)
      for row in [gone, lost] { try row.delete(in: db) }
      try bad.delete(in: db)
      func contents() throws -> [String] {
        let pairs = RawSQL("SELECT mark_id, remark_id FROM remark_marks ORDER BY 1, 2").as(Int64.self, Int64.self)
        return try pairs.fetchAll(in: db).map { "\($0)" }
          + Remark.withDeleted().order { $0.id }.fetchAll(in: db).map { "\($0)" }
          + Mark.withDeleted().order { $0.id }.fetchAll(in: db).map { "\($0)" }
      }
      let before = try contents()
      func refuse(_ key: Remark.ID, line: Int = #line, _ operation: () throws -> Any) throws {
        let error = #expect(throws: RecordNotFound.self) { try db.savepoint { _ = try operation() } }
        #expect(error == RecordNotFound(model: "Remark", key: key._boundValues), "line \(line)")
        #expect(try contents() == before, "line \(line)")
      }
      func refuse(_ key: Mark.ID, line: Int = #line, _ operation: () throws -> Any) throws {
        let error = #expect(throws: RecordNotFound.self) { try db.savepoint { _ = try operation() } }
        #expect(error == RecordNotFound(model: "Mark", key: key._boundValues), "line \(line)")
        #expect(try contents() == before, "line \(line)")
      }
      // A deleted owner.
      try refuse(gone.id) { try gone.addToMarks(good, in: db) }
      try refuse(gone.id) { try gone.addToMarks(contentsOf: [good], in: db) }
      try refuse(gone.id) { try gone.removeFromMarks(good, in: db) }
      try refuse(gone.id) { try gone.removeAllFromMarks(in: db) }
      try refuse(gone.id) { try gone.replaceMarks(with: [good], in: db) }
      try refuse(gone.id) { try gone.replaceMarks(with: [], in: db) }
      try refuse(gone.id) { try Remark.addToMarks(good.id, of: gone.id, in: db) }
      try refuse(gone.id) { try gone.addToAnswers(kept, in: db) }
      try refuse(gone.id) { try gone.addToAnswers(contentsOf: [kept], in: db) }
      try refuse(gone.id) { try gone.removeFromAnswers(answer, in: db) }
      try refuse(gone.id) { try gone.removeAllFromAnswers(in: db) }
      try refuse(gone.id) { try gone.replaceAnswers(with: [kept], in: db) }
      try refuse(gone.id) { try gone.setFavorite(good, in: db) }
      try refuse(gone.id) { try gone.removeFavorite(in: db) }
      // A deleted member.
      try refuse(bad.id) { try kept.addToMarks(bad, in: db) }
      try refuse(bad.id) { try kept.addToMarks(contentsOf: [good, bad], in: db) }
      try refuse(bad.id) { try kept.removeFromMarks(bad, in: db) }
      try refuse(bad.id) { try kept.replaceMarks(with: [good, bad], in: db) }
      try refuse(bad.id) { try kept.setFavorite(bad, in: db) }
      try refuse(lost.id) { try kept.addToAnswers(lost, in: db) }
      try refuse(lost.id) { try kept.addToAnswers(contentsOf: [answer, lost], in: db) }
      try refuse(lost.id) { try kept.removeFromAnswers(lost, in: db) }
      try refuse(lost.id) { try kept.replaceAnswers(with: [answer, lost], in: db) }
      try refuse(gone.id) { try good.addToRemarks(contentsOf: [kept, gone], in: db) }
      try refuse(gone.id) { try kept.setAnswerTo(gone, in: db) }
      try refuse(gone.id) { try Remark.setAnswerTo(gone.id, of: kept.id, in: db) }
      try refuse(gone.id) { try Remark.setAnswerTo(kept.id, of: gone.id, in: db) }
      #expect(try answer.setAnswerTo(nil, in: db).answerToID == nil)
      #expect(try answer.setAnswerTo(kept, in: db).answerToID == kept.id)
      // Once restored, both are found again.
      try Remark.restore(gone.id, in: db)
      #expect(try gone.removeFromMarks(good, in: db))
      #expect(try gone.marks.count(in: db) == 0)
      #expect(try gone.marks.withDeleted().count(in: db) == 1)
    }
  }

  @Test("A deleted row is not the row of a has-one, and another one can take its place")
  func hasOne() throws {
    try store.write { db in
      let good = try Mark.Draft(name: "good", remarkID: kept.id).insert(in: db)
      let bad = try Mark.Draft(name: "bad").insert(in: db)
      #expect(try kept.favorite(in: db) == good)
      try good.delete(in: db)
      #expect(try kept.favorite(in: db) == nil)
      #expect(try Remark.where { $0.favorite == nil }.fetchAll(in: db) == [kept])
      #expect(try Remark.where { $0.favorite.name == "good" }.count(in: db) == 0)
      try kept.setFavorite(bad, in: db)
      #expect(try kept.favorite(in: db)?.name == "bad")
    }
  }

  @Test("A deleted row counts in unique keys, and an upsert restores it")
  func uniqueKeys() throws {
    try store.write { db in
      let mark = try Mark.Draft(name: "good").insert(in: db)
      try mark.delete(in: db)
      #expect(throws: ConstraintViolation.unique(table: "mark", columns: ["name"])) {
        try goingOnAfterErrors(in: db) { try Mark.Draft(name: "good").insert(in: db) }
      }
      let again = try Mark.Draft(name: "good").upsert(on: { $0.name }, in: db)
      #expect(again.id == mark.id && again.removedAt == nil)
      #expect(again.version == 3)  // the insert, the deletion and the upsert
    }
  }

  @Test("The delete rule deletes a row permanently with the row that it references")
  func cascade() throws {
    try store.write { db in
      try library.emma.delete(in: db)
      #expect(try Remark.all.withDeleted().count(in: db) == 0)
    }
  }
}
