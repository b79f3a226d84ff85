import PostilSQL

/// Reads the values of a column that a check lists.
package enum CheckedValues {
  /// The literals of `column IN (…)`, if the whole expression, or one of the conditions that `AND` joins, is such a list. A condition
  /// that also allows `NULL` is one too: `column IS NULL OR column IN (…)`.
  /// - Returns: `nil` if the expression lists no values of the column.
  package static func list(of column: String, in expression: String) -> [JSONTree]? {
    let tokens = stripped(SQLLexer.tokens(of: expression)[...])
    for condition in split(tokens, at: "AND") {
      let alternatives = split(stripped(condition), at: "OR").map(stripped)
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
    tokens.count == 3 && isColumn(tokens.first, column)
      && tokens.dropFirst().map { $0.source.uppercased() } == ["IS", "NULL"]
  }

  /// The values of `column IN (1, 2)` or `column = 1`.
  private static func values(_ tokens: ArraySlice<SQLToken>, _ column: String) -> [JSONTree]? {
    guard isColumn(tokens.first, column) else { return nil }
    let rest = tokens.dropFirst()
    if rest.count == 2, let first = rest.first, first.source == "=" || first.source == "==", let value = rest.last {
      return JSONTree(sqlLiteral: value.source).map { [$0] }
    }
    guard rest.count > 2, rest.first?.source.uppercased() == "IN", rest.dropFirst().first?.source == "(",
      rest.last?.source == ")"
    else { return nil }
    let literals = split(rest.dropFirst(2).dropLast(), at: ",").map { part in
      JSONTree(sqlLiteral: part.map(\.source).joined())
    }
    return literals.contains { $0 == nil || $0?.isNull == true } ? nil : literals.compactMap(\.self)
  }

  /// Without the parentheses around everything.
  private static func stripped(_ tokens: ArraySlice<SQLToken>) -> ArraySlice<SQLToken> {
    guard tokens.first?.source == "(", tokens.last?.source == ")" else { return tokens }
    var depth = 0
    for index in tokens.indices.dropLast() {
      if tokens[index].source == "(" { depth += 1 }
      if tokens[index].source == ")" { depth -= 1 }
      if depth == 0 { return tokens }
    }
    return stripped(tokens.dropFirst().dropLast())
  }

  /// The parts between a word or a comma outside of parentheses.
  private static func split(_ tokens: ArraySlice<SQLToken>, at word: String) -> [ArraySlice<SQLToken>] {
    var (parts, depth, start) = ([ArraySlice<SQLToken>](), 0, tokens.startIndex)
    for index in tokens.indices {
      if tokens[index].source == "(" { depth += 1 }
      if tokens[index].source == ")" { depth -= 1 }
      guard depth == 0, tokens[index].source.uppercased() == word else { continue }
      parts.append(tokens[start..<index])
      start = index + 1
    }
    return parts + [tokens[start...]]
  }
}
