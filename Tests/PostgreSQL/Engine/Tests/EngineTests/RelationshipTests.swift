import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Rows and relationships")
  struct Relationships {
    @Test("Rows are inserted, found, updated, saved and deleted")
    func rows() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        let home = try Project.Draft(name: "Home").insert(in: db)
        #expect(home.id == Project.ID(1))
        var item = try Item.Draft(title: "Oil the door", projectID: home.id).insert(in: db)
        item.done = true
        try item.update(in: db)
        #expect(try Item.find(item.id, in: db) == item)
        item.title = "Oil the lamp"
        try item.save(in: db)
        #expect(try Item.all.fetchAll(in: db) == [item])
        #expect(try Project.Draft(name: "Home").upsert(on: { $0.name }, in: db).id == home.id)
        #expect(try Item.where { $0.done }.update(in: db) { [$0.title.set($0.title + "!")] } == 1)
        #expect(
          try Item.where { $0.title == "Oil the lamp!" }.updating { [$0.done.set(false)] }.returning().fetchAll(in: db)
            .count == 1)
        #expect(try item.delete(in: db))
        #expect(throws: RecordNotFound.self) { try Item.find(item.id, in: db) }
      }
    }

    @Test("Members are added, removed and replaced by one statement each, and loaded")
    func members() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        let home = try Project.Draft(name: "Home").insert(in: db)
        let item = try Item.Draft(title: "Oil the door", projectID: home.id).insert(in: db)
        let tags = try ["a", "b", "c"].map { try Tag.Draft(name: $0).insert(in: db) }
        #expect(try item.addToTags(tags[0], in: db))
        #expect(try !item.addToTags(tags[0], in: db))
        #expect(try item.addToTags(contentsOf: tags, in: db) == 2)
        #expect(try item.removeFromTags(tags[1], in: db))
        #expect(try item.tags.order { $0.name }.fetchAll(in: db) == [tags[0], tags[2]])
        #expect(try item.replaceTags(with: [tags[1], tags[2]], in: db) == 2)
        let loaded = try Item.with { ($0.tags.order { $0.name }, $0.project) }.fetchOnly(in: db)
        #expect(loaded.1 == [tags[1], tags[2]])
        #expect(loaded.2 == home)
        #expect(try Item.where { $0.tags.any { $0.name == "b" } && $0.project.name == "Home" }.count(in: db) == 1)
        #expect(try Tag.where { $0.items.isEmpty }.fetchAll(in: db) == [tags[0]])
        #expect(try item.removeAllFromTags(in: db) == 2)
      }
    }

    @Test("Members with UUIDs as keys keep their order")
    func order() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        let devices = try (0..<4).map {
          try Device.Draft(id: Device.ID(rawValue: UUID()), name: "\($0)").insert(in: db)
        }
        try devices[0].addToPeers(contentsOf: [devices[2], devices[1]], in: db)
        try devices[0].insertIntoPeers(devices[3], at: 1, in: db)
        #expect(try devices[0].peers.select { $0.name }.fetchAll(in: db) == ["2", "3", "1"])
        try devices[0].moveInPeers(from: 2, to: 0, in: db)
        #expect(try devices[0].peers.select { $0.name }.fetchAll(in: db) == ["1", "2", "3"])
      }
    }

    @Test("Violated constraints are typed errors, and a savepoint undoes what failed")
    func constraints() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        _ = try Tag.Draft(name: "a").insert(in: db)
        let error = #expect(throws: ConstraintViolation.self) {
          try db.savepoint { _ = try Tag.Draft(name: "a").insert(in: db) }
        }
        #expect(error == .unique(table: "tag", columns: ["name"]))
        #expect(error?.description == "a row with the same Tag.name already exists; fetch and update it, or use upsert")
        let home = try Project.Draft(name: "Home").insert(in: db)
        #expect(throws: ConstraintViolation.check(name: "item_title_check")) {
          try db.savepoint { _ = try Item.Draft(title: "", projectID: home.id).insert(in: db) }
        }
        #expect(try Tag.all.count(in: db) == 1)
      }
      let missing = await #expect(throws: ConstraintViolation.foreignKey(table: "item")) {
        try await store.write { db in _ = try Item.Draft(title: "x", projectID: Project.ID(99)).insert(in: db) }
      }
      #expect(missing?.description == "Item: a referenced row doesn't exist")
      let deletions: [RawSQL] = [
        "delete from project", "WITH old(id) AS (SELECT 1) DELETE FROM project WHERE id IN (SELECT id FROM old)",
      ]
      for deletion in deletions {
        let referenced = await #expect(throws: ConstraintViolation.foreignKey(table: "project")) {
          try await store.write { db in
            try RawSQL("CREATE TABLE pin (project_id bigint REFERENCES project (id))").execute(in: db)
            try RawSQL("INSERT INTO pin SELECT id FROM project").execute(in: db)
            try deletion.execute(in: db)
          }
        }
        #expect(
          referenced?.description
            == "Project: the row can't be deleted, because a row of pin still references it; delete or change that row first"
        )
      }
      await #expect(throws: ConstraintViolation.trigger(message: "no tags on Sunday")) {
        try await store.write { db in
          try RawSQL(
            """
            CREATE FUNCTION pg_temp.refuse() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN RAISE EXCEPTION ''no tags on %'', NEW.name; END'
            """
          ).execute(in: db)
          try RawSQL("CREATE TRIGGER refuse BEFORE INSERT ON tag FOR EACH ROW EXECUTE FUNCTION pg_temp.refuse()")
            .execute(in: db)
          _ = try Tag.Draft(name: "Sunday").insert(in: db)
        }
      }
    }

    @Test("Joins, groups, common tables, windows and pages have the rows that they have in SQLite")
    func queries() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        let projects = try ["Home", "Work"].map { try Project.Draft(name: $0).insert(in: db) }
        try Item.insert(
          (1...7).map { Item.Draft(title: "item \($0)", done: $0 > 4, projectID: projects[$0 % 2].id) }, in: db)
        let counts = try Item.group { $0.project.name }.select { ($0.project.name, SQL.count()) }.order { name, _ in
          name
        }
        .fetchAll(in: db)
        #expect(counts.map(\.0) == ["Home", "Work"])
        #expect(counts.map(\.1) == [3, 4])
        let pairs = try Item.join(Project.self) { item, project in item.projectID == project.id }
          .where { item, project in item.done && project.name == "Work" }.order { item, _ in item.id }
          .select { item, project in (item.title, project.name) }.fetchAll(in: db)
        #expect(pairs.map(\.0) == ["item 5", "item 7"])
        let page = try Item.order { $0.title }.page(after: nil, size: 3).fetch(in: db)
        let next = try Item.order { $0.title }.page(after: page.next, size: 3).fetch(in: db)
        #expect(next.rows.map(\.title) == ["item 4", "item 5", "item 6"])
        let ranks = try Item.order { $0.id }.select {
          ($0.id, SQL.rowNumber().over(partitionBy: $0.projectID, orderBy: $0.id))
        }
        .fetchAll(in: db)
        let numbers: [Int] = ranks.map(\.1)
        #expect(numbers == [1, 1, 2, 2, 3, 3, 4])
      }
    }
  }
}
