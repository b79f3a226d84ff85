/// What a `CREATE TABLE` statement says, cut into columns, constraints and options, so that two can be compared.
///
/// The order of the columns is left out: every statement names them, and a column that was added later is the last.
struct TableDefinition {
  struct Part {
    /// The name of the column or constraint, in lower case; `nil` where a constraint has none.
    let name: String?
    /// What it means: equal for two parts that mean the same.
    let meaning: String
    /// What it says, as it is written, on one line.
    let text: String
  }

  private(set) var columns: [Part] = []
  private(set) var constraints: [Part] = []
  /// What follows the parentheses: `STRICT`, `WITHOUT ROWID`.
  private(set) var options: [Part] = []

  /// Reads a `CREATE TABLE` statement; `nil` for one that has no columns in parentheses, such as that of a virtual table.
  init?(_ sql: String) {
    let tokens = SQLTokens(sql).tokens
    guard tokens.count > 1, tokens[0].text == "create", tokens[1].text == "table",
      let open = tokens.firstIndex(where: { $0.text == "(" })
    else { return nil }
    var depth = 0
    var part: [SQLTokens.Token] = []
    var isInside = true
    for token in tokens[(open + 1)...] {
      if depth == 0, isInside, token.text == ")" {
        add(part)
        part = []
        isInside = false
      } else if depth == 0, token.text == "," {
        isInside ? add(part) : options.append(Part(part, name: nil))
        part = []
      } else {
        depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
        part.append(token)
      }
    }
    if !part.isEmpty { options.append(Part(part, name: nil)) }
  }

  private mutating func add(_ tokens: [SQLTokens.Token]) {
    guard let first = tokens.first else { return }
    let isConstraint =
      !first.isQuoted && ["constraint", "primary", "unique", "check", "foreign"].contains(first.text)
    if isConstraint {
      constraints.append(Part(tokens, name: first.text == "constraint" && tokens.count > 1 ? tokens[1].text : nil))
    } else {
      columns.append(Part(tokens, name: first.text))
    }
  }

  /// How this definition, the file's, differs from the program's, in a DBA's words; nothing where it does not.
  func differences(from expected: TableDefinition) -> [String] {
    var details: [String] = []
    for column in expected.columns where !columns.contains(where: { $0.name == column.name }) {
      details.append("column \(column.text) is missing")
    }
    for column in columns {
      guard let other = expected.columns.first(where: { $0.name == column.name }) else {
        details.append("column \(column.text) is not known to the program")
        continue
      }
      if other.meaning != column.meaning {
        details.append("column \(column.text) should be \(other.text)")
      }
    }
    for constraint in expected.constraints where !constraints.contains(where: { $0.meaning == constraint.meaning }) {
      if let found = constraints.first(where: { $0.name == constraint.name && $0.name != nil }) {
        details.append("constraint \(found.text) should be \(constraint.text)")
      } else {
        details.append("constraint \(constraint.text) is missing")
      }
    }
    for constraint in constraints where !expected.constraints.contains(where: { $0.meaning == constraint.meaning }) {
      let isNamed = expected.constraints.contains { $0.name == constraint.name && $0.name != nil }
      if !isNamed { details.append("constraint \(constraint.text) is not known to the program") }
    }
    for option in expected.options where !options.contains(where: { $0.meaning == option.meaning }) {
      details.append("option \(option.text) is missing")
    }
    for option in options where !expected.options.contains(where: { $0.meaning == option.meaning }) {
      details.append("option \(option.text) is not the program's")
    }
    return details
  }
}

extension TableDefinition.Part {
  init(_ tokens: [SQLTokens.Token], name: String?) {
    self.init(name: name, meaning: tokens.map(\.text).joined(separator: " "), text: tokens.onOneLine)
  }
}

extension [SQLTokens.Token] {
  /// The tokens as they are written, with single spaces and without comments.
  var onOneLine: String {
    enumerated().map { ($0.offset > 0 && $0.element.isSpaced ? " " : "") + $0.element.source }.joined()
  }
}
