import PostilSQL

/// The conditions `column = value` of a simple query, `SELECT … FROM table WHERE … AND …`, each of which every row satisfies.
struct KeyConditions {
  /// The table, as SQLite compares names.
  let table: String
  /// The values by the names of their columns; `nil` if a value isn't written as an integer.
  private(set) var values: [String: Int64?] = [:]

  /// `nil` for any other statement.
  init?(_ sql: String) {
    let tokens = SQLLexer.tokens(of: sql)
    guard let first = tokens.first, first.is("select"), tokens.count(where: { $0.is("select") }) == 1,
      let from = tokens.firstIndex(where: { $0.is("from") }), from + 2 < tokens.count, tokens[from + 1].isName
    else { return nil }
    table = tokens[from + 1].foldedName
    var index = from + 2
    if tokens[index].is("as") { index += 1 }
    if index < tokens.count, tokens[index].isName, !tokens[index].is("where") { index += 1 }
    guard index < tokens.count, tokens[index].is("where") else { return nil }
    var start = index + 1
    var depth = 0
    for index in start...tokens.count {
      let token = index < tokens.count ? tokens[index] : nil
      if let token {
        if token.is("(") { depth += 1 }
        if token.is(")") { depth -= 1 }
        if depth == 0, token.is(in: Self.otherOperators) { return nil }
      }
      let isEnd = token.map { depth == 0 && $0.is(in: Self.laterClauses) } ?? true
      guard isEnd || depth == 0 && token?.is("and") ?? false else { continue }
      add(tokens[start..<index])
      if isEnd { break }
      start = index + 1
    }
  }

  /// With these, `AND` may mean something else, or not every condition has to be true.
  private static let otherOperators: Set = ["or", "between", "case"]
  private static let laterClauses: Set = ["group", "having", "window", "order", "limit", ";"]

  private mutating func add(_ condition: ArraySlice<SQLToken>) {
    var tokens = condition
    if tokens.count > 2, tokens[tokens.startIndex].isName, tokens[tokens.startIndex + 1].is(".") {
      tokens = tokens.dropFirst(2)
    }
    guard tokens.count > 2, let column = tokens.popFirst(), column.isName,
      let equals = tokens.popFirst(), equals.is(in: ["=", "==", "is"])
    else { return }
    let isNegative = tokens.first?.is("-") ?? false
    if isNegative { tokens = tokens.dropFirst() }
    guard tokens.count == 1, let value = tokens.first, value.kind == .number || value.kind == .parameter else { return }
    values[column.name] = .some(Int64((isNegative ? "-" : "") + value.source))
  }
}
