import PostilSQL

extension TableDefinition {
  /// The differences between this table, found in a database, and the expected one, in SQL terms.
  ///
  /// A column constraint is the same as the equivalent table constraint. The names of constraints, the order of
  /// columns, and the initial values of required columns make no difference.
  package func differences(from expected: TableDefinition) -> [String] {
    let (found, program) = (normalized, expected.normalized)
    return found.columnDifferences(from: program) + found.constraintDifferences(from: program)
      + expected.options.missing(in: options).map { "option \($0.text) is missing" }
      + options.missing(in: expected.options).map { "unexpected option \($0.text)" }
  }

  /// Maps the names of checks in this table to the names of the same checks in the expected one, if they differ.
  /// Renaming a table or column doesn't rename its checks.
  package func checkNames(in expected: TableDefinition) -> [String: String] {
    let checks = expected.normalized.constraints.filter { $0.kind == .check }
    var names: [String: String] = [:]
    for check in normalized.constraints where check.kind == .check {
      let same = checks.filter { $0.meaning == check.meaning }
      guard let name = check.name, !same.contains(where: { $0.hasSameName(as: check) }) else { continue }
      names[name] = same.first?.name
    }
    return names
  }
}

extension [TableDefinition.Part] {
  fileprivate func missing(in others: [TableDefinition.Part]) -> [TableDefinition.Part] {
    filter { part in !others.contains { $0.meaning == part.meaning } }
  }
}

extension NormalizedDefinition {
  fileprivate func columnDifferences(from expected: NormalizedDefinition) -> [String] {
    let missing = expected.columns.filter { column in !columns.contains { $0.name.isSameName(as: column.name) } }
    return missing.map { "column \($0.written) is missing" }
      + columns.compactMap { column in
        guard let other = expected.columns.first(where: { $0.name.isSameName(as: column.name) }) else {
          return "unexpected column \(column.written)"
        }
        return other.meaning == column.meaning ? nil : "column \(column.text) should be \(other.text)"
      }
  }

  fileprivate func constraintDifferences(from expected: NormalizedDefinition) -> [String] {
    let missing = expected.constraints.filter { constraint in
      !constraints.contains { $0.meaning == constraint.meaning }
    }
    let unknown = constraints.filter { constraint in
      !expected.constraints.contains { $0.meaning == constraint.meaning || $0.hasSameName(as: constraint) }
    }
    return missing.map { constraint in
      constraints.first { $0.hasSameName(as: constraint) }.map { "\($0.text) should be \(constraint.text)" }
        ?? "\(constraint.text) is missing"
    } + unknown.map { "unexpected \($0.text)" }
  }
}

extension NormalizedDefinition.Constraint {
  /// Whether both have the same name; `false` for constraints without a name.
  fileprivate func hasSameName(as other: Self) -> Bool {
    if let name, let other = other.name { name.isSameName(as: other) } else { false }
  }
}
