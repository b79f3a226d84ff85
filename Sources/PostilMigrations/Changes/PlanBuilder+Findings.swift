import PostilEvolution
import PostilSQL
import PostilSchema

/// Findings about a changed table: values that can be lost, and rows that can violate the new schema.
extension PlanBuilder {
  func findings(of comparison: TableComparison) -> [MigrationFinding] {
    var findings = comparison.dropped.compactMap { droppedColumn($0, of: comparison) }
    findings += comparison.added.compactMap { addedColumn($0, of: comparison) }
    // The values of an unchanged column may have another meaning.
    for pair in comparison.method == .none ? comparison.retyped : comparison.pairs {
      findings += values(of: pair, in: comparison)
    }
    findings += keys(of: comparison)
    findings += checks(of: comparison)
    findings += references(of: comparison)
    return findings
  }

  private func subject(_ comparison: TableComparison, _ columns: [String]) -> String {
    "\(comparison.new.name).\(columns.joined(separator: ","))"
  }

  // MARK: - columns

  private func droppedColumn(_ column: NormalizedDefinition.Column, of comparison: TableComparison) -> MigrationFinding?
  {
    // A reference or pairs may preserve the values. An undo may drop numbers that the migration assigned to rows.
    let move = move(ofColumn: column.name, of: comparison.old)
    guard column.generation == nil, move?.isCertain != true, comparison.reference(replacing: column.name) == nil,
      !(isUndo && isSurrogate(column, of: comparison.old))
    else { return nil }
    let subject = "\(comparison.old.name).\(column.name)"
    var holds = "\(SQLText.identifier(column.name)) IS NOT NULL"
    // The migration that is being undone gave a value to every row.
    let given =
      (column.defaultText ?? column.initialText).map { "(\($0))" }
      ?? from.modelColumn(comparison.old.name, column.name)?.initialValue
    if isUndo, let given {
      let (name, table) = (SQLText.identifier(column.name), SQLText.identifier(comparison.old.name))
      let value = Self.isClock(given) ? "(SELECT min(\(name)) FROM \(table))" : SQLLexer.tokens(of: given).safeLine
      holds = "\(name) IS NOT \(value)"
    }
    let order = from.orders.first {
      $0.table.isSameName(as: comparison.old.name) && $0.position.isSameName(as: column.name)
    }
    if let order { return droppedOrder(order, subject, of: comparison) }
    var finding = finding(
      .dropColumn, subject,
      "column '\(column.name)' of '\(comparison.old.name)' will be dropped with its values; keep the property, or "
        + "pass '--allow dropColumn:\(subject)'",
      "SELECT count(*) FROM \(SQLText.identifier(comparison.old.name)) WHERE \(holds)")
    finding.notes = offer(move, "dropColumn:\(subject)") + tableSplitNotes(column, of: comparison)
    return finding
  }

  /// Whether a default is the current time. The rows that a migration gives it to get the same time, and later rows get later ones, so that
  /// an undo finds the migration's time as the earliest one of the column.
  static func isClock(_ value: String) -> Bool {
    SQLLexer.tokens(of: value).contains {
      $0.is(in: [
        "current_timestamp", "current_date", "current_time", "statement_timestamp", "transaction_timestamp", "now",
      ])
        || $0.text == "'now'"
    }
  }

