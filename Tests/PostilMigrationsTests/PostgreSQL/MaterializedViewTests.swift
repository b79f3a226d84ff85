import PostilMigrations
import Testing

@Suite("Materialized views")
struct MaterializedViewTests {
  private func models(_ options: String, _ name: String = "id", extra: String = "") -> String {
    model("Item", "var size: Int", extra) + """
      /// Sizes.
      // @view("SELECT size, count(*) FROM item GROUP BY size"\(options))
      struct Size: Sendable {
        // @column("size")
        let \(name): Int
        let count: Int
      }

      """
  }

  private func statements(from: String, to: String) throws -> [String] {
    try ServerPlan(from: from, to: to, allowing: ["dropView", "dropColumn"]).statements
  }

  @Test("A view becomes materialized and back, with the index of its key")
  func change() throws {
    let create = "CREATE VIEW \"size\" (\"size\", \"count\") AS\n"
    let there = try statements(from: models(""), to: models(", materialized"))
    #expect(there.first == "DROP VIEW \"size\"")
    #expect(there.contains { $0.hasPrefix(create.replacing("CREATE", with: "CREATE MATERIALIZED")) })
    #expect(there.contains("CREATE UNIQUE INDEX \"size_key\" ON \"size\" (\"size\")"))
    #expect(there.last == "COMMENT ON MATERIALIZED VIEW \"size\" IS 'Sizes.'")
    let back = try statements(from: models(", materialized"), to: models(""))
    #expect(back.first == "DROP MATERIALIZED VIEW \"size\"")
    #expect(back.contains { $0.hasPrefix(create) })
    #expect(!back.contains { $0.contains("INDEX") })
  }

  @Test("It is created again when its key or its table changes, and stays otherwise")
  func others() throws {
    let keyed = models(", materialized")
    let unkeyed = try statements(from: keyed, to: models(", materialized", "size"))
    #expect(unkeyed.first == "DROP MATERIALIZED VIEW \"size\"")
    #expect(!unkeyed.contains { $0.contains("INDEX") })
    #expect(try statements(from: keyed, to: models(", materialized", extra: "var note: String?")).count == 1)
    let changed = try statements(from: models(", materialized", extra: "var note: String?"), to: keyed)
    #expect(changed.contains("DROP MATERIALIZED VIEW \"size\""))
    #expect(changed.contains("CREATE UNIQUE INDEX \"size_key\" ON \"size\" (\"size\")"))
  }
}
