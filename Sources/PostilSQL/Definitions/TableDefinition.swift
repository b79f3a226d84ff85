/// A `CREATE TABLE` statement, split into columns, constraints and options.
package struct TableDefinition {
  /// A column, a constraint or an option.
  package struct Part {
    /// The name of the column or constraint, in lower case; `nil` for a constraint without a name.
    package let name: String?
    /// Equal for two parts with the same meaning.
    package var meaning: String { tokens.meaning }
    /// The part as written, on one line.
    package var text: String { tokens.onOneLine }
    package let tokens: ArraySlice<SQLToken>
  }

  /// The columns, in the order of the statement.
  package let columns: [Part]
  /// The table constraints; the constraints of a column are part of the column.
  package let constraints: [Part]
  /// The options after the parentheses: `STRICT`, `WITHOUT ROWID`.
  package let options: [Part]

  /// Splits a statement.
  /// - Returns: `nil` for a statement without columns in parentheses, such as that of a virtual table.
  package init?(_ sql: String) {
    let tokens = SQLLexer.tokens(of: sql)
    guard tokens.count > 1, tokens[0].is("create"), tokens[1].is("table"),
      let open = tokens.firstIndex(where: { $0.is("(") })
    else { return nil }
    let close = tokens.closing(of: open) ?? tokens.endIndex
    let parts = tokens[(open + 1)..<close].splitAtCommas.filter { !$0.isEmpty }
    let firstConstraint = parts.firstIndex(where: Self.isConstraint) ?? parts.endIndex
    columns = parts[..<firstConstraint].map { Part(name: $0.first?.text, tokens: $0) }
    constraints = parts[firstConstraint...].map { part in
      let isNamed = part.count > 1 && part.first?.is("constraint") == true
      return Part(name: isNamed ? part[part.startIndex + 1].text : nil, tokens: part)
    }
    options = tokens.suffix(from: min(close + 1, tokens.endIndex)).splitAtCommas.map { Part(name: nil, tokens: $0) }
  }

  private static func isConstraint(_ part: ArraySlice<SQLToken>) -> Bool {
    guard let first = part.first, !first.isQuoted else { return false }
    return ["constraint", "primary", "unique", "check", "foreign"].contains(first.text)
  }
}
