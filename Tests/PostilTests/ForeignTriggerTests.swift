import Items
import Postil
import Testing

/// A trigger that isn't part of the program's schema changes rows after they are written; what is returned is what is stored.
@Suite("Rows that a trigger of another program changes")
struct ForeignTriggerTests {
  private let store: SQLiteStore

  init() throws {
    store = try .inMemory(schema: ItemsSchema.self)
    try store.write { db in
      for table in ["project", "tag"] {
        try RawSQL(
          """
          CREATE TRIGGER \(identifier: table + "_insert") AFTER INSERT ON \(identifier: table) BEGIN
          UPDATE \(identifier: table) SET name = upper(name) WHERE id = NEW.id; END
          """
        ).execute(in: db)
      }
      try RawSQL(
        """
        CREATE TRIGGER item_update AFTER UPDATE ON item WHEN NEW.title NOT LIKE '%!' BEGIN
        UPDATE item SET title = NEW.title || '!' WHERE id = NEW.id; END
        """
      ).execute(in: db)
    }
  }

  @Test("An insert, an upsert and a save return the row as it is stored")
  func written() throws {
    try store.write { db in
      let project = try Project.Draft(name: "home").insert(in: db)
      #expect(project.name == "HOME")
      #expect(try Project.insert(returning: [Project.Draft(name: "work")], in: db).map(\.name) == ["WORK"])
      #expect(try Tag.Draft(name: "urgent").upsert(on: { $0.name }, in: db).name == "URGENT")
      #expect(try Tag.Draft(name: "late").insertUnlessPresent(in: db)?.name == "LATE")
      var item = try Item.Draft(title: "Oil the door", projectID: project.id).insert(in: db)
      #expect(item.title == "Oil the door")
      #expect(try item.update(in: db).title == "Oil the door!")
      item.title = "Paint it"
      #expect(try item.save(in: db).title == "Paint it!")
    }
  }

  @Test("A row that a trigger deletes again isn't returned")
  func deleted() throws {
    try store.write { db in
      try RawSQL("CREATE TRIGGER gone AFTER INSERT ON project BEGIN DELETE FROM project WHERE id = NEW.id; END")
        .execute(in: db)
    }
    try store.write { db in
      let error = #expect(throws: RecordNotFound.self) { try Project.Draft(name: "home").insert(in: db) }
      #expect(error?.model == "Project")
    }
  }
}
