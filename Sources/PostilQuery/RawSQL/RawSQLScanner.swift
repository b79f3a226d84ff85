/// A mistake in raw SQL, found before it is prepared.
public enum RawSQLMistake: Hashable, Sendable {
  /// A value inside quotes, where it wouldn't be a parameter: `'\(name)'`.
  case interpolationInQuotes
  /// A value inside a comment, where it wouldn't be a parameter.
  case interpolationInComment
  /// A parameter in the text: `?`, `?1`, `:name`, `@name`, `$name`.
  case parameter
  /// An unclosed quote or comment.
  case notClosed
  /// A part of a query with unmatched parentheses.
  case unbalancedParentheses
  /// A part of a query that ends the statement.
  case semicolon
  /// A column of a related row, which raw SQL joins itself.
  case path(column: String)
}

extension RawSQLMistake: CustomStringConvertible {
  /// What is wrong, and what to write instead.
  public var description: String {
    switch self {
    case .interpolationInQuotes:
      "an interpolation is inside quotes; remove the quotes, because a value becomes a parameter and a name is quoted"
    case .interpolationInComment:
      "an interpolation is inside a comment; remove it"
    case .parameter:
      "a parameter has no value; interpolate the value instead"
    case .notClosed:
      "a quote or a comment isn't closed"
    case .unbalancedParentheses:
      "the parentheses don't match; a part of a query must close each one that it opens"
    case .semicolon:
      "a part of a query can't end the statement; remove the ';'"
    case .path(let column):
      "the column '\(column)' belongs to a related row; join its table, and use the column of that model"
    }
  }
}

/// Scans raw SQL byte by byte, and finds interpolations in places where they wouldn't be values. Source: SQLite, `tokenize.c`.
struct RawSQLScanner {
  private enum State {
    case plain, lineComment, blockComment
    case quoted(closing: UInt8)
  }

  private var state = State.plain
  private var openParentheses = 0
  private var previous: UInt8 = 0
  /// Whether the text is a whole statement, so that SQLite checks its parentheses and semicolons.
  let isStatement: Bool
  private(set) var mistake: RawSQLMistake?
  /// Whether the only mistake is the last colon.
  private var isOnlyColon = false

  init(isStatement: Bool) { self.isStatement = isStatement }

  /// Whether the scanner is inside a comment that ends at the end of the line.
  var isInLineComment: Bool {
    if case .lineComment = state { true } else { false }
  }

  private var isPlain: Bool {
    if case .plain = state { true } else { false }
  }

  /// Scans SQL from the program's source.
  mutating func read(_ text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      let wasPlain = isPlain
      switch state {
      case .plain: readPlain(byte)
      case .lineComment:
        if byte == UInt8(ascii: "\n") { state = .plain }
      case .blockComment:
        if byte == UInt8(ascii: "/"), previous == UInt8(ascii: "*") { state = .plain }
      case .quoted(let closing):
        // A doubled quote closes the quoted text and opens it again.
        if byte == closing { state = .plain }
      }
      // The star that opens a comment can't also close it: '/*/' is still open.
      previous = wasPlain && !isPlain ? UInt8(ascii: " ") : byte
    }
  }

  private mutating func readPlain(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): state = .quoted(closing: byte)
    case UInt8(ascii: "["): state = .quoted(closing: UInt8(ascii: "]"))
    case UInt8(ascii: "-") where previous == byte: state = .lineComment
    case UInt8(ascii: "*") where previous == UInt8(ascii: "/"): state = .blockComment
    case UInt8(ascii: "("): openParentheses += 1
    case UInt8(ascii: ")"):
      openParentheses -= 1
      if openParentheses < 0, !isStatement { note(.unbalancedParentheses) }
    case UInt8(ascii: ";"):
      if !isStatement { note(.semicolon) }
    case UInt8(ascii: ":") where previous == byte && isOnlyColon:
      // A cast of PostgreSQL: '::integer'.
      (mistake, isOnlyColon) = (nil, false)
    case UInt8(ascii: ":"):
      isOnlyColon = mistake == nil
      note(.parameter)
    case UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "#"): note(.parameter)
    case UInt8(ascii: "$") where !Self.isWord(previous): note(.parameter)
    default: break
    }
  }

  /// An interpolation follows.
  mutating func readInterpolation() {
    switch state {
    case .plain: break
    case .lineComment, .blockComment: note(.interpolationInComment)
    case .quoted: note(.interpolationInQuotes)
    }
    previous = UInt8(ascii: " ")
  }

  /// A line break that isn't part of the program's text.
  mutating func readNewline() {
    state = .plain
    previous = UInt8(ascii: "\n")
  }

  /// A fragment ends. It must have closed everything that it opened, except parentheses.
  mutating func endFragment() {
    switch state {
    case .plain, .lineComment: break
    case .blockComment, .quoted: note(.notClosed)
    }
  }

  /// The end of the text.
  mutating func end() {
    endFragment()
    if openParentheses != 0, !isStatement { note(.unbalancedParentheses) }
  }

  mutating func note(_ reason: RawSQLMistake) {
    if mistake == nil { mistake = reason }
  }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}

extension RawSQLScanner {
  /// The position of the first common table expression in a statement that starts with `WITH` or `WITH RECURSIVE`;
  /// `nil` for any other statement.
  static func commonTables(in sql: [UInt8]) -> (start: Int, isRecursive: Bool)? {
    var position = 0
    guard word(in: sql, &position) == "with" else { return nil }
    var next = position
    let isRecursive = word(in: sql, &next) == "recursive"
    return (start: startOfToken(in: sql, from: isRecursive ? next : position), isRecursive)
  }

  /// The next token in lower case if it is a word; `position` is then after the token.
  private static func word(in sql: [UInt8], _ position: inout Int) -> String {
    position = startOfToken(in: sql, from: position)
    let word = sql[position...].prefix { isWord($0) }
    position += word.count
    return String(decoding: word, as: UTF8.self).lowercased()
  }

  /// The start of the next token, skipping white space and comments.
  private static func startOfToken(in sql: [UInt8], from start: Int) -> Int {
    var position = start
    while position < sql.count {
      if sql[position] == UInt8(ascii: " ") || (0x09...0x0D).contains(sql[position]) {
        position += 1
      } else if sql[position...].starts(with: "--".utf8) {
        while position < sql.count, sql[position] != UInt8(ascii: "\n") { position += 1 }
      } else if sql[position...].starts(with: "/*".utf8) {
        position += 2
        while position < sql.count, !sql[position...].starts(with: "*/".utf8) { position += 1 }
        position = min(position + 2, sql.count)
      } else {
        return position
      }
    }
    return position
  }
}
