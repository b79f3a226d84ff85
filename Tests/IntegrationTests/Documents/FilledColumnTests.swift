import Foundation
import Postil
import Testing

/// Docs/Language.md: columns that the database fills.
@Suite("Columns set by the database")
struct FilledColumnTests {
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
  }

  // MARK: - @generated

  @Test("Generated columns are in the rows that inserts and updates return, and in queries")
  func generated() throws {
    try store.write { db in
      var fee = try Fee.Draft(days: 3, centsPerDay: 50).insert(in: db)
      let inserted = fee.cents  // 150, as the database computed it
      fee.days = 300
      fee = try fee.update(in: db)
      let large = try Fee.where { $0.isLarge && $0.cents == 15_000 }.fetchAll(in: db)

      #expect(inserted == 150)
      #expect(fee.cents == 15_000 && fee.isLarge)
      #expect(large == [fee])
      fee.days = 1
      #expect(try fee.save(in: db).cents == 50)
      try Fee.all.update(in: db) { [$0.days.set($0.days + 1)] }
      #expect(try Fee.find(fee.id, in: db).cents == 100)
      try fee.delete(in: db)
      #expect(try fee.save(in: db).cents == 50)
      #expect(try Fee.insert([Fee.Draft(days: 1, centsPerDay: 1), Fee.Draft(days: 2, centsPerDay: 1)], in: db) == 2)
      let cents: [Int64] = try Fee.order { $0.cents }.select { $0.cents }.fetchAll(in: db)
      #expect(cents == [1, 2, 50])
    }
  }

  // MARK: - @version

  @Test("A version counts the changes of a row, and an update of an outdated copy is refused")
  func version() throws {
    try store.write { db in
      var mine = try Essay.Draft(title: "Emma").insert(in: db)
      var theirs = try Essay.find(mine.id, in: db)
      #expect(mine.version == 1)
      theirs.text = "theirs"
      theirs = try theirs.update(in: db)
      #expect(theirs.version == 2)

      mine.text = "mine"
      let stale = StaleRecord(model: "Essay", key: [.integer(1)], version: .integer(1), current: .integer(2))
      #expect(throws: stale) { try mine.update(in: db) }
      #expect(throws: stale) { try mine.save(in: db) }
      #expect(try Document("Errors").says("\(stale)"))
      #expect(try Essay.find(mine.id, in: db) == theirs)
      mine = try Essay.find(mine.id, in: db)
      mine.text += " and mine"
      #expect(try mine.update(in: db).version == 3)
      #expect(try Essay.find(mine.id, in: db).text == "theirs and mine")
    }
  }

  @Test("A version also counts changes by queries, relationships and upserts")
  func otherChanges() throws {
    try store.write { db in
      var essay = try Essay.Draft(title: "Emma").insert(in: db)
      try Essay.all.update(in: db) { [$0.text.set("x")] }
      #expect(try Essay.find(essay.id, in: db).version == 2)
      try Essay.all.update(in: db) { [$0.authorID.set($0.author.id)] }
      essay = try essay.setAuthor(library.austen, in: db)
      #expect(essay == (try Essay.find(essay.id, in: db)))
      #expect(essay.version == 4 && essay.authorID == library.austen.id)
      try library.keats.addToEssays(essay, in: db)
      try library.keats.addToEssays(contentsOf: [essay], in: db)
      try library.keats.replaceEssays(with: [essay], in: db)
      try library.keats.removeFromEssays(essay, in: db)
      #expect(try Essay.find(essay.id, in: db).version == 8)
      let again = try Essay.Draft(title: "Emma", text: "new").upsert(on: { $0.title }, in: db)
      #expect(again.id == essay.id && again.version == 9 && again.text == "new")
    }
  }

  @Test("Updating a missing row throws, and saving it inserts it again")
  func missingRow() throws {
    try store.write { db in
      var essay = try Essay.Draft(title: "Emma").insert(in: db)
      essay.text = "x"
      essay = try essay.update(in: db)
      try essay.delete(in: db)
      #expect(throws: RecordNotFound(model: "Essay", key: [.integer(1)])) { try essay.update(in: db) }
      let saved = try essay.save(in: db)
      #expect(saved.version == 2 && saved.createdAt == essay.createdAt && saved.text == "x")
    }
  }

  // MARK: - @createdAt and @updatedAt

  @Test("The creation and change times come from the database's clock")
  func times() throws {
    try store.write { db in
      let old = Date(timeIntervalSince1970: 1_000_000_000)
      let essay = try Essay.Draft(title: "Emma").insert(in: db)
      #expect(abs(essay.createdAt.timeIntervalSinceNow) < 60)
      #expect(essay.createdAt == essay.updatedAt)

      func changed(by body: () throws -> Void) throws -> Bool {
        try db.execute(
          _RenderedStatement(
            sql: "UPDATE essay SET created_at = '2001-09-09 01:46:40', updated_at = '2001-09-09 01:46:40'"))
        try body()
        let row = try Essay.find(essay.id, in: db)
        return row.createdAt == old && abs(row.updatedAt.timeIntervalSinceNow) < 60
      }
      let current = { try Essay.find(essay.id, in: db) }
      #expect(try changed { try current().update(in: db) })
      #expect(try changed { try current().save(in: db) })
      #expect(try changed { try Essay.all.update(in: db) { [$0.text.set("x")] } })
      #expect(try changed { _ = try current().setAuthor(library.austen, in: db) })
      #expect(try changed { try library.keats.addToEssays(essay, in: db) })
      #expect(try changed { try library.keats.removeAllFromEssays(in: db) })
      #expect(try changed { try Essay.Draft(title: "Emma").upsert(on: { $0.title }, in: db) })
      #expect(try Essay.where { $0.updatedAt > old && $0.createdAt == old }.count(in: db) == 1)
    }
  }

  @Test("Timestamps are stored like dates, so that texts sort by time")
  func storedForm() throws {
    let file = try TemporaryFile()
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    let essay = try store.write { db in try Essay.Draft(title: "Emma").insert(in: db) }
    try store.write { db in try essay.update(in: db) }
    try store.write { db in try Essay.all.update(in: db) { [$0.text.set("x")] } }
    for column in ["created_at", "updated_at"] {
      let text = try file.rows("SELECT \(column) FROM essay")[0][0]
      #expect(!text.hasSuffix(".") && !(text.contains(".") && text.hasSuffix("0")), "\(text)")
      let count = try store.write { db in
        let row = try Essay.find(essay.id, in: db)
        let date = column == "created_at" ? row.createdAt : row.updatedAt
        return try Essay.where { ($0.createdAt == date) || ($0.updatedAt == date) }.count(in: db)
      }
      #expect(count == 1)
    }
  }
}
