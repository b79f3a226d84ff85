import PostilSQL

/// What SQLite reads in indexes and triggers and what makes no difference: `ASC`, parentheses around a whole term,
/// `FOR EACH ROW`, and the `BEFORE` that a trigger without a time is.
///
/// Source: SQLite, "CREATE INDEX" and "CREATE TRIGGER", section 2.
enum HarmlessWords {
  /// The tokens of a statement that two statements of one meaning share.
  static func meaning(of tokens: [SQLToken], kind: String) -> [String] {
    switch kind {
    case "index": meaning(ofIndex: tokens)
    case "trigger": meaning(ofTrigger: tokens)
    default: tokens.map(\.text)
    }
  }

  private static func meaning(ofIndex tokens: [SQLToken]) -> [String] {
    guard let on = tokens.firstIndex(where: { $0.is("on") }),
      let open = tokens[on...].firstIndex(where: { $0.is("(") }), let close = tokens.closing(of: open)
    else { return tokens.map(\.text) }
    let terms = tokens[(open + 1)..<close].splitAtCommas.map { $0.bare.map(\.text) }
    return tokens[...open].map(\.text) + Array(terms.joined(separator: [","])) + tokens[close...].map(\.text)
  }

  private static func meaning(ofTrigger tokens: [SQLToken]) -> [String] {
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

extension ArraySlice<SQLToken> {
  /// A term of an index without `ASC` and without parentheses around the whole of it.
  fileprivate var bare: ArraySlice {
    var term = self
    var direction: ArraySlice = []
    if let last = term.last, last.is("asc") || last.is("desc") {
      if last.is("desc") { direction = term.suffix(1) }
      term = term.dropLast()
    }
    while let first = term.first, first.is("("), term.closing(of: term.startIndex) == term.endIndex - 1 {
      term = term.dropFirst().dropLast()
    }
    return term + direction
  }
}
