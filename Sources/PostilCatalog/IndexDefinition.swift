import PostilSQL

/// The parts of a `CREATE INDEX` statement that `pragma_index_xinfo` doesn't contain: expressions and the condition.
package struct IndexDefinition: Sendable {
  /// The whole statement.
  package let tokens: [SQLToken]
  /// The terms as written, with collation and direction.
  package let terms: [ArraySlice<SQLToken>]
  /// The condition after `WHERE`; `nil` for an index of all rows.
  package let condition: ArraySlice<SQLToken>?

  /// - Returns: `nil` for any other statement.
  package init?(_ sql: String) {
    tokens = SQLLexer.tokens(of: sql)
    guard tokens.first?.is("create") == true, let on = tokens.firstIndex(where: { $0.is("on") }),
      let open = tokens[on...].firstIndex(where: { $0.is("(") }), let close = tokens.closing(of: open)
    else { return nil }
    terms = tokens[(open + 1)..<close].splitAtCommas
    let rest = tokens[(close + 1)...]
    condition = rest.first?.is("where") == true ? rest.dropFirst() : nil
  }
}
