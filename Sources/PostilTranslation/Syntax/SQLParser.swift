import PostilSQL

/// Parses the part of SQLite's SQL that can be translated. Anything else is rejected with its position. Source: SQLite,
/// "SQL Language Expressions" with its table of operator precedence.
package struct SQLParser {
  private let tokens: [SQLToken]
  private var index = 0
  /// The nesting depth of the current expression.
  private var depth = 0
  /// The height of the tallest expression so far.
  private var tallest = 0
  /// How deeply expressions may be nested, because functions that read the tree are recursive.
  private static let limit = 150

  package init(_ sql: String) throws(PostgreSQLRefusal) {
    let tokens = SQLLexer.tokens(of: sql)
    if let token = tokens.first(where: { $0.kind == .unclosed }) {
      throw PostgreSQLRefusal(.unreadable("'"), at: token.offset)
    }
    // The last token is the end.
    self.tokens = tokens + [SQLToken(kind: .symbol, source: "", offset: sql.utf8.count, isSpaced: false)]
  }

  /// Parses one expression.
  package static func expression(_ sql: String) throws(PostgreSQLRefusal) -> SQLNode {
    var parser = try SQLParser(sql)
    let node = try parser.expression()
    try parser.end()
    return node
  }

  /// Parses one `SELECT`.
  package static func select(_ sql: String) throws(PostgreSQLRefusal) -> SQLSelect {
    var parser = try SQLParser(sql)
    let select = try parser.select()
    try parser.end()
    return select
  }

  // MARK: Tokens

  package var token: SQLToken { tokens[index] }
  package var offset: Int { token.offset }
  private var following: SQLToken { tokens[min(index + 1, tokens.count - 1)] }

  package mutating func advance() { if index < tokens.count - 1 { index += 1 } }

  package func end() throws(PostgreSQLRefusal) { if index < tokens.count - 1 { throw unreadable } }

  package var unreadable: PostgreSQLRefusal {
    PostgreSQLRefusal(.unreadable(token.isQuoted ? token.name : String(token.source)), at: token.offset)
  }

  package func isWord(_ word: String) -> Bool { token.kind == .word && token.name.asKeyword == word }
  package func isFollowed(by word: String) -> Bool { following.kind == .word && following.name.asKeyword == word }
  package func isSymbol(_ symbol: String) -> Bool { token.kind == .symbol && token.source == symbol }

  /// Reads the words, if all of them follow.
  package mutating func take(_ words: String...) -> Bool {
    for (distance, word) in words.enumerated() {
      guard index + distance < tokens.count else { return false }
      let token = tokens[index + distance]
      guard token.kind == .word, token.name.asKeyword == word else { return false }
    }
    index += words.count
    return true
  }

  package mutating func takeSymbol(_ symbol: String) -> Bool {
    guard isSymbol(symbol) else { return false }
    advance()
    return true
  }

  package mutating func expect(_ word: String) throws(PostgreSQLRefusal) { if !take(word) { throw unreadable } }
  package mutating func expectSymbol(_ symbol: String) throws(PostgreSQLRefusal) {
    if !takeSymbol(symbol) { throw unreadable }
  }

  package mutating func name() throws(PostgreSQLRefusal) -> String {
    guard token.kind == .word || token.kind == .quotedName else { throw unreadable }
    defer { advance() }
    return token.name
  }

  /// `(a, b)`
  package mutating func names() throws(PostgreSQLRefusal) -> [String] {
    try expectSymbol("(")
    var names = [try name()]
    while takeSymbol(",") { names.append(try name()) }
    try expectSymbol(")")
    return names
  }

  package mutating func list() throws(PostgreSQLRefusal) -> [SQLNode] {
    var nodes = [try expression()]
    while takeSymbol(",") { nodes.append(try expression()) }
    return nodes
  }

  // MARK: Expressions, by the strength with which their operators bind

  package mutating func expression() throws(PostgreSQLRefusal) -> SQLNode {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { throw PostgreSQLRefusal(.tooDeep, at: offset) }
    return try disjunction()
  }

  /// A node, unless it is too tall.
  private mutating func made(
    _ form: SQLNode.Form, at offset: Int, over select: SQLSelect? = nil
  ) throws(PostgreSQLRefusal) -> SQLNode {
    var node = SQLNode(form: form, offset: offset)
    node.height = max(select?.height ?? 0, node.children.map(\.height).max() ?? 0) + 1
    guard node.height <= Self.limit else { throw PostgreSQLRefusal(.tooDeep, at: offset) }
    tallest = max(tallest, node.height)
    return node
  }

  /// The result of a parsing function, with the height of its tallest expression.
  package mutating func measured(
    _ read: (inout SQLParser) throws(PostgreSQLRefusal) -> SQLSelect
  ) throws(PostgreSQLRefusal) -> SQLSelect {
    depth += 5
    defer { depth -= 5 }
    guard depth < 100 else { throw PostgreSQLRefusal(.tooDeep, at: offset) }
    let before = tallest
    tallest = 0
    var select = try read(&self)
    select.height = tallest
    tallest = max(before, tallest)
    return select
  }

  private mutating func disjunction() throws(PostgreSQLRefusal) -> SQLNode {
    var nodes = [try conjunction()]
    while take("OR") { nodes.append(try conjunction()) }
    return nodes.count == 1 ? nodes[0] : try made(.all("OR", nodes), at: nodes[0].offset)
  }

  private mutating func conjunction() throws(PostgreSQLRefusal) -> SQLNode {
    var nodes = [try negation()]
    while take("AND") { nodes.append(try negation()) }
    return nodes.count == 1 ? nodes[0] : try made(.all("AND", nodes), at: nodes[0].offset)
  }

  private mutating func negation() throws(PostgreSQLRefusal) -> SQLNode {
    let start = offset
    guard isWord("NOT"), !isFollowed(by: "EXISTS") else { return try equality() }
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { throw PostgreSQLRefusal(.tooDeep, at: start) }
    advance()
    return try made(.unary("NOT", try negation()), at: start)
  }

  private mutating func equality() throws(PostgreSQLRefusal) -> SQLNode {
    var left = try comparison()
    while true {
      let at = left.offset
      if isSymbol("=") || isSymbol("==") {
        advance()
        left = try made(.binary("=", left, try comparison()), at: at)
      } else if isSymbol("<>") || isSymbol("!=") {
        advance()
        left = try made(.binary("<>", left, try comparison()), at: at)
      } else if take("ISNULL") {
        left = try made(.isNull(left, isNegated: false), at: at)
      } else if take("NOTNULL") || take("NOT", "NULL") {
        left = try made(.isNull(left, isNegated: true), at: at)
      } else if take("IS") {
        left = try identity(of: left)
      } else {
        let isNegated = isWord("NOT") && ["BETWEEN", "IN", "LIKE", "GLOB", "MATCH"].contains(where: isFollowed(by:))
        if isNegated { advance() }
        guard let next = try membership(of: left, isNegated: isNegated) else { return left }
        left = next
      }
    }
  }

  private mutating func identity(of left: SQLNode) throws(PostgreSQLRefusal) -> SQLNode {
    var isNegated = take("NOT")
    if take("DISTINCT", "FROM") { isNegated.toggle() }
    if take("NULL") { return try made(.isNull(left, isNegated: isNegated), at: left.offset) }
    return try made(.binary(isNegated ? "IS NOT" : "IS", left, try comparison()), at: left.offset)
  }

  private mutating func membership(of left: SQLNode, isNegated: Bool) throws(PostgreSQLRefusal) -> SQLNode? {
    if take("BETWEEN") {
      let low = try comparison()
      try expect("AND")
      let high = try comparison()
      return try made(.between(left, low, high, isNegated: isNegated), at: left.offset)
    }
    if take("IN") {
      guard isSymbol("(") else {
        let start = offset
        let source = SQLSelect.Source(join: "", form: .table(try name()), alias: nil, on: nil, using: [], offset: start)
        let core = SQLSelect.Core(results: [.all], sources: [source])
        let select = SQLSelect(cores: [core], offset: start)
        return try made(.membership(left, select, isNegated: isNegated), at: left.offset, over: select)
      }
      advance()
      if isSelect {
        let select = try select()
        try expectSymbol(")")
        return try made(.membership(left, select, isNegated: isNegated), at: left.offset, over: select)
      }
      if takeSymbol(")") { throw PostgreSQLRefusal(.emptyList, at: left.offset) }
      let nodes = try list()
      try expectSymbol(")")
      return try made(.list(left, nodes, isNegated: isNegated), at: left.offset)
    }
    for word in ["LIKE", "GLOB", "MATCH"] where take(word) {
      let pattern = try comparison()
      let escape = take("ESCAPE") ? try comparison() : nil
      return try made(.match(word, left, pattern, escape: escape, isNegated: isNegated), at: left.offset)
    }
    return nil
  }

  private mutating func comparison() throws(PostgreSQLRefusal) -> SQLNode {
    try operation(
      [["<", "<=", ">", ">="], ["&", "|", "<<", ">>"], ["+", "-"], ["*", "/", "%"], ["||", "->", "->>"]][...])
  }

  private mutating func operation(_ levels: ArraySlice<[String]>) throws(PostgreSQLRefusal) -> SQLNode {
    guard let symbols = levels.first else { return try collated() }
    var left = try operation(levels.dropFirst())
    while token.kind == .symbol, symbols.contains(token.text) {
      let symbol = token.text
      advance()
      left = try made(.binary(symbol, left, try operation(levels.dropFirst())), at: left.offset)
    }
    return left
  }

  private mutating func collated() throws(PostgreSQLRefusal) -> SQLNode {
    var node = try signed()
    while take("COLLATE") { node = try made(.collate(node, try name()), at: node.offset) }
    return node
  }

  private mutating func signed() throws(PostgreSQLRefusal) -> SQLNode {
    let start = offset
    depth += 1
    defer { depth -= 1 }
    guard depth < 200 else { throw PostgreSQLRefusal(.tooDeep, at: start) }
    for symbol in ["-", "+", "~"] where takeSymbol(symbol) {
      return try made(.unary(symbol, try signed()), at: start)
    }
    return try primary()
  }

  private mutating func primary() throws(PostgreSQLRefusal) -> SQLNode {
    let start = token
    switch start.kind {
    case .number:
      guard let number = Self.number(start) else { throw unreadable }
      advance()
      return try made(number, at: start.offset)
    case .text:
      advance()
      return try made(.text(start.name), at: start.offset)
    case .blob:
      advance()
      return try made(.blob(String(start.source.dropFirst(2).dropLast())), at: start.offset)
    case .parameter:
      guard let number = start.parameterNumber else { throw unreadable }
      advance()
      return try made(.parameter(number), at: start.offset)
    case .symbol where takeSymbol("("):
      if isSelect {
        let select = try select()
        try expectSymbol(")")
        return try made(.select(select), at: start.offset, over: select)
      }
      let nodes = try list()
      try expectSymbol(")")
      return nodes.count == 1 ? nodes[0] : try made(.row(nodes), at: start.offset)
    case .word:
      switch start.name.asKeyword {
      case "NULL":
        advance()
        return try made(.null, at: start.offset)
      case "CASE": return try choice()
      case "CAST" where following.is("("): return try cast()
      case "EXISTS", "NOT":
        let isNegated = take("NOT")
        try expect("EXISTS")
        try expectSymbol("(")
        let select = try select()
        try expectSymbol(")")
        let exists = try made(.exists(select), at: start.offset, over: select)
        return isNegated ? try made(.unary("NOT", exists), at: start.offset) : exists
      default: return try reference()
      }
    case .quotedName: return try reference()
    default: throw unreadable
    }
  }

  /// The value of a number; `nil` for `1abc`.
  private static func number(_ token: SQLToken) -> SQLNode.Form? {
    let text = String(token.source)
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      return UInt64(text.dropFirst(2), radix: 16).map { .integer(String(Int64(bitPattern: $0))) }
    }
    if Int64(text) != nil { return .integer(text) }
    return Double(text) == nil ? nil : .real(text)
  }

  /// A column or a function call.
  private mutating func reference() throws(PostgreSQLRefusal) -> SQLNode {
    let start = token
    var parts = [try name()]
    if start.kind == .word, isSymbol("(") { return try call(start) }
    while takeSymbol(".") { parts.append(try name()) }
    return try made(.name(parts), at: start.offset)
  }

  private mutating func call(_ name: SQLToken) throws(PostgreSQLRefusal) -> SQLNode {
    try expectSymbol("(")
    var call = SQLCall(name: name.name.lowercased(), arguments: [])
    if takeSymbol("*") {
      call.isStar = true
    } else if !isSymbol(")") {
      call.isDistinct = take("DISTINCT")
      call.arguments = try list()
    }
    try expectSymbol(")")
    if take("FILTER") {
      try expectSymbol("(")
      try expect("WHERE")
      call.filter = try expression()
      try expectSymbol(")")
    }
    if take("OVER") { call.window = try window() }
    return try made(.call(call), at: name.offset)
  }

  private mutating func choice() throws(PostgreSQLRefusal) -> SQLNode {
    let start = offset
    advance()
    let base = isWord("WHEN") ? nil : try expression()
    var branches: [(when: SQLNode, then: SQLNode)] = []
    while take("WHEN") {
      let when = try expression()
      try expect("THEN")
      branches.append((when, try expression()))
    }
    let otherwise = take("ELSE") ? try expression() : nil
    try expect("END")
    return try made(.choice(base, branches, otherwise: otherwise), at: start)
  }

  private mutating func cast() throws(PostgreSQLRefusal) -> SQLNode {
    let start = offset
    advance()
    try expectSymbol("(")
    let node = try expression()
    try expect("AS")
    var type = try name().asKeyword
    while token.kind == .word { type += " " + (try name().asKeyword) }
    try expectSymbol(")")
    return try made(.cast(node, type), at: start)
  }
}

extension SQLToken {
  /// The number of the parameter `?1`.
  package var parameterNumber: Int? {
    guard kind == .parameter, source.first == "?", let number = Int(source.dropFirst()), number > 0 else { return nil }
    return number
  }
}

extension String {
  /// The word in upper case, for comparison with keywords. In SQL, only ASCII letters have a case.
  package var asKeyword: String {
    String(decoding: utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
  }
}
