import PostilSQL

/// What a `CREATE INDEX` statement says that `pragma_index_xinfo` does not: expressions and the condition.
package struct IndexDefinition: Sendable {
  /// The terms on one line each, as they are written, with collation and direction.
  package let terms: [String]
  /// What stands behind `WHERE`; `nil` for an index of all rows.
  package let condition: String?

  /// Reads the statement; `nil` for any other.
  package init?(_ sql: String) {
    let tokens = SQLLexer.tokens(of: sql)
    guard tokens.first?.is("create") == true, let on = tokens.firstIndex(where: { $0.is("on") }),
      let open = tokens[on...].firstIndex(where: { $0.is("(") }), let close = tokens.closing(of: open)
    else { return nil }
    terms = tokens[(open + 1)..<close].splitAtCommas.map(\.onOneLine)
    let rest = tokens[(close + 1)...]
    condition = rest.first?.is("where") == true ? rest.dropFirst().onOneLine : nil
  }
}
