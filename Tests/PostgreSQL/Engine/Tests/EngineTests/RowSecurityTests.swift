import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  /// Docs/PostgreSQL.md, "Row-level security".
  @Suite("Row-level security")
  struct RowSecurity {
    @Test("A policy reads what the transaction has set, and applies to reads and writes")
    func policy() async throws {
      let owner = try await Server.emptyStore()
      try await owner.write { db in
        for name in ["Doors", "Windows"] { try Project.Draft(name: name).insert(in: db) }
        try RawSQL("DROP ROLE IF EXISTS postil_project").execute(in: db)
        try RawSQL(
          "CREATE ROLE postil_project LOGIN IN ROLE pg_read_all_data, pg_write_all_data"
        ).execute(in: db)
        try RawSQL("ALTER TABLE project ENABLE ROW LEVEL SECURITY").execute(in: db)
        try RawSQL("CREATE POLICY own ON project USING (name = current_setting('postil.project', true))").execute(
          in: db)
      }
      let url = (Server.url ?? "").replacing(#/\/\/[^@]*@/#) { _ in "//postil_project@" }
      let store = try await PostgreSQLStore(url, schema: EngineTestsSchema.self)
      let projects = try await store.read { db in
        try db.setContext("project", to: "Doors")
        return try Project.all.fetchAll(in: db)
      }
      #expect(projects.map(\.name) == ["Doors"])
      #expect(try await store.read { db in try Project.all.count(in: db) } == 0)
      let other = try #require(
        try await owner.read { db in try Project.where { $0.name == "Windows" }.fetchOne(in: db) })
      try await store.write { db in
        try db.setContext("project", to: "Doors")
        #expect(try !other.delete(in: db))
      }
      let error = await #expect(throws: PostgreSQLError.self) {
        try await store.write { db in
          try db.setContext("project", to: "Doors")
          try Project.Draft(name: "Roofs").insert(in: db)
        }
      }
      #expect(error?.code == "42501")
      try await store.close()
      try await owner.write { db in
        try RawSQL("DROP POLICY own ON project").execute(in: db)
        try RawSQL("ALTER TABLE project DISABLE ROW LEVEL SECURITY").execute(in: db)
      }
    }
  }
}
