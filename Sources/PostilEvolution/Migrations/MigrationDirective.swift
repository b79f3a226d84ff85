import PostilSQL

/// A comment for Postil: `-- @precheck(dropColumn, "item.note"): SELECT …`.
package struct MigrationDirective {
  /// The form of each directive. Their names start with different letters.
  static let forms: KeyValuePairs = [
    "migration": #"-- @migration(after: "NAME", schema: "FINGERPRINT")"#,
    "checkpoint": #"-- @checkpoint(replaces: "NAME")"#,
    "precheck": #"-- @precheck(dropColumn, "table.column"): SELECT count(*) FROM …"#,
    "allow": #"-- @allow(dropColumn, "table.column")"#,
    "rebuild": #"-- @rebuild("table")"#,
    "end": "-- @end",
    "waits": "-- @waits",
    "overlaps": "-- @overlaps",
  ]

  /// One argument: `after: "20261120090000_create"`, `"item"`, or `dropColumn`.
  package struct Argument {
    package let label: String?
    package let value: String
    /// Whether the value is in double quotes.
    package let isQuoted: Bool
  }

  package let word: String
  package let arguments: [Argument]
  /// The text after a colon that follows the parentheses.
  package let rest: String?

  /// A comment that starts like a directive but can't be read as one.
  package struct Malformed: Error {
    package let word: String
    package let reason: String
  }

  /// Reads the text of a comment after `--`.
  /// - Returns: `nil` for an ordinary comment, which doesn't start with `@` and a word.
  /// - Throws: ``Malformed``
  package init?(_ comment: Substring) throws(Malformed) {
    let tokens = SQLLexer.tokens(of: String(comment))
    guard let first = tokens.first, first.kind == .parameter, first.source.utf8.first == UInt8(ascii: "@"),
      first.foldedName.utf8.first.map({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) == true
    else { return nil }
    let word = first.name
    self.word = word
    guard tokens.count > 1 else {
      (arguments, rest) = ([], nil)
      return
    }
    guard tokens[1].is("(") else {
      throw Malformed(word: word, reason: "unexpected '\(tokens[1].source)' after '@\(word)'")
    }
    guard let close = tokens.closing(of: 1) else {
      throw Malformed(word: word, reason: "unmatched '(' after '@\(word)'")
    }
    var arguments: [Argument] = []
    for part in tokens[2..<close].splitAtCommas {
      guard let argument = Argument(part) else {
        throw Malformed(word: word, reason: "invalid argument '\(part.onOneLine)' of '@\(word)'")
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
      throw Malformed(word: word, reason: "unexpected '\(tokens[close + 1].source)' after '@\(word)(…)'")
    }
    rest = String(colon.base[colon.utf8.index(after: colon.startIndex)...].drop { $0 == " " || $0 == "\t" })
  }
}

extension MigrationDirective.Argument {
  fileprivate init?(_ tokens: ArraySlice<SQLToken>) {
    var rest = tokens
    if rest.count > 1, rest[rest.startIndex + 1].source.utf8.first == UInt8(ascii: ":") {
      label = String(rest[rest.startIndex].source)
      // The lexer reads 'label:value' without a space as a name and a parameter.
      rest = rest.dropFirst(rest[rest.startIndex + 1].kind == .parameter ? 1 : 2)
    } else {
      label = nil
    }
    guard rest.count == 1, let token = rest.first else { return nil }
    isQuoted = token.source.utf8.first == UInt8(ascii: "\"")
    let isWord = token.name.first.map { $0.isLetter || $0 == "_" } ?? false
    guard isQuoted ? token.isQuoted : isWord else { return nil }
    value = token.name
  }
}
