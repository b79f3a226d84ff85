import PostilStudio
import Testing

@Suite("Statements of scripts for PostgreSQL")
struct ServerStatementTests {
  @Test(
    "A statement is without the comments around it, and has its place in the script",
    arguments: [
      ("", []), (" ;; -- nothing;\n", []), ("SELECT 1 -- one", ["SELECT 1"]),
      ("-- 🦄;\r\nSELECT /* 1 */ 'ü' ; \n SELECT 2;", ["SELECT /* 1 */ 'ü'", "SELECT 2"]),
    ] as [(String, [String])])
  func statements(script: String, expected: [String]) {
    let statements = ServerStatement.statements(of: script)
    #expect(statements.map(\.sql) == expected)
    for statement in statements {
      #expect(String(script.unicodeScalars.dropFirst(statement.offset)).hasPrefix(statement.sql))
    }
  }
}
