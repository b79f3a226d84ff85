import PostilSQL

/// A table, index, view or trigger, as `sqlite_schema` has it. Source: SQLite, "The Schema Table".
package struct SchemaObject: Hashable, Sendable {
  /// `table`, `index`, `view` or `trigger`.
  package let kind: String
  /// Its name.
  package let name: String
  /// The `CREATE` statement.
  package let sql: String

  /// Makes an object of what a row of `sqlite_schema` says.
  package init(kind: String, name: String, sql: String) {
    self.kind = kind
    self.name = name
    self.sql = sql
  }

  /// How this object, the file's, differs from the program's; nothing where it does not.
  package func differences(from expected: SchemaObject) -> [String] {
    let (tokens, expectedTokens) = (SQLLexer.tokens(of: sql), SQLLexer.tokens(of: expected.sql))
    guard !tokens.elementsEqual(expectedTokens, by: { $0.text == $1.text }) else { return [] }
    if let table = TableDefinition(sql), let expectedTable = TableDefinition(expected.sql) {
      return table.differences(from: expectedTable)
    }
    if HarmlessWords.meaning(of: tokens, kind: kind) == HarmlessWords.meaning(of: expectedTokens, kind: kind) {
      return []
    }
    return ["it is: \(tokens.onOneLine)", "it should be: \(expectedTokens.onOneLine)"]
  }

  /// Whether both are of one kind and have one name, whatever its case.
  package func isNamesake(of other: SchemaObject) -> Bool {
    kind == other.kind && name.isSameName(as: other.name)
  }
}
