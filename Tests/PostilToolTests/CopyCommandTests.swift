import PostilTestSupport
import Testing

@Suite("postil copy")
struct CopyCommandTests {
  private func errors(_ arguments: String...) throws -> String {
    let tool = try Tool()
    try RawDatabase(path: tool.folder.path("shop.sqlite")).execute("CREATE TABLE a (id INTEGER PRIMARY KEY)")
    let result = try tool.run(["copy"] + arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    return result.errors
  }

  @Test("copy requires a file that exists and the URL of a server")
  func misuse() throws {
    #expect(
      try errors("none.sqlite", "postgresql://localhost/shop", "Shop") == """
        postil: error: file 'none.sqlite' doesn't exist

        """)
    #expect(
      try errors("shop.sqlite", "other.sqlite", "Shop") == """
        postil: error: 'copy' needs an SQLite file and the URL of a PostgreSQL database, such as \
        'postgresql://user@host/database'; found 'shop.sqlite' and 'other.sqlite'

        """)
  }

  @Test("copy doesn't overwrite a file")
  func existingFile() throws {
    #expect(
      try errors("postgresql://localhost/shop", "shop.sqlite", "Shop") == """
        postil: error: file 'shop.sqlite' already exists; choose another name

        """)
  }

  @Test("Without the trait PostgreSQL, copy names the trait")
  func trait() throws {
    #expect(try errors("shop.sqlite", "postgresql://localhost/shop", "Shop").contains("the trait 'PostgreSQL'"))
  }
}
