import PostilCatalog
import PostilSchema

/// What the change of a table can lose, or be refused by.
extension PlanBuilder {
  func findings(of comparison: TableComparison) -> [MigrationFinding] {
    var findings = comparison.dropped.compactMap { droppedColumn($0, of: comparison) }
    findings += comparison.added.compactMap { addedColumn($0, of: comparison) }
    for pair in comparison.pairs { findings += values(of: pair, in: comparison) }
    findings += keys(of: comparison)
    findings += checks(of: comparison)
    findings += references(of: comparison)
    return findings
  }

  private func subject(_ comparison: TableComparison, _ columns: [String]) -> String {
    "\(comparison.new.name).\(columns.joined(separator: ","))"
  }

  // MARK: - columns

  private func droppedColumn(_ column: SeparatedDefinition.Column, of comparison: TableComparison) -> MigrationFinding?
  {
    guard column.generation == nil else { return nil }
    let subject = "\(comparison.old.name).\(column.name)"
    var holds = "\(SQLText.identifier(column.name)) IS NOT NULL"
    // What is undone has given a value to every row itself.
    let given =
      column.defaultText.map { "(\($0))" } ?? from.modelColumn(comparison.old.name, column.name)?.initialValue
    if isUndo, let given { holds = "\(SQLText.identifier(column.name)) IS NOT \(SQLTokens(given).tokens.safeLine)" }
    let order = from.orders.first {
      Name.isSame($0.table, comparison.old.name) && Name.isSame($0.position, column.name)
    }
    if let order { return droppedOrder(order, subject, of: comparison) }
    return finding(
      .dropColumn, subject,
      "column '\(column.name)' of '\(comparison.old.name)' goes with what it holds; keep the property, "
        + "or pass '--allow dropColumn:\(subject)'",
      "SELECT count(*) FROM \(SQLText.identifier(comparison.old.name)) WHERE \(holds)")
  }

  /// An order is lost where it is another one than that of the keys.
  private func droppedOrder(_ order: OrderShape, _ subject: String, of comparison: TableComparison) -> MigrationFinding
  {
    let owner = SQLText.identifiers(order.owner)
    let exists = order.owner.map { "\(SQLText.identifier($0)) IS NOT NULL" }.joined(separator: " AND ")
    func place(_ columns: [String]) -> String {
      "row_number() OVER (PARTITION BY \(owner) ORDER BY \(SQLText.identifiers(columns)))"
    }
    let key = comparison.old.table.primaryKey
    return finding(
      .dropColumn, subject,
      "column '\(order.position)' of '\(comparison.old.name)' goes with the order that it keeps; keep the relationship ordered, "
        + "or pass '--allow dropColumn:\(subject)'",
      "SELECT count(*) FROM (SELECT \(place([order.position] + key)) AS \"place\", \(place(key)) AS \"key\" "
        + "FROM \(SQLText.identifier(comparison.old.name)) WHERE \(exists)) WHERE \"place\" <> \"key\"")
  }

  private func addedColumn(_ column: SeparatedDefinition.Column, of comparison: TableComparison) -> MigrationFinding? {
    guard column.generation == nil, column.isNotNull, column.defaultText == nil,
      comparison.initialValues[Name.key(column.name)] == nil
    else { return nil }
    let subject = subject(comparison, [column.name])
    return finding(
      .newRequired, subject,
      "column '\(column.name)' of '\(comparison.new.name)' is new, required, and has no value for rows that exist; "
        + "give the property a literal or '@default(sql:)', make it optional, or write the value into the migration's 'SELECT'",
      "SELECT count(*) FROM \(SQLText.identifier(comparison.old.name))")
  }

  private func values(of pair: ColumnPair, in comparison: TableComparison) -> [MigrationFinding] {
    let subject = subject(comparison, [pair.new.name])
    let table = SQLText.identifier(comparison.old.name)
    let column = SQLText.identifier(pair.old.name)
    let label = "column '\(pair.new.name)' of '\(comparison.new.name)'"
    if pair.new.generation != nil {
      guard pair.old.generation == nil else { return [] }
      return [
        finding(
          .dropColumn, subject,
          "\(label) is generated from now on, and what it holds goes; pass '--allow dropColumn:\(subject)'",
          "SELECT count(*) FROM \(table) WHERE \(column) IS NOT NULL")
      ]
    }
    var findings: [MigrationFinding] = []
    let conversion = pair.conversion(column)
    let type = pair.meanings.new.isKnown ? " as '\(pair.meanings.new.type.word)'" : " as \(pair.new.declaredType)"
    if let query = refusedValues(pair, in: comparison) {
      findings.append(
        finding(
          .unconvertible, subject,
          "\(label) can't hold every value\(type); correct the rows that the query finds first", query))
    }
    if let loss = conversion.loss {
      let converted = conversion.failure.map { "NOT (\($0)) AND " } ?? ""
      findings.append(
        finding(
          .narrowType, subject,
          "\(label) keeps less of its values\(type); pass '--allow narrowType:\(subject)'",
          "SELECT count(*) FROM \(table) WHERE \(column) IS NOT NULL AND \(converted)(\(loss))"))
    }
    if pair.becomesRequired, !comparison.old.isRowID(Name.key(pair.old.name)) {
      let query = "SELECT count(*) FROM \(table) WHERE \(column) IS NULL"
      findings.append(
        pair.fill.map { fill in
          finding(
            .replaceNull, subject,
            "\(label) becomes required, and NULL becomes \(fill); pass '--allow replaceNull:\(subject)'", query)
        }
          ?? finding(
            .newRequired, subject,
            "\(label) becomes required and has no default; fill the rows that the query finds first, or give it a default",
            query))
    }
    return findings
  }

