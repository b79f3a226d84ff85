import PostilSQL

/// A comment that is meant for Postil: `-- @precheck(dropColumn, "item.note"): SELECT …`.
package struct MigrationDirective {
  /// The words that there are.
  static let words = ["migration", "checkpoint", "types", "precheck", "allow", "rebuild", "end"]

  /// One argument: `after: "20261120090000_create"`, `"item"`, or `dropColumn`.
  package struct Argument {
    package let label: String?
    package let value: String
    /// Whether the value stands in double quotes.
    package let isQuoted: Bool
  }

  package let word: String
  package let arguments: [Argument]
  /// What follows a colon behind the parentheses.
  package let rest: String?

  /// Reads what follows `--` in a comment.
  /// - Returns: `nil` for a comment that is for people: it does not begin with `@` and a word.
  /// - Throws: where it is no directive for what reason.
  package init?(_ comment: Substring) throws(Malformed) {
    let tokens = SQLLexer.tokens(of: String(comment))
    guard let first = tokens.first, first.kind == .parameter, first.source.utf8.first == UInt8(ascii: "@"),
      first.foldedName.utf8.first.map({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) == true
    else { return nil }
    word = first.name
    guard tokens.count > 1 else {
      (arguments, rest) = ([], nil)
      return
    }
    guard tokens[1].is("(") else {
      guard Self.words.contains(word) else { throw Malformed(word: word, reason: "is no directive") }
      throw Malformed(word: word, reason: "is followed by '\(tokens[1].source)', where '(' or nothing should stand")
    }
    guard let close = tokens.closing(of: 1) else { throw Malformed(word: word, reason: "has a '(' that is not closed") }
    var arguments: [Argument] = []
    for part in tokens[2..<close].splitAtCommas {
      guard let argument = Argument(part) else {
        throw Malformed(word: word, reason: "has an argument that cannot be read: '\(part.onOneLine)'")
      }
      arguments.append(argument)
    }
    self.arguments = arguments
    guard close + 1 < tokens.count else {
      rest = nil
      return
    }
    let colon = tokens[close + 1].source
    guard colon.utf8.first == UInt8(ascii: ":") else {
      throw Malformed(word: word, reason: "is followed by '\(tokens[close + 1].source)', which means nothing there")
    }
    rest = String(colon.base[colon.utf8.index(after: colon.startIndex)...]).trimmed
  }

  /// A comment that begins like a directive and is none.
  package struct Malformed: Error {
    package let word: String
    package let reason: String
  }
}

extension MigrationDirective.Argument {
  fileprivate init?(_ tokens: ArraySlice<SQLToken>) {
    var rest = tokens
    if rest.count > 1, rest[rest.startIndex + 1].source.utf8.first == UInt8(ascii: ":") {
      label = String(rest[rest.startIndex].source)
      // 'label:value' without a space is a name and a parameter.
      rest = rest.dropFirst(rest[rest.startIndex + 1].kind == .parameter ? 1 : 2)
    } else {
      label = nil
    }
    guard rest.count == 1, let token = rest.first else { return nil }
    isQuoted = token.source.utf8.first == UInt8(ascii: "\"")
    guard isQuoted ? token.isQuoted : token.isWord else { return nil }
    value = token.name
  }
}

extension SQLToken {
  fileprivate var isWord: Bool { name.first.map { $0.isLetter || $0 == "_" } ?? false }
}

extension String {
  /// Without the spaces and tabs at both ends.
  fileprivate var trimmed: String {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
