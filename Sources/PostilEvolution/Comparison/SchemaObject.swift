import PostilSQL

/// A row of `sqlite_schema`: a table, an index, a view or a trigger. Source: SQLite, "The Schema Table".
package struct SchemaObject: Hashable, Sendable {
  /// `table`, `index`, `view` or `trigger`.
  package let kind: String
  package let name: String
  /// The `CREATE` statement.
  package let sql: String

  package init(kind: String, name: String, sql: String) {
    self.kind = kind
    self.name = name
    self.sql = sql
  }

  /// The differences between this object, found in a database, and the expected one; empty if both have the same meaning.
  package func differences(from expected: SchemaObject) -> [String] {
    // Most objects have the same text and don't need to be tokenized.
    if sql.hasSameBytes(as: expected.sql) { return [] }
    let (tokens, expectedTokens) = (SQLLexer.tokens(of: sql), SQLLexer.tokens(of: expected.sql))
    guard !tokens.elementsEqual(expectedTokens, by: { $0.text == $1.text }) else { return [] }
    if let table = TableDefinition(sql), let expectedTable = TableDefinition(expected.sql) {
      return table.differences(from: expectedTable)
    }
    if NormalizedStatement.words(tokens, kind: kind) == NormalizedStatement.words(expectedTokens, kind: kind) {
      return []
    }
    return ["found: \(tokens.onOneLine)", "expected: \(expectedTokens.onOneLine)"]
  }

  /// Whether both have the same kind and name, ignoring case.
  package func isSameObject(as other: SchemaObject) -> Bool {
    kind == other.kind && name.isSameName(as: other.name)
  }
}
