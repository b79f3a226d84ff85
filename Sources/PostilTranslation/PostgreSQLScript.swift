import PostilSQL

/// Splits scripts for PostgreSQL into statements, at the semicolons where `psql` does. Source: PostgreSQL 15, section 4.1, and
/// `psqlscan.l`.
package struct PostgreSQLScript {
  private var lexer: PostgreSQLLexer
  private var statements: [[SQLToken]] = [[]]
  /// The first words of the current statement, in lower case.
  private var words: [String] = []
  /// Open parentheses: the commands of a rule are statements too.
  private var depth = 0
  /// Open blocks in the body of a function, `BEGIN ATOMIC … END`, whose statements end with semicolons.
  private var blocks = 0

  /// The tokens between the semicolons of a script, including comments.
  /// - Returns: the statements without their semicolons, some of them empty; last what follows the last semicolon.
  package static func statements(of script: String) -> [[SQLToken]] {
    var splitter = PostgreSQLScript(lexer: PostgreSQLLexer(script))
    while let token = splitter.lexer.next() { splitter.add(token) }
    return splitter.statements
  }

  private mutating func add(_ token: SQLToken) {
    if token.is(";"), depth == 0, blocks == 0 {
      statements.append([])
      words = []
      return
    }
    statements[statements.count - 1].append(token)
    if token.is("(") { depth += 1 }
    if token.is(")") { depth = max(0, depth - 1) }
    guard token.kind == .word else { return }
    if words.count < 4 { words.append(token.text) }
    guard isRoutine, depth == 0 else { return }
    if token.is("begin") || token.is("case") && blocks > 0 { blocks += 1 }
    if token.is("end") { blocks = max(0, blocks - 1) }
  }

  /// Whether the statement begins with `CREATE [OR REPLACE] FUNCTION` or `PROCEDURE`.
  private var isRoutine: Bool {
    var rest = words[...]
    guard rest.popFirst() == "create" else { return false }
    if rest.prefix(2) == ["or", "replace"] { rest = rest.dropFirst(2) }
    return rest.first == "function" || rest.first == "procedure"
  }
}

/// Finds the tokens of a script, as far as they decide on what a semicolon means: a number is a word, an operator is several symbols.
private struct PostgreSQLLexer {
  private let script: String
  private var rest: Substring.UnicodeScalarView
  /// The length of the text before `rest`, in UTF-8.
  private var offset = 0

  init(_ script: String) {
    self.script = script
    rest = script[...].unicodeScalars
  }

  /// The next token; `nil` at the end.
  mutating func next() -> SQLToken? {
    let spaces = rest.prefix(while: Self.isSpace)
    (rest, offset) = (rest[spaces.endIndex...], offset + spaces.count)
    let start = rest.startIndex
    guard let kind = skipToken() else { return nil }
    let source = script[start..<rest.startIndex]
    defer { offset += source.utf8.count }
    return SQLToken(kind: kind, source: source, offset: offset, isSpaced: !spaces.isEmpty)
  }

  private mutating func skipToken() -> SQLToken.Kind? {
    guard let scalar = rest.first else { return nil }
    switch (scalar, rest.dropFirst().first) {
    case ("-", "-"):
      rest = rest.drop { $0 != "\n" && $0 != "\r" }
      return .comment
    case ("/", "*"): return skipComment() ? .comment : .unclosed
    case ("'", _): return skipQuoted(by: "'") ? .text : .unclosed
    case ("\"", _): return skipQuoted(by: "\"") ? .quotedName : .unclosed
    case ("e", "'"), ("E", "'"):
      rest.removeFirst()
      return skipQuoted(by: "'", hasEscapes: true) ? .text : .unclosed
    case ("$", _): return skipDollar()
    case _ where Self.isNamePart(scalar):
      rest = rest.drop { Self.isNamePart($0) || $0 == "$" }
      return .word
    default:
      rest.removeFirst()
      return .symbol
    }
  }

  /// Skips a string literal or a quoted name, in which a doubled quote is a quote.
  /// - Returns: whether it ends with a quote.
  private mutating func skipQuoted(by quote: Unicode.Scalar, hasEscapes: Bool = false) -> Bool {
    rest.removeFirst()
    while let scalar = rest.popFirst() {
      if scalar == "\\", hasEscapes { rest = rest.dropFirst() }
      guard scalar == quote else { continue }
      guard rest.first == quote else { return true }
      rest.removeFirst()
    }
    return false
  }

  /// Skips `$$ … $$` or `$tag$ … $tag$`, or only the first character of `$1`.
  private mutating func skipDollar() -> SQLToken.Kind {
    let name = rest.dropFirst().prefix(while: Self.isNamePart)
    guard rest[name.endIndex...].first == "$", !(name.first.map { ("0"..."9").contains($0) } ?? false) else {
      rest.removeFirst()
      return .symbol
    }
    let mark = rest[...name.endIndex]
    rest = rest[mark.endIndex...]
    while !rest.isEmpty {
      if rest.starts(with: mark) {
        rest = rest.dropFirst(mark.count)
        return .text
      }
      rest.removeFirst()
    }
    return .unclosed
  }

  /// Skips a comment, which may contain others.
  /// - Returns: whether it ends.
  private mutating func skipComment() -> Bool {
    var open = 0
    while let scalar = rest.popFirst() {
      switch (scalar, rest.first) {
      case ("/", "*"): open += 1
      case ("*", "/"): open -= 1
      default: continue
      }
      rest.removeFirst()
      if open == 0 { return true }
    }
    return false
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || ("\t"..."\r").contains(scalar) }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.value >= 0x80 || ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar)
      || ("A"..."Z").contains(scalar)
  }
}
