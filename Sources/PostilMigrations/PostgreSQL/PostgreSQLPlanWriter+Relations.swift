import PostilSQL
import PostilSchema
import PostilTranslation

/// The rows that a changed table will have, as queries over the old database, for pre-checks.
///
/// Constraints and unique indexes are validated after the transaction. A row that violates one then leaves the migration incomplete, so the
/// rows are counted before it. If that isn't possible, the constraint is validated in the transaction, which fails as a whole.
extension PostgreSQLPlanWriter {
  /// A `FROM` item with the new columns of a table whose names have these keys.
  /// - Returns: `nil` if a value is known only during the migration: a number, or a value that is looked up.
  private func relation(of change: PostgreSQLTableChange, needing names: Set<String>) -> String? {
    let generated = change.new.columns.filter { $0.generation != nil && names.contains($0.name.foldedName) }
    let needed = names.union(generated.flatMap { $0.generation?.nameKeys ?? [] })
    var isSame = change.old.name == change.new.name
    var values: [String] = []
    for column in change.new.columns where needed.contains(column.name.foldedName) && column.generation == nil {
      guard let value = formerValue(of: column, in: change) else { return nil }
      let name = SQLText.identifier(column.name)
      isSame = isSame && value == name
      values.append(value == name ? name : "\(value) AS \(name)")
    }
    let isKept = generated.allSatisfy { column in
      change.kept.contains { $0.new.name == column.name && $0.old.name == column.name && $0.old.generation != nil }
    }
    if isSame, isKept { return change.quoted }
    let former = SQLText.identifier(change.old.name)
    var rows = "(SELECT \(values.isEmpty ? "1" : values.joined(separator: ", ")) FROM \(former))"
    if !generated.isEmpty {
      let columns = generated.map { "\($0.generation?.onOneLine ?? "NULL") AS \(SQLText.identifier($0.name))" }
      rows = "(SELECT *, \(columns.joined(separator: ", ")) FROM \(rows) AS \"postil_rows\")"
    }
    return "\(rows) AS \(change.quoted)"
  }

  /// The value of a new column, as SQL over a row of the old table.
  private func formerValue(of column: PostgreSQLShape.Column, in change: PostgreSQLTableChange) -> String? {
    guard let kept = change.kept.first(where: { $0.new.name == column.name }) else {
      switch source(of: column, in: change) {
      case .definition: return column.isIdentity ? nil : "\(column.defaultText ?? "NULL")::\(column.type)"
      case .literal(let value): return "(\(value))::\(column.type)"
      case .expression, .number: return nil
      }
    }
    let name = SQLText.identifier(kept.old.name)
    var value = name
    if let retyping = change.retyped.first(where: { $0.new.name == column.name }) {
      let meanings = kept.pair.meanings
      let conversion =
        retyping.conversion == nil
        ? nil
        : Conversion.server(
          from: meanings.old.type, to: meanings.new.type, type: column.type, value: name, former: kept.old.type)
      value = conversion?.expression ?? "\(name)::\(column.type)"
      // Another finding counts these values.
      if let failure = conversion?.failure { value = "CASE WHEN \(failure) THEN NULL ELSE \(value) END" }
    }
    if let renames = kept.pair.valueRenames { value = renames.expression(value) }
    if kept.new.isNotNull, !kept.old.isNotNull,
      let fill = kept.new.defaultText
        ?? kept.pair.fill.map({ self.value($0, kept.pair.new.name, change.comparison.new.name) })
    {
      value = "coalesce(\(value), \(fill))"
    }
    return value
  }

  /// Counts the rows that violate new checks.
  func violations(_ checks: [PostgreSQLShape.Constraint], of change: PostgreSQLTableChange) -> String? {
    let names = checks.reduce(into: Set<String>()) { $0.formUnion($1.tokens.nameKeys) }
    guard !checks.isEmpty, let rows = relation(of: change, needing: names) else { return nil }
    let conditions = checks.map { "NOT (\($0.tokens.dropFirst(2).dropLast().onOneLine))" }
    return "SELECT count(*) FROM \(rows) WHERE \(conditions.joined(separator: " OR "))"
  }

  /// Counts the rows that repeat the key of another one.
  /// - Parameter columns: the new columns of the key.
  func repetitions(_ columns: [String], of change: PostgreSQLTableChange) -> String? {
    var terms = columns.map { SQLText.identifier(PostgreSQLNames.short($0)) }
    var condition: String?
    var names = Set(columns.map { PostgreSQLNames.short($0).foldedName })
    if let index = uniqueIndex(columns, of: change) {
      guard let open = index.tokens.firstIndex(where: { $0.is("(") }), let close = index.tokens[...].closing(of: open)
      else {
        return nil
      }
      terms = index.tokens[(open + 1)..<close].splitAtCommas.map { term in
        term.prefix { !$0.is(in: ["asc", "desc", "nulls"]) }.onOneLine
      }
      let rest = index.tokens[(close + 1)...]
      condition = rest.first?.is("where") == true ? rest.dropFirst().onOneLine : nil
      names.formUnion(index.tokens[open...].nameKeys)
    } else if !names.isSubset(of: change.new.columns.map(\.name.foldedName)) {
      return nil
    }
    guard let rows = relation(of: change, needing: names) else { return nil }
    let conditions = (condition.map { ["(\($0))"] } ?? []) + terms.map { "\($0) IS NOT NULL" }
    return "SELECT coalesce(sum(\"rows\" - 1), 0) FROM (SELECT count(*) AS \"rows\" FROM \(rows) WHERE "
      + "\(conditions.joined(separator: " AND ")) GROUP BY \(terms.joined(separator: ", ")) HAVING count(*) > 1) AS \"groups\""
  }

  /// The unique index that has these terms; `nil` if a key has them.
  func uniqueIndex(_ columns: [String], of change: PostgreSQLTableChange) -> PostgreSQLShape.Object? {
    let wanted = columns.map { PostgreSQLNames.short($0).foldedName }
    let isKey = change.new.constraints.contains { $0.isKey && $0.columns.map(\.foldedName) == wanted }
    guard !isKey else { return nil }
    let indexes = new.objects(.index).filter { index in
      guard index.table == change.new.name, index.tokens[1].is("unique"),
        let open = index.tokens.firstIndex(where: { $0.is("(") }), let close = index.tokens[...].closing(of: open)
      else { return false }
      let names = index.tokens[(open + 1)..<close].splitAtCommas.compactMap { $0.first?.name.foldedName }
      return names == wanted
    }
    return indexes.count == 1 ? indexes[0] : nil
  }
}
