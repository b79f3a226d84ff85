import PostilSQL

/// Reads the values of a column that a check lists.
package enum CheckedValues {
  /// The literals of `column IN (…)`, if the whole expression, or one of the conditions that `AND` joins, is such a list. A condition
  /// that also allows `NULL` is one too: `column IS NULL OR column IN (…)`.
  /// - Returns: `nil` if the expression lists no values of the column.
  package static func list(of column: String, in expression: String) -> [JSONTree]? {
    let tokens = stripped(SQLLexer.tokens(of: expression)[...])
    for condition in tokens.split(at: "and") {
      let alternatives = stripped(condition).split(at: "or").map(stripped)
      let lists = alternatives.filter { !isNull($0, column) }
      guard lists.count == 1 || lists.allSatisfy({ $0.count == 3 }) else { continue }
      let values = lists.map { self.values($0, column) }
      if !values.isEmpty, !values.contains(where: { $0 == nil }) { return values.compactMap(\.self).flatMap(\.self) }
    }
    return nil
  }

  private static func isColumn(_ token: SQLToken?, _ column: String) -> Bool {
    token.map { $0.isName && $0.foldedName == column.foldedName } ?? false
  }

  private static func isNull(_ tokens: ArraySlice<SQLToken>, _ column: String) -> Bool {
    tokens.count == 3 && isColumn(tokens.first, column) && tokens.dropFirst().meaning == "is null"
  }

  /// The values of `column IN (1, 2)` or `column = 1`.
  private static func values(_ tokens: ArraySlice<SQLToken>, _ column: String) -> [JSONTree]? {
    guard isColumn(tokens.first, column) else { return nil }
    let rest = tokens.dropFirst()
    if rest.count == 2, rest.first?.is(in: ["=", "=="]) == true, let value = rest.last {
      return JSONTree(sqlLiteral: value.source).map { [$0] }
    }
    guard rest.count > 3, rest.first?.is("in") == true, rest.dropFirst().first?.is("(") == true,
      rest.last?.is(")") == true
    else { return nil }
    let literals = rest.dropFirst(2).dropLast().splitAtCommas.map { part in
      JSONTree(sqlLiteral: part.map(\.source).joined())
    }
    return literals.contains { $0 == nil || $0?.isNull == true } ? nil : literals.compactMap(\.self)
  }

  /// Without the parentheses around everything.
  private static func stripped(_ tokens: ArraySlice<SQLToken>) -> ArraySlice<SQLToken> {
    guard tokens.first?.is("(") == true, tokens.closing(of: tokens.startIndex) == tokens.endIndex - 1 else {
      return tokens
    }
    return stripped(tokens.dropFirst().dropLast())
  }
}