  /// The rows whose value has no place in the new column.
  private func refusedValues(_ pair: ColumnPair, in comparison: TableComparison) -> String? {
    let column = SQLText.identifier(pair.old.name)
    let isPlain = pair.isCopied && !pair.isRenamed && !comparison.isRenamed
    let value = isPlain ? column : "\"postil_value\""
    var conditions = pair.conversion(value).failure.map { [$0] } ?? []
    for check in comparison.addedConstraints
    where TypeCheck.type(check, of: pair.new.name) != nil && !isImplied(check, in: comparison) {
      conditions.append("NOT (\(check.tokens.dropFirst(2).dropLast().safeLine))")
    }
    guard !conditions.isEmpty else { return nil }
    let condition = conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " OR ")
    let table = SQLText.identifier(comparison.old.name)
    let source =
      isPlain
      ? table
      : "(SELECT \(column) AS \"postil_value\", \(pair.expression(pair.old.name)) AS \(SQLText.identifier(pair.new.name)) "
        + "FROM \(table)) AS \(SQLText.identifier(comparison.new.name))"
    return "SELECT count(*) FROM \(source) WHERE \(value) IS NOT NULL AND (\(condition))"
  }

  // MARK: - checks

  private func checks(of comparison: TableComparison) -> [MigrationFinding] {
    let converted = Set(
      comparison.pairs.filter { !$0.isCopied && $0.new.generation == nil }.map { Name.key($0.new.name) })
    let added = Set(comparison.added.map { Name.key($0.name) })
    let new = Set(comparison.addedConstraints.map(\.meaning))
    return comparison.new.definition.constraints.compactMap { check in
      guard check.kind == .check else { return nil }
      let names = check.tokens.nameKeys
      let columns = comparison.new.columns.filter { names.contains(Name.key($0.name)) }
      // Those of types are among the values of columns.
      if columns.count == 1, TypeCheck.type(check, of: columns[0].name) != nil { return nil }
      if new.contains(check.meaning) {
        if isImplied(check, in: comparison) { return nil }
        // A default that does not pass is refused by the statement that adds the column.
        if columns.count == 1, added.contains(Name.key(columns[0].name)) { return nil }
      } else if columns.allSatisfy({ !converted.contains(Name.key($0.name)) }) {
        return nil
      }
      guard let source = relation(of: comparison.new.name, needing: names) else { return nil }
      let subject = "\(comparison.new.name).\(check.name ?? columns.map(\.name).joined(separator: ","))"
      return finding(
        .newCheck, subject,
        "check \(check.name.map { "'\($0)' " } ?? "")of '\(comparison.new.name)' is new; "
          + "correct the rows that the query finds first",
        "SELECT count(*) FROM \(source) WHERE NOT (\(check.tokens.dropFirst(2).dropLast().safeLine))")
    }
  }

  /// Whether a constraint that is gone held every row to as much.
  private func isImplied(_ new: SeparatedDefinition.Constraint, in comparison: TableComparison) -> Bool {
    comparison.old.definition.constraints.contains { old in
      guard old.kind == new.kind else { return false }
      if renames.meaning(old.tokens, of: comparison.old.name) == new.tokens.meaning { return true }
      return comparison.pairs.contains { pair in
        pair.isCopied && TypeCheck.isImplied(new, by: old, column: pair.new.name, formerly: pair.old.name)
      }
    }
  }

  // MARK: - references

  private func references(of comparison: TableComparison) -> [MigrationFinding] {
    comparison.new.table.foreignKeys.compactMap { key in
      let former = comparison.old.table.foreignKeys.contains { old in
        old.columns.map { Name.key(renames.newColumn($0, of: comparison.old.name)) } == key.columns.map(Name.key)
          && Name.isSame(renames.newTable(old.referencedTable), key.referencedTable)
          && old.referencedColumns?.map { Name.key(renames.newColumn($0, of: old.referencedTable)) }
            == key.referencedColumns?.map(Name.key)
      }
      // A default in the place of NULL is a reference too.
      let isFilled = comparison.pairs.contains { pair in
        pair.becomesRequired && pair.fill != nil && key.columns.contains { Name.isSame($0, pair.new.name) }
      }
      guard !former || isFilled, let parent = to.table(Name.key(key.referencedTable)) else { return nil }
      let added = comparison.added.filter { column in key.columns.contains { Name.isSame($0, column.name) } }
      // What is new holds NULL, or is asked for already.
      if added.contains(where: { $0.defaultText == nil && comparison.initialValues[Name.key($0.name)] == nil }) {
        return nil
      }
      guard let source = relation(of: comparison.new.name, needing: Set(key.columns.map(Name.key))) else { return nil }
      let referenced = key.referencedColumns ?? parent.table.primaryKey
      let exists = key.columns.map { "\"child\".\(SQLText.identifier($0)) IS NOT NULL" }
      var conditions = exists
      if let parents = relation(of: key.referencedTable, needing: Set(referenced.map(Name.key)), as: "parent") {
        let same = zip(referenced, key.columns).map {
          "\"parent\".\(SQLText.identifier($0)) = \"child\".\(SQLText.identifier($1))"
        }
        conditions.append("NOT EXISTS (SELECT 1 FROM \(parents) WHERE \(same.joined(separator: " AND ")))")
      }
      let subject = subject(comparison, key.columns)
      let child = relation(of: comparison.new.name, needing: Set(key.columns.map(Name.key)), as: "child") ?? source
      return finding(
        .newReference, subject,
        "'\(subject)' references '\(key.referencedTable)' from now on; "
          + "correct or delete the rows that the query finds first",
        "SELECT count(*) FROM \(child) WHERE \(conditions.joined(separator: " AND "))")
    }
  }
}
