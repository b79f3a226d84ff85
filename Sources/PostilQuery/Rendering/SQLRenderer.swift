/// Writes one statement: its text, and the values of its parameters in the order of their numbers.
struct SQLRenderer {
  let dialect: Dialect
  var sql = ""
  var bindings: [Binding] = []
  /// The statements that are being written, the innermost last.
  var scopes: [Scope] = []
  /// How many aliases were given.
  var aliases = 0
  /// How many subqueries were begun.
  var subqueries = 0
  /// The first thing that could not be written.
  var error: QueryError?

  init(dialect: Dialect) {
    self.dialect = dialect
    sql.reserveCapacity(256)
  }

  /// The statement.
  /// - Throws: ``QueryError`` when the query cannot be written.
  consuming func statement() throws(QueryError) -> RenderedStatement {
    if let error { throw error }
    return RenderedStatement(sql: sql, bindings: bindings)
  }

  mutating func fail(_ reason: QueryError) {
    if error == nil { error = reason }
  }

  /// Writes SQL that is a literal of this library's source.
  mutating func write(_ text: SQLText) { sql.append(text.literal) }

  /// Writes an identifier in quotes. Every identifier goes through here.
  mutating func writeIdentifier(_ name: String) {
    sql.append("\"")
    if name.utf8.contains(UInt8(ascii: "\"")) {
      for character in name.unicodeScalars {
        if character == "\"" { sql.append("\"") }
        sql.unicodeScalars.append(character)
      }
    } else {
      sql.append(name)
    }
    sql.append("\"")
  }

  /// Writes a parameter and takes its value. Every value goes through here.
  mutating func writeValue(_ value: Binding) {
    bindings.append(value)
    sql.append("?")
    sql.append(String(bindings.count))
  }

  /// Writes the alias of a table.
  mutating func writeAlias(_ alias: Int) {
    sql.append("t")
    sql.append(String(alias))
  }

  /// Writes a column of the table with this alias.
  mutating func writeColumn(_ name: String, of alias: Int) {
    writeAlias(alias)
    sql.append(".")
    writeIdentifier(name)
  }

  /// Writes columns separated by commas.
  mutating func writeColumns(_ names: [String], of alias: Int) {
    for (index, name) in names.enumerated() {
      if index > 0 { sql.append(", ") }
      writeColumn(name, of: alias)
    }
  }

  /// Writes columns as a key: one column, or a row value.
  mutating func writeKey(_ names: [String], of alias: Int) {
    if names.count != 1 { sql.append("(") }
    writeColumns(names, of: alias)
    if names.count != 1 { sql.append(")") }
  }

  mutating func nextAlias() -> Int {
    defer { aliases += 1 }
    return aliases
  }
}

/// SQL text that can only be a literal in the source, so that no value and no name can be in it.
struct SQLText: ExpressibleByStringLiteral, Sendable {
  let literal: String

  init(stringLiteral literal: StringLiteralType) { self.literal = literal }
}
