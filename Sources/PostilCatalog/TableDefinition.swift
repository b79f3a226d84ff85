import PostilSQL

/// What a `CREATE TABLE` statement says, cut into columns, constraints and options, so that two can be compared.
///
/// The order of the columns is left out: every statement names them, and a column that was added later is the last.
package struct TableDefinition {
  /// A column, a constraint or an option.
  package struct Part {
    /// The name of the column or constraint, in lower case; `nil` where a constraint has none.
    package let name: String?
    /// What it means: equal for two parts that mean the same.
    package let meaning: String
    /// What it says, as it is written, on one line.
    package let text: String
    /// Its tokens.
    package let tokens: ArraySlice<SQLToken>
  }

  /// The columns, in the order in which they were written.
  package let columns: [Part]
  /// The constraints of the table; those of a column are part of it.
  package let constraints: [Part]
  /// What follows the parentheses: `STRICT`, `WITHOUT ROWID`.
  package let options: [Part]

  /// Reads a `CREATE TABLE` statement; `nil` for one that has no columns in parentheses, such as that of a virtual table.
  package init?(_ sql: String) {
    let tokens = SQLLexer.tokens(of: sql)
    guard tokens.count > 1, tokens[0].is("create"), tokens[1].is("table"),
      let open = tokens.firstIndex(where: { $0.is("(") })
    else { return nil }
    let close = tokens.closing(of: open) ?? tokens.endIndex
    let parts = tokens[(open + 1)..<close].splitAtCommas.filter { !$0.isEmpty }
    let firstConstraint = parts.firstIndex(where: Self.isConstraint) ?? parts.endIndex
    columns = parts[..<firstConstraint].map { Part($0, name: $0.first?.text) }
    constraints = parts[firstConstraint...].map { part in
      Part(
        part,
        name: part.first.map { $0.is("constraint") && part.count > 1 } == true ? part[part.startIndex + 1].text : nil)
    }
    options = tokens.suffix(from: min(close + 1, tokens.endIndex)).splitAtCommas.map { Part($0, name: nil) }
  }

  private static func isConstraint(_ part: ArraySlice<SQLToken>) -> Bool {
    guard let first = part.first, !first.isQuoted else { return false }
    return ["constraint", "primary", "unique", "check", "foreign"].contains(first.text)
  }

  /// Columns with what is their own, and every key, check and reference among the constraints of the table.
  package var separated: SeparatedDefinition { SeparatedDefinition(self) }

  /// How this definition, the file's, differs from the program's, in a DBA's words; nothing where it does not.
  ///
  /// A constraint after a column means the same as one of the table. The names of constraints, and the values that required columns
  /// have in rows that are older than they, make no difference.
  package func differences(from expected: TableDefinition) -> [String] {
    var details: [String] = []
    let (found, program) = (separated, expected.separated)
    let unknown = found.columns.filter { column in !program.columns.contains { $0.isNamesake(of: column) } }
    var renamed: [String] = []
    for column in program.columns where !found.columns.contains(where: { $0.isNamesake(of: column) }) {
      if let former = unknown.first(where: { $0.name.hasSameLetters(as: column.name) }) {
        details.append(FormerName.advice("column", former.name, now: column.name))
        renamed.append(former.name)
      } else {
        details.append("column \(column.written) is missing")
      }
    }
    for column in found.columns {
      guard let other = program.columns.first(where: { $0.isNamesake(of: column) }) else {
        if !renamed.contains(column.name) { details.append("column \(column.written) is not known to the program") }
        continue
      }
      if other.meaning != column.meaning { details.append("column \(column.text) should be \(other.text)") }
    }
    for constraint in program.constraints where !found.constraints.contains(where: { $0.meaning == constraint.meaning })
    {
      if let other = found.constraints.first(where: { $0.isNamesake(of: constraint) }) {
        details.append("constraint \(other.text) should be \(constraint.text)")
      } else {
        details.append("constraint \(constraint.text) is missing")
      }
    }
    for constraint in found.constraints where !program.constraints.contains(where: { $0.meaning == constraint.meaning })
    {
      let isNamed = program.constraints.contains { $0.isNamesake(of: constraint) }
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

extension TableDefinition {
  /// The names of checks that `expected` has under another name, by the name that they have here: a table or column that was renamed
  /// keeps the names of its checks.
  package func checkNames(in expected: TableDefinition) -> [String: String] {
    let checks = expected.separated.constraints.filter { $0.kind == .check }
    var names: [String: String] = [:]
    for check in separated.constraints where check.kind == .check {
      let same = checks.filter { $0.meaning == check.meaning }
      guard let name = check.name, !same.contains(where: { $0.isNamesake(of: check) }) else { continue }
      names[name] = same.first?.name
    }
    return names
  }
}

extension TableDefinition.Part {
  init(_ tokens: ArraySlice<SQLToken>, name: String?) {
    self.init(name: name, meaning: tokens.meaning, text: tokens.onOneLine, tokens: tokens)
  }
}
