/// A statement of a script for PostgreSQL.
package struct ServerStatement: Hashable, Sendable {
  /// The statement without its semicolon and without the comments before it.
  package var sql: String
  /// Where it begins in the script, in Unicode scalars.
  package var offset: Int

  /// The statements of a script, split as `psql` splits them. Comments and empty statements aren't contained.
  package static func statements(of script: String) -> [ServerStatement] {
    var splitter = ServerScriptSplitter(scalars: Array(script.unicodeScalars))
    return splitter.statements()
  }

  /// Whether it begins or ends a transaction, or a part of one.
  var isTransactionControl: Bool {
    let words = sql.prefix { $0.isLetter || $0.isWhitespace }.lowercased().split(whereSeparator: \.isWhitespace)
    switch words.first {
    case "begin", "start", "commit", "end", "rollback", "abort", "savepoint", "release": return true
    case "prepare": return words.dropFirst().first == "transaction"
    default: return false
    }
  }
}

/// Splits a script at its semicolons. Source: PostgreSQL 15, section 4.1, and `psqlscan.l`.
private struct ServerScriptSplitter {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  /// Where the current statement begins.
  private var start: Int?
  /// The first words of the current statement, in lower case.
  private var words: [String] = []
  /// Open parentheses: the commands of a rule are statements too.
  private var depth = 0
  /// Open blocks in the body of a function, `BEGIN ATOMIC … END`, whose statements end with semicolons.
  private var blocks = 0
  private var found: [ServerStatement] = []

  init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func statements() -> [ServerStatement] {
    while let scalar = peek() {
      switch scalar {
      case _ where scalar.properties.isWhitespace: position += 1
      case "-" where peek(1) == "-": skip { $0 != "\n" }
      case "/" where peek(1) == "*": skipComment()
      case ";" where depth == 0 && blocks == 0:
        finish()
        position += 1
      default:
        start = start ?? position
        skipToken(scalar)
      }
    }
    finish()
    return found
  }

  private mutating func finish() {
    if let start {
      var end = position
      while end > start, scalars[end - 1].properties.isWhitespace { end -= 1 }
      found.append(
        ServerStatement(sql: String(String.UnicodeScalarView(scalars[start..<end])), offset: start))
    }
    (start, words, depth, blocks) = (nil, [], 0, 0)
  }

  private mutating func skipToken(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "'", "\"": skipQuoted(by: scalar)
    case "$": if !skipDollarQuoted() { position += 1 }
    case "(", ")":
      depth = max(0, depth + (scalar == "(" ? 1 : -1))
      position += 1
    case _ where Self.isNamePart(scalar): skipWord()
    default: position += 1
    }
  }

  /// Skips a name, a keyword or a number. Directly after `E`, a string literal has escapes.
  private mutating func skipWord() {
    let first = position
    skip { Self.isNamePart($0) || $0 == "$" }
    let word = String(String.UnicodeScalarView(scalars[first..<position])).lowercased()
    if word == "e", peek() == "'" { skipQuoted(by: "'", hasEscapes: true) }
    if words.count < 4 { words.append(word) }
    guard isRoutine, depth == 0 else { return }
    switch word {
    case "begin": blocks += 1
    case "case" where blocks > 0: blocks += 1
    case "end" where blocks > 0: blocks -= 1
    default: break
    }
  }

  /// Whether the statement begins with `CREATE [OR REPLACE] FUNCTION` or `PROCEDURE`.
  private var isRoutine: Bool {
    var rest = words[...]
    guard rest.popFirst() == "create" else { return false }
    if rest.prefix(2) == ["or", "replace"] { rest = rest.dropFirst(2) }
    return rest.first == "function" || rest.first == "procedure"
  }

  /// Skips a string literal or a quoted name, in which a doubled quote is a quote.
  private mutating func skipQuoted(by quote: Unicode.Scalar, hasEscapes: Bool = false) {
    position += 1
    while let scalar = peek() {
      position = min(position + (scalar == "\\" && hasEscapes ? 2 : 1), scalars.count)
      guard scalar == quote else { continue }
      guard peek() == quote else { return }
      position += 1
    }
  }

  /// Skips `$$ … $$` or `$tag$ … $tag$`.
  /// - Returns: whether there is one; `$1` is a parameter.
  private mutating func skipDollarQuoted() -> Bool {
    var end = position + 1
    while end < scalars.count, Self.isNamePart(scalars[end]) { end += 1 }
    guard end < scalars.count, scalars[end] == "$", !("0"..."9").contains(scalars[position + 1]) else { return false }
    let tag = scalars[position...end]
    position = end + 1
    while position < scalars.count, !scalars[position...].starts(with: tag) { position += 1 }
    position = min(position + tag.count, scalars.count)
    return true
  }

  /// Skips a comment, which may contain others.
  private mutating func skipComment() {
    var open = 0
    while let scalar = peek() {
      switch (scalar, peek(1)) {
      case ("/", "*"): open += 1
      case ("*", "/"): open -= 1
      default:
        position += 1
        continue
      }
      position += 2
      if open == 0 { return }
    }
  }

  private mutating func skip(while condition: (Unicode.Scalar) -> Bool) {
    while let scalar = peek(), condition(scalar) { position += 1 }
  }

  private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
    position + offset < scalars.count ? scalars[position + offset] : nil
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.value >= 0x80 || ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar)
      || ("A"..."Z").contains(scalar)
  }
}
