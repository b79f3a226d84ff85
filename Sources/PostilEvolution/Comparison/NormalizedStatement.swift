import PostilSQL

/// The words of a `CREATE INDEX` or `CREATE TRIGGER` statement without the optional ones: `ASC`, parentheses around a
/// whole term, `FOR EACH ROW`, and the default `BEFORE`.
///
/// Source: SQLite, "CREATE INDEX" and "CREATE TRIGGER", section 2.
enum NormalizedStatement {
  /// Equal for two statements with the same meaning.
  static func words(_ tokens: [SQLToken], kind: String) -> [String] {
    switch kind {
    case "index": words(ofIndex: tokens)
    case "trigger": words(ofTrigger: tokens)
    default: tokens.map(\.text)
    }
  }

  private static func words(ofIndex tokens: [SQLToken]) -> [String] {
    guard let on = tokens.firstIndex(where: { $0.is("on") }),
      let open = tokens[on...].firstIndex(where: { $0.is("(") }), let close = tokens.closing(of: open)
    else { return tokens.map(\.text) }
    let terms = tokens[(open + 1)..<close].splitAtCommas.map { term in
      let isDescending = term.last?.is("desc") == true
      let rest = isDescending || term.last?.is("asc") == true ? term.dropLast() : term
      return rest.withoutParentheses.map(\.text) + (isDescending ? ["desc"] : [])
    }
    return tokens[...open].map(\.text) + Array(terms.joined(separator: [","])) + tokens[close...].map(\.text)
  }

  private static func words(ofTrigger tokens: [SQLToken]) -> [String] {
    // CREATE TRIGGER name [BEFORE | AFTER | INSTEAD OF] event ON table [FOR EACH ROW] …
    guard tokens.count > 4, let on = tokens[3...].firstIndex(where: { $0.is("on") }), on + 2 < tokens.endIndex else {
      return tokens.map(\.text)
    }
    let hasTime = ["before", "after", "instead"].contains { tokens[3].is($0) }
    var rest = tokens[(on + 2)...]
    if rest.count > 3, zip(rest, ["for", "each", "row"]).allSatisfy({ $0.is($1) }) { rest = rest.dropFirst(3) }
    return tokens[..<3].map(\.text) + (hasTime ? [] : ["before"]) + tokens[3..<(on + 2)].map(\.text)
      + rest.map(\.text)
  }
}
