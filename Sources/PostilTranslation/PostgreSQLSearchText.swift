import PostilSQL

/// Converts expressions of FTS5 to those of `to_tsquery`. Words are quoted, so that no text of a user can become an operator. Source:
/// SQLite, "SQLite FTS5 Extension", section 3; PostgreSQL 15, section 12.3.2.
///
///     "oil" "do"*              'oil' & 'do':*
///     {"title"} : ("front gate")   ('front':A <-> 'gate':A)
struct PostgreSQLSearchText {
  private enum Token: Equatable {
    case word(String)
    case text(String)
    case symbol(Unicode.Scalar)
  }

  /// A part of an expression.
  private enum Part {
    /// Matches nothing, and is ignored beside other words.
    case empty
    case query(String)

    var sql: String? { if case .query(let sql) = self { sql } else { nil } }
  }

  private let columns: [String]
  private var tokens: [Token]
  private var position = 0
  private var depth = 0

  /// The query for an index of these columns; `nil` if there is no equivalent. An expression without words is empty, and matches nothing.
  static func query(_ text: String, columns: [String]) -> String? {
    guard let tokens = tokens(of: text) else { return nil }
    var parser = PostgreSQLSearchText(columns: columns, tokens: tokens)
    guard let part = parser.disjunction(nil), parser.position == tokens.count else { return nil }
    return part.sql ?? ""
  }

  private init(columns: [String], tokens: [Token]) { (self.columns, self.tokens) = (columns, tokens) }

  private static func tokens(of text: String) -> [Token]? {
    var tokens: [Token] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "\"" {
        rest.removeFirst()
        var string = String.UnicodeScalarView()
        while true {
          guard let next = rest.popFirst() else { return nil }
          if next == "\"" {
            guard rest.first == "\"" else { break }
            rest.removeFirst()
          }
          string.append(next)
        }
        tokens.append(.text(String(string)))
      } else if isBare(scalar) {
        let word = rest.prefix(while: isBare)
        rest = rest.dropFirst(word.count)
        tokens.append(.word(String(word)))
      } else {
        rest.removeFirst()
        if scalar.properties.isWhitespace { continue }
        guard "(){}:+*^-,".unicodeScalars.contains(scalar) else { return nil }
        tokens.append(.symbol(scalar))
      }
    }
    return tokens
  }

  /// Whether it is part of a word without quotes.
  private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "\u{1A}": true
    default: scalar.value >= 0x80
    }
  }

  // MARK: Operators, by the strength with which they bind

  private var token: Token? { position < tokens.count ? tokens[position] : nil }

  private mutating func take(_ token: Token) -> Bool {
    guard self.token == token else { return false }
    position += 1
    return true
  }

  private mutating func disjunction(_ limit: Set<Int>?) -> Part? {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100, var left = conjunction(limit) else { return nil }
    while take(.word("OR")) {
      guard let right = conjunction(limit) else { return nil }
      guard let first = left.sql else {
        left = right
        continue
      }
      if let second = right.sql { left = .query("(\(first) | \(second))") }
    }
    return left
  }

  private mutating func conjunction(_ limit: Set<Int>?) -> Part? {
    guard var left = exclusion(limit) else { return nil }
    while take(.word("AND")) {
      guard let right = exclusion(limit) else { return nil }
      if let first = left.sql, let second = right.sql { left = .query("(\(first) & \(second))") } else { left = .empty }
    }
    return left
  }

  private mutating func exclusion(_ limit: Set<Int>?) -> Part? {
    guard var left = sequence(limit) else { return nil }
    while take(.word("NOT")) {
      guard let right = sequence(limit) else { return nil }
      if let first = left.sql, let second = right.sql { left = .query("(\(first) & !\(second))") }
    }
    return left
  }

  /// Phrases beside each other, all of which must match.
  private mutating func sequence(_ limit: Set<Int>?) -> Part? {
    var parts: [String] = []
    var count = 0
    while let token, token != .symbol(")"), ![.word("AND"), .word("OR"), .word("NOT")].contains(token) {
      guard let part = primary(limit) else { return nil }
      if let sql = part.sql { parts.append(sql) }
      count += 1
    }
    guard count > 0 else { return nil }
    return parts.isEmpty ? .empty : .query(parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " & ")))")
  }

  private mutating func primary(_ limit: Set<Int>?) -> Part? {
    var limit = limit
    if let columns = filter() { limit = limit.map { $0.intersection(columns) } ?? columns }
    if take(.symbol("(")) {
      guard let part = disjunction(limit), take(.symbol(")")) else { return nil }
      return part
    }
    return phrase(limit)
  }

  /// `title :`, `{title body} :`, `-title :`; `nil` without a filter. Unknown columns aren't in the result.
  private mutating func filter() -> Set<Int>? {
    let start = position
    let isNegated = take(.symbol("-"))
    var names: [String] = []
    if take(.symbol("{")) {
      while let name = name() { names.append(name) }
      guard take(.symbol("}")) else {
        position = start
        return nil
      }
    } else if let name = name() {
      names = [name]
    }
    guard !names.isEmpty, take(.symbol(":")) else {
      position = start
      return nil
    }
    let found = Set(names.compactMap { columns.firstIndex(of: $0.foldedName) })
    return isNegated ? Set(columns.indices).subtracting(found) : found
  }

  private mutating func name() -> String? {
    switch token {
    case .word(let name)?, .text(let name)?:
      position += 1
      return name
    default: return nil
    }
  }

  /// `"front gate" + "key"*`
  private mutating func phrase(_ limit: Set<Int>?) -> Part? {
    guard case let text? = name(), text != "NEAR" || token != .symbol("(") else { return nil }
    var words = Self.words(in: text)
    while take(.symbol("+")) {
      guard let next = name() else { return nil }
      words += Self.words(in: next)
    }
    let isPrefix = take(.symbol("*"))
    guard !words.isEmpty else { return .empty }
    guard let weights = weights(of: limit) else { return nil }
    func query(_ weights: String) -> String {
      words.enumerated().map { index, word in
        let suffix = (isPrefix && index == words.count - 1 ? "*" : "") + weights
        return "'\(word)'\(suffix.isEmpty ? "" : ":\(suffix)")"
      }.joined(separator: " <-> ")
    }
    if words.count == 1 { return limit?.isEmpty == true ? .empty : .query(query(limit == nil ? "" : weights.joined())) }
    // The words of a phrase are in one column.
    let choices = columns.count == 1 ? [query("")] : weights.map { "(\(query($0)))" }
    return choices.isEmpty ? .empty : .query("(\(choices.joined(separator: " | ")))")
  }

  /// The weights of the columns; `nil` if they are also those of other columns.
  private func weights(of limit: Set<Int>?) -> [String]? {
    let weights = Set((limit ?? Set(columns.indices)).map(PostgreSQLSearchIndex.weight))
    let all = columns.indices.filter { weights.contains(PostgreSQLSearchIndex.weight($0)) }
    guard let limit else { return weights.sorted().map(String.init) }
    return Set(all) == limit ? weights.sorted().map(String.init) : nil
  }

  /// The words of a text: letters and digits, as FTS5's tokenizer `unicode61` finds them.
  private static func words(in text: String) -> [String] {
    text.unicodeScalars.split { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark:
        false
      default: true
      }
    }.map(String.init)
  }
}
