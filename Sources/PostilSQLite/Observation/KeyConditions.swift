import PostilSQL

/// The conditions `column = value` and `column IN (…)` of a simple query, `SELECT … FROM table WHERE … AND …`, each of which every
/// row satisfies.
struct KeyConditions {
  /// The values that a column is compared with, as they are written: literals, or parameters.
  struct Values {
    var scalars: [String] = []
    /// JSON arrays of values.
    var arrays: [String] = []
  }

  /// The table, as SQLite compares names.
  let table: String
  /// The values by the names of their columns.
  private(set) var values: [String: Values] = [:]
  /// Whether the statement returns nothing but columns, so that it returns a row only for a row that satisfies the conditions.
  let returnsColumns: Bool

  /// `nil` for any other statement.
  init?(_ sql: String) {
    let tokens = SQLLexer.tokens(of: sql)
    guard let first = tokens.first, first.is("select"),
      let from = tokens.firstIndex(where: { $0.is("from") }), from + 2 < tokens.count, tokens[from + 1].isName
    else { return nil }
    table = tokens[from + 1].foldedName
    returnsColumns = !tokens[..<from].contains { $0.is("(") }
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
    // Any other subquery reads more than this table.
    guard tokens.count(where: { $0.is("select") }) == 1 + values.values.reduce(0, { $0 + $1.arrays.count }) else {
      return nil
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
    guard tokens.count > 2, let column = tokens.popFirst(), column.isName, let comparison = tokens.popFirst(),
      values[column.name] == nil
    else { return }
    if comparison.is(in: ["=", "==", "is"]), let scalar = Self.scalar(tokens) {
      values[column.name] = Values(scalars: [scalar])
    } else if comparison.is("in"), tokens.count > 2, tokens.popFirst()?.is("(") ?? false,
      tokens.popLast()?.is(")") ?? false
    {
      let scalars = tokens.splitAtCommas.map(Self.scalar)
      if !scalars.contains(nil) {
        values[column.name] = Values(scalars: scalars.compactMap { $0 })
      } else if tokens.count == 7, tokens.dropLast(2).map(\.text) == Self.arrayMembers, tokens.last?.is(")") ?? false,
        let array = Self.scalar(tokens.dropLast().suffix(1))
      {
        values[column.name] = Values(arrays: [array])
      }
    }
  }

  /// The beginning of a long list in the form in which queries write it.
  private static let arrayMembers = ["select", "value", "from", "json_each", "("]

  /// A literal or a parameter.
  private static func scalar(_ tokens: ArraySlice<SQLToken>) -> String? {
    let isNegative = tokens.first?.is("-") ?? false
    let tokens = isNegative ? tokens.dropFirst() : tokens
    guard tokens.count == 1, let value = tokens.first,
      [.number, .text, .blob, .parameter].contains(value.kind)
    else { return nil }
    return (isNegative ? "-" : "") + value.source
  }
}
