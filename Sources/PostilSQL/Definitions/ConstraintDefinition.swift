/// A constraint of a column or of a table, in a `CREATE TABLE` statement.
package struct ConstraintDefinition: Sendable {
  package enum Kind: Sendable {
    case primaryKey, notNull, null, unique, check, `default`, collation, generation, foreignKey
    /// PostgreSQL's `EXCLUDE`.
    case exclusion
  }

  /// The name without quotes; `nil` for a constraint without a name.
  package let name: String?
  package let kind: Kind
  /// The tokens after `CONSTRAINT` and the name.
  package let tokens: ArraySlice<SQLToken>

  /// The name of the default that `ALTER TABLE … ADD COLUMN` needs for a required column without a default in the
  /// models: `"done" INTEGER NOT NULL CONSTRAINT "postil_initial_value" DEFAULT 0`.
  package static let initialValueName = "postil_initial_value"

  /// Reads one constraint; `nil` if the tokens aren't a constraint.
  package init?(_ tokens: ArraySlice<SQLToken>) {
    var rest = tokens
    if rest.first?.is("constraint") == true, rest.count > 1 {
      name = rest[rest.startIndex + 1].name
      rest = rest.dropFirst(2)
    } else {
      name = nil
    }
    // Without a name, it is a column of SQLite's.
    let isExclusion = name != nil && rest.first?.is("exclude") == true
    guard let first = rest.first, let kind = isExclusion ? .exclusion : Self.kind(of: first) else { return nil }
    self.kind = kind
    self.tokens = rest
  }

  /// The constraint on one line, without its name.
  package var text: String { tokens.onOneLine }

  /// The text in the first parentheses, on one line: the expression of a check, a generated column or a default, or the
  /// columns of a key. For a default without parentheses, its value; for a collation, its name.
  package var content: String? {
    switch kind {
    case .collation: return tokens.dropFirst().first?.name
    case .default where tokens.dropFirst().first?.is("(") != true: return tokens.dropFirst().onOneLine
    default: return inParentheses(from: tokens.startIndex)?.onOneLine
    }
  }

  /// The columns of a key, or the referencing columns of a foreign key; empty for a column constraint.
  package var columns: [String] {
    guard let open = tokens.firstIndex(where: { $0.is("(") }), [.primaryKey, .unique, .foreignKey].contains(kind),
      !tokens[..<open].contains(where: { $0.is("references") })
    else { return [] }
    return (inParentheses(from: open)?.splitAtCommas ?? []).compactMap { $0.first?.name }
  }

  /// Whether a generated column is stored in the row.
  package var isStored: Bool { tokens.last?.is("stored") == true }

  /// Whether a foreign key is checked when the transaction ends.
  package var isDeferred: Bool {
    tokens.indices.dropLast().contains { tokens[$0].is("initially") && tokens[$0 + 1].is("deferred") }
  }

  private func inParentheses(from start: Int) -> ArraySlice<SQLToken>? {
    guard let open = tokens[start...].firstIndex(where: { $0.is("(") }), let close = tokens.closing(of: open) else {
      return nil
    }
    return tokens[(open + 1)..<close]
  }

  /// The kind of a constraint that starts with this word. Source: SQLite, "CREATE TABLE".
  private static func kind(of token: SQLToken) -> Kind? {
    guard !token.isQuoted else { return nil }
    switch token.text {
    case "primary": return .primaryKey
    case "not": return .notNull
    case "null": return .null
    case "unique": return .unique
    case "check": return .check
    case "default": return .default
    case "collate": return .collation
    case "generated", "as": return .generation
    case "references", "foreign": return .foreignKey
    default: return nil
    }
  }

  /// Splits the constraints after the type of a column, each with its `CONSTRAINT` and name.
  static func split(_ tokens: ArraySlice<SQLToken>) -> [ArraySlice<SQLToken>] {
    var starts: [Int] = []
    var depth = 0
    for index in tokens.indices where !tokens[index].isQuoted {
      if tokens[index].text == "(" { depth += 1 }
      if tokens[index].text == ")" { depth -= 1 }
      if depth == 0, begins(at: index, of: tokens) { starts.append(index) }
    }
    let ends = starts.dropFirst() + [tokens.endIndex]
    return zip(starts, ends).map { tokens[$0..<$1] }
  }

  /// Whether a constraint starts here. `NULL` in `SET NULL`, `NOT` in `NOT DEFERRABLE` and similar words don't start one.
  private static func begins(at index: Int, of tokens: ArraySlice<SQLToken>) -> Bool {
    let token = tokens[index]
    let previous = index > tokens.startIndex ? tokens[index - 1] : nil
    if token.text == "constraint" { return true }
    guard kind(of: token) != nil else { return false }
    if index >= tokens.startIndex + 2, tokens[index - 2].is("constraint") { return false }
    switch token.text {
    case "null": return previous.map { $0.is("not") || $0.is("set") || $0.is("default") } != true
    case "default": return previous?.is("set") != true
    case "as": return previous?.is("always") != true
    case "not": return !(index + 1 < tokens.endIndex && tokens[index + 1].is("deferrable"))
    default: return true
    }
  }
}

extension TableDefinition.Part {
  /// The declared type of a column as written; empty for a column without a type.
  package var declaredType: String { tokens.dropFirst().prefix(typeLength).onOneLine }

  /// The constraints of a column.
  package var columnConstraints: [ConstraintDefinition] {
    ConstraintDefinition.split(tokens.dropFirst(1 + typeLength)).compactMap { ConstraintDefinition($0) }
  }

  /// The table constraint; `nil` for a column.
  package var constraint: ConstraintDefinition? { ConstraintDefinition(tokens) }

  /// The number of tokens of the type, which ends where a constraint starts.
  private var typeLength: Int {
    let rest = tokens.dropFirst()
    let end = ConstraintDefinition.split(rest).first?.startIndex ?? rest.endIndex
    return end - rest.startIndex
  }
}

extension [ConstraintDefinition] {
  /// The default with the name ``ConstraintDefinition/initialValueName`` of a required column. In an optional column,
  /// it is an ordinary default.
  package var initialValue: ConstraintDefinition? {
    guard contains(where: { $0.kind == .notNull }) else { return nil }
    return first { $0.kind == .default && $0.name?.foldedName == ConstraintDefinition.initialValueName }
  }
}
