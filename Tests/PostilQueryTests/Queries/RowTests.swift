import PostilQuery
import Testing

@Suite("Rows")
struct RowTests {
  let database: TestDatabase
  let db: TestTransaction

  init() throws {
    database = try TestDatabase.filled()
    db = database.transaction
  }

  @Test("A row is found and fetched by its key")
  func find() throws {
    #expect(try Tag.find(Tag.ID(1), in: db).name == "urgent")
    #expect(try Tag.fetch(Tag.ID(9), in: db) == nil)
    #expect(throws: RecordNotFound(model: "Tag", key: [.integer(9)])) { try Tag.find(Tag.ID(9), in: db) }
    #expect(RecordNotFound(model: "Tag", key: [.integer(9)]).description == "no Tag has the key 9")
    #expect(RecordNotFound(model: "Tag", key: [.text("it's")]).description == "no Tag has the key 'it''s'")
    let composite = RecordNotFound(model: "Release", key: [.integer(1), .text("XX"), .blob([0, 255])])
    #expect(composite.description == "no Release has the key (1, 'XX', x'00FF')")
    #expect(RecordNotFound(model: "Tag", key: []).description == "the statement returned no Tag")
    #expect(throws: RecordNotFound(model: "Release", key: [.text("x"), .integer(1)])) {
      try Release.find(Release.ID(name: "x", version: 1), in: db)
    }
    #expect(try Release.find(Release.ID(name: "other", version: 1), in: db).notes == "first")
  }

  @Test("One row or many are inserted")
  func insert() throws {
    let tag = try Tag.Draft(name: "new").insert(in: db)
    #expect(try Tag.find(tag.id, in: db) == tag)
    #expect(try Tag.insert((0..<1000).map { Tag.Draft(name: "tag \($0)") }, in: db) == 1000)
    #expect(try Tag.all.count(in: db) == 1005)
    #expect(throws: (any Error).self) {
      try Tag.insert([Tag.Draft(name: "first"), Tag.Draft(name: "urgent")], in: db)
    }
    #expect(try Tag.all.count(in: db) == 1005)
    #expect(try Tag.insert([], in: db) == 0)
  }

  @Test("A row is updated, saved and deleted")
  func write() throws {
    var tag = try Tag.find(Tag.ID(4), in: db)
    tag.name = "used"
    try tag.update(in: db)
    #expect(try Tag.find(Tag.ID(4), in: db).name == "used")
    #expect(try tag.delete(in: db))
    #expect(try !tag.delete(in: db))
    #expect(throws: RecordNotFound(model: "Tag", key: [.integer(4)])) { try tag.update(in: db) }
    try tag.save(in: db)
    tag.name = "saved"
    try tag.save(in: db)
    #expect(try Tag.find(Tag.ID(4), in: db).name == "saved")
    #expect(try Tag.delete(Tag.ID(4), in: db))
    #expect(try !Tag.delete(Tag.ID(4), in: db))
    #expect(try Release.delete(Release.ID(name: "other", version: 1), in: db))
  }

  @Test("A row is upserted on a unique key")
  func upsert() throws {
    let home = try Project.Draft(name: "Home").upsert(on: { $0.name }, in: db)
    #expect(home.id == Project.ID(1))
    let new = try Project.Draft(name: "New").upsert(on: { $0.name }, in: db)
    #expect(try Project.find(new.id, in: db).name == "New")
    #expect(try Project.all.count(in: db) == 4)
  }
}