  /// An order is lost if it differs from the order of the keys.
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
      "column '\(order.position)' of '\(comparison.old.name)' will be dropped, and the order of the rows is lost; "
        + "keep the relationship ordered, or pass '--allow dropColumn:\(subject)'",
      "SELECT count(*) FROM (SELECT \(place([order.position] + key)) AS \"place\", \(place(key)) AS \"key\" "
        + "FROM \(SQLText.identifier(comparison.old.name)) WHERE \(exists))\(named("places")) WHERE \"place\" <> \"key\""
    )
  }

  private func addedColumn(_ column: NormalizedDefinition.Column, of comparison: TableComparison) -> MigrationFinding? {
    guard column.generation == nil, column.isNotNull else { return nil }
    let subject = subject(comparison, [column.name])
    if let change = comparison.reference(giving: column.name) {
      return addedReference(column, change, subject, of: comparison)
    }
    guard column.defaultText == nil else { return nil }
    if let move = move(toColumn: column.name, of: comparison.new), let missing = move.missing {
      return finding(
        .newRequired, subject,
        "column '\(column.name)' of '\(comparison.new.name)' is new and required, and gets its values from "
          + "'\(move.source.name)'; first add a pair for each row that the query finds, or make it optional", missing)
    }
    guard comparison.initialValues[column.name.foldedName] == nil else { return nil }
    if let numbered = comparison.numberedColumn, numbered.name.isSameName(as: column.name) { return nil }
    return finding(
      .newRequired, subject,
      "column '\(column.name)' of '\(comparison.new.name)' is new and required, but has no value for existing rows; "
        + "give the property a literal default or '@default(sql:)', or make it optional; or pass '--allow "
        + "newRequired:\(subject)', then replace 'NULL AS \(SQLText.identifier(column.name))' in the file with a "
        + "value and delete the '@precheck' and '@allow' lines of '\(subject)'",
      "SELECT count(*) FROM \(SQLText.identifier(comparison.old.name))")
  }

  /// A required column that gets its values from an optional reference.
  private func addedReference(
    _ column: NormalizedDefinition.Column, _ change: ReferenceChange, _ subject: String, of comparison: TableComparison
  ) -> MigrationFinding? {
    let optional = change.oldColumns.filter { comparison.old.column($0.foldedName)?.isNotNull == false }
    guard !optional.isEmpty else { return nil }
    let isNull = optional.map { "\(SQLText.identifier($0)) IS NULL" }.joined(separator: " OR ")
    let query = "SELECT count(*) FROM \(SQLText.identifier(comparison.old.name)) WHERE \(isNull)"
    let label = "column '\(column.name)' of '\(comparison.new.name)'"
    guard let fill = comparison.fill(of: column) else {
      return finding(
        .newRequired, subject,
        "\(label) is required, and the reference that it replaces was optional; first set it in the rows that the "
          + "query finds, or give it a default", query)
    }
    return finding(
      .replaceNull, subject, "\(label) is required, so NULL becomes \(fill); pass '--allow replaceNull:\(subject)'",
      query)
  }

  /// Whether a column is a key that SQLite can assign.
  private func isSurrogate(_ column: NormalizedDefinition.Column, of table: TableShape) -> Bool {
    let key = column.name.foldedName
    return table.isRowID(key) && !table.referencingColumns.contains(key)
  }

  private func values(of pair: ColumnPair, in comparison: TableComparison) -> [MigrationFinding] {
    let subject = subject(comparison, [pair.new.name])
    let table = SQLText.identifier(comparison.old.name)
    let column = SQLText.identifier(pair.old.name)
    let label = "column '\(pair.new.name)' of '\(comparison.new.name)'"
    if let generation = pair.new.generation {
      guard pair.old.generation == nil else { return [] }
      // What the migration that is being undone kept of a generated column is computed again.
      let isComputed = isUndo && comparison.copies(generation.nameKeys)
      let others = isComputed ? " AND \(column) IS NOT (\(generation.safeLine))" : ""
      return [
        finding(
          .dropColumn, subject,
          "\(label) becomes generated, so its stored values are lost; pass '--allow dropColumn:\(subject)'",
          "SELECT count(*) FROM \(table) WHERE \(column) IS NOT NULL\(others)")
      ]
    }
    if comparison.newKey(giving: pair.new.name) != nil {
      return [
        finding(
          .dropColumn, subject,
          "\(label) gets other values, because none can be converted to '\(pair.meanings.new.type.word)': each row gets a new key, and "
            + "what references it the same; pass '--allow dropColumn:\(subject)'", "SELECT count(*) FROM \(table)")
      ]
    }
    var findings: [MigrationFinding] = []
    // The values of a reference are converted or rejected together with the key that it references.
    let isReference = comparison.reference(giving: pair.new.name) != nil
    let conversion = isReference ? Conversion(column, isIdentity: true) : pair.conversion(column)
    let type = pair.meanings.new.isKnown ? " as '\(pair.meanings.new.type.word)'" : " as \(pair.new.declaredType)"
    if !isReference, let query = refusedValues(pair, in: comparison) {
      findings.append(unconvertible(pair, of: comparison, "\(label) can't store every value\(type)", query))
    }
    if let loss = conversion.loss {
      let converted = conversion.failure.map { "NOT (\($0)) AND " } ?? ""
      findings.append(
        finding(
          .narrowType, subject,
          "\(label) loses part of its values\(type); pass '--allow narrowType:\(subject)'",
          "SELECT count(*) FROM \(table) WHERE \(column) IS NOT NULL AND \(converted)(\(loss))"))
    }
    if pair.becomesRequired, !comparison.old.isRowID(pair.old.name.foldedName) {
      let query = "SELECT count(*) FROM \(table) WHERE \(column) IS NULL"
      findings.append(
        pair.fill.map { fill in
          finding(
            .replaceNull, subject,
            "\(label) becomes required, so NULL becomes \(fill); pass '--allow replaceNull:\(subject)'", query)
        }
          ?? finding(
            .newRequired, subject,
            "\(label) becomes required and has no default; first set it in the rows that the query finds, or give "
              + "it a default",
            query))
    }
    return findings
  }

  /// The finding about values that can't be converted. If none can, it shows the way to the new type.
  private func unconvertible(
    _ pair: ColumnPair, of comparison: TableComparison, _ message: String, _ query: String
  ) -> MigrationFinding {
    let subject = subject(comparison, [pair.new.name])
    let isNone = { (pair: ColumnPair) in pair.conversion("x") == .none }
    guard !isServer, !isUndo, isNone(pair) else {
      return finding(.unconvertible, subject, "\(message); first correct the rows that the query finds", query)
    }
    var finding = finding(
      .unconvertible, subject, "\(message), because there is no conversion; make the change in three migrations", query)
    finding.notes =
      followsReplacedKey(pair, of: comparison, isNone)
      ? ["the migrations for the key that it references change it too"] : migrations(replacing: pair, of: comparison)
    return finding
  }

  /// The rows whose value can't be stored in the new column.
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
      : "(SELECT \(column) AS \"postil_value\", \(pair.expression(pair.old.name)) AS "
        + "\(SQLText.identifier(pair.new.name)) FROM \(table)) AS \(SQLText.identifier(comparison.new.name))"
    return "SELECT count(*) FROM \(source) WHERE \(value) IS NOT NULL AND (\(condition))"
  }

  // MARK: - checks

  private func checks(of comparison: TableComparison) -> [MigrationFinding] {
    let converted = Set(
      comparison.pairs.filter { !comparison.isCopied($0) && $0.new.generation == nil }.map { $0.new.name.foldedName })
    let added = Set(
      comparison.added.filter { comparison.reference(giving: $0.name) == nil }.map { $0.name.foldedName })
    let new = Set(comparison.addedConstraints.map(\.meaning))
    return comparison.new.definition.constraints.compactMap { check in
      guard check.kind == .check else { return nil }
      let names = check.tokens.nameKeys
      let columns = comparison.new.columns.filter { names.contains($0.name.foldedName) }
      // The checks of types are handled with the values of columns.
      if columns.count == 1, TypeCheck.type(check, of: columns[0].name) != nil { return nil }
      if new.contains(check.meaning) {
        if isImplied(check, in: comparison) || isWholeReference(check, in: comparison) { return nil }
        // If a default violates the check, the statement that adds the column fails.
        if columns.count == 1, added.contains(columns[0].name.foldedName) { return nil }
      } else if columns.allSatisfy({ !converted.contains($0.name.foldedName) }) {
        return nil
      }
      guard let source = relation(of: comparison.new.name, needing: names) else { return nil }
      let subject = "\(comparison.new.name).\(check.name ?? columns.map(\.name).joined(separator: ","))"
      return finding(
        .newCheck, subject, message(ofNewCheck: check, in: comparison),
        "SELECT count(*) FROM \(source) WHERE NOT (\(check.tokens.dropFirst(2).dropLast().safeLine))")
    }
  }

  /// Whether a check requires that either all columns of a reference have a value or none. Lookups produce such values,
  /// and unchanged columns keep them if the old columns had that check.
  private func isWholeReference(_ check: NormalizedDefinition.Constraint, in comparison: TableComparison) -> Bool {
    func meaning(_ columns: [String]) -> String {
      let none = columns.map { "\(SQLText.token($0)) is null" }.joined(separator: " and ")
      let all = columns.map { "\(SQLText.token($0)) is not null" }.joined(separator: " and ")
      return "check ( ( \(none) ) or ( \(all) ) )"
    }
    return comparison.references.contains { change in
      guard change.newColumns.count > 1, check.tokens.meaning == meaning(change.newColumns) else { return false }
      if change.values.allSatisfy({ $0 == .lookup }) { return true }
      return !change.looksUp
        && comparison.old.definition.constraints.contains { $0.tokens.meaning == meaning(change.oldColumns) }
    }
  }

  /// Whether a removed constraint already implied this one.
  private func isImplied(_ new: NormalizedDefinition.Constraint, in comparison: TableComparison) -> Bool {
    comparison.old.definition.constraints.contains { old in
      guard old.kind == new.kind else { return false }
      if renames.meaning(old.tokens, of: comparison.old.name) == new.tokens.meaning { return true }
      return comparison.pairs.contains { pair in
        if let renames = pair.valueRenames, pair.conversion("x").isIdentity {
          return renames.imply(new, by: old, column: pair.new.name, formerly: pair.old.name)
        }
        return comparison.isCopied(pair)
          && TypeCheck.isImplied(new, by: old, column: pair.new.name, formerly: pair.old.name)
      }
    }
  }

  /// The name of a subquery, which PostgreSQL 15 requires. Source: PostgreSQL 15, section 7.2.1.3.
  func named(_ subquery: String) -> String { isServer ? " AS \(SQLText.identifier(subquery))" : "" }

  func finding(_ code: MigrationFinding.Code, _ subject: String, _ message: String, _ query: String) -> MigrationFinding
  {
    var finding = MigrationFinding(code: code, subject: subject, message: message, query: query)
    finding.isAllowed = !isUndo && allowances.contains { $0.covers(finding) }
    return finding
  }

  /// One finding for each code and subject: if there are several, their row counts are added, unless they count the same rows.
  mutating func mergeFindings() {
    var places: [String: (step: Int, finding: Int)] = [:]
    for step in steps.indices {
      var kept: [MigrationFinding] = []
      for finding in steps[step].findings {
        guard let place = places[finding.allowance] else {
          places[finding.allowance] = (step, kept.count)
          kept.append(finding)
          continue
        }
        if place.step == step {
          guard kept[place.finding].query != finding.query else { continue }
          kept[place.finding].query = "SELECT (\(kept[place.finding].query)) + (\(finding.query))"
        } else {
          let first = steps[place.step].findings[place.finding].query
          guard first != finding.query else { continue }
          steps[place.step].findings[place.finding].query = "SELECT (\(first)) + (\(finding.query))"
        }
      }
      steps[step].findings = kept
    }
  }
}

extension TableComparison {
  /// Whether the columns among these names keep their names and values.
  func copies(_ names: Set<String>) -> Bool {
    new.columns.filter { names.contains($0.name.foldedName) }.allSatisfy { column in
      pairs.contains { $0.new.name == column.name && isCopied($0) && !$0.isRenamed }
    }
  }
}
