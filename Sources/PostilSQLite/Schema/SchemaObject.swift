import PostilQuery

/// A table, index, view or trigger, as `sqlite_schema` has it. Source: SQLite, "The Schema Table".
struct SchemaObject {
  /// `table`, `index`, `view` or `trigger`.
  let kind: String
  let name: String
  /// The `CREATE` statement.
  let sql: String

  /// How this object, the file's, differs from the program's; nothing where it does not.
  func differences(from expected: SchemaObject) -> [String] {
    let (tokens, expectedTokens) = (SQLTokens(sql).tokens, SQLTokens(expected.sql).tokens)
    guard !tokens.elementsEqual(expectedTokens, by: { $0.text == $1.text }) else { return [] }
    if let table = TableDefinition(sql), let expectedTable = TableDefinition(expected.sql) {
      return table.differences(from: expectedTable)
    }
    return ["it is: \(tokens.onOneLine)", "it should be: \(expectedTokens.onOneLine)"]
  }

  /// The differences of a file's objects from the program's: missing, different, additional, each by name.
  static func differences(
    found: [SchemaObject], expected: [SchemaObject]
  ) -> [SchemaMismatch.Difference] {
    var missing: [SchemaMismatch.Difference] = []
    var different: [SchemaMismatch.Difference] = []
    for object in expected {
      guard let other = found.first(where: { $0.isNamesake(of: object) }) else {
        missing.append(.missing(kind: object.kind, name: object.name))
        continue
      }
      let details = other.differences(from: object)
      if !details.isEmpty { different.append(.different(kind: object.kind, name: object.name, details: details)) }
    }
    let additional = found.filter { object in !expected.contains { $0.isNamesake(of: object) } }
      .map { SchemaMismatch.Difference.additional(kind: $0.kind, name: $0.name) }
    return missing + different + additional
  }

  private func isNamesake(of other: SchemaObject) -> Bool {
    kind == other.kind && name.lowercased() == other.name.lowercased()
  }
}
