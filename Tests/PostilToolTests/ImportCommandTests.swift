import Foundation
import PostilTestSupport
import Testing

@Suite("postil import")
struct ImportCommandTests {
  private func tool(_ sql: String) throws -> Tool {
    let tool = try Tool()
    try RawDatabase(path: tool.folder.path("shop.sqlite")).execute(sql)
    return tool
  }

  @Test("import writes a file for each struct, which 'postil ddl' reads, and prints their number")
  func output() throws {
    let tool = try tool("CREATE TABLE tblOrders (id INTEGER PRIMARY KEY, customer_id INT); CREATE TABLE log (x)")
    let result = try tool.run("import", "shop.sqlite", "--output", "Sources/Shop")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output == "2 files in 'Sources/Shop'\n")
    #expect(try tool.names(in: "Sources/Shop") == ["Log.swift", "Order.swift"])
    #expect(
      try tool.read("Sources/Shop/Order.swift") == """
        import Postil

        // @table(sql: "CREATE TABLE tblOrders (id INTEGER PRIMARY KEY, customer_id INT)")
        struct Order: Codable, Hashable, Identifiable, Sendable {
          let id: ID
          var customerID: Int?
        }

        """)
    let ddl = try tool.run("ddl", "Sources/Shop")
    #expect(ddl.status == 0)
    #expect(
      ddl.output == """
        CREATE TABLE log (x);

        CREATE TABLE tblOrders (id INTEGER PRIMARY KEY, customer_id INT);

        """)
  }

  @Test("'--names exact' keeps the names unchanged")
  func names() throws {
    let tool = try tool("CREATE TABLE tblOrders (id INTEGER PRIMARY KEY, customer_id INT)")
    #expect(try tool.run("import", "shop.sqlite", "-o", "out", "--names", "exact").status == 0)
    #expect(
      try tool.read("out/TblOrders.swift") == """
        import Postil

        // @table(sql: "CREATE TABLE tblOrders (id INTEGER PRIMARY KEY, customer_id INT)")
        struct TblOrders: Codable, Hashable, Identifiable, Sendable {
          let id: ID
          var customer_id: Int?
        }

        """)
    let wrong = try tool.run("import", "shop.sqlite", "-o", "out", "--names", "snake")
    #expect(wrong.status == 2)
    #expect(
      wrong.firstError == """
        Error: The value 'snake' is invalid for '--names <style>'. Please provide one of 'swift', 'words' or 'exact'.
        """)
  }

  @Test("import overwrites files only with '--overwrite'")
  func overwriting() throws {
    let tool = try tool("CREATE TABLE item (id INTEGER PRIMARY KEY); CREATE VIRTUAL TABLE words USING fts5 (x)")
    #expect(try tool.run("import", "shop.sqlite", "-o", "out").status == 0)
    #expect(try tool.run("import", "shop.sqlite", "-o", "out").status == 0, "the same files are in nobody's way")
    try tool.write("// mine", to: "out/Item.swift")
    try RawDatabase(path: tool.folder.path("shop.sqlite")).execute("DROP TABLE words")
    let refused = try tool.run("import", "shop.sqlite", "-o", "out")
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "postil: error: 'out' already contains 'Item.swift'; choose another folder, or pass '--overwrite'\n")
    #expect(try tool.read("out/Item.swift") == "// mine")
    #expect(try tool.run("import", "shop.sqlite", "-o", "out", "--overwrite").status == 0)
    #expect(try tool.names(in: "out") == ["Item.swift"])
  }

  @Test("import warns about objects without a struct")
  func warnings() throws {
    let tool = try tool("CREATE TABLE item (id INTEGER PRIMARY KEY); CREATE VIRTUAL TABLE words USING fts5 (x)")
    let result = try tool.run("import", "shop.sqlite", "-o", "out")
    #expect(result.status == 0)
    #expect(
      result.errors
        == "shop.sqlite: warning: not imported: the virtual table 'words': it isn't the index of another table, as with '@fullText'\n"
    )
    #expect(try tool.names(in: "out") == ["Item.swift", "NotImported.swift"])
  }

  @Test("A missing or invalid database exits with 2, and no folder is created")
  func misuse() throws {
    let tool = try Tool(["text.sqlite": String(repeating: "no database ", count: 500)])
    let none = try tool.run("import", "shop.sqlite", "-o", "out")
    #expect(none.status == 2 && none.errors == "postil: error: file 'shop.sqlite' doesn't exist\n")
    let text = try tool.run("import", "text.sqlite", "-o", "out")
    #expect(
      text.status == 2 && text.errors == "postil: error: cannot read 'text.sqlite': file is not a database\n")
    #expect(try tool.run("import", "text.sqlite").status == 2)
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path("out")))
  }
}
