import PostilEvolution
import PostilSQL
import PostilSchema
import PostilTranslation

/// What a change can lose, which rows can make it fail, and which tables it locks for long.
extension PostgreSQLPlanWriter {
  mutating func findings(of change: PostgreSQLTableChange) -> [MigrationFinding] {
    var findings: [MigrationFinding] = []
    for finding in decisions.findings(of: change.comparison) {
      if let adapted = adapted(finding, to: change) {
        findings.append(noted(adapted))
      } else {
        prove(finding, of: change)
      }
    }
    let known = Set(findings.map(\.subject))
    findings += newColumnChecks(of: change).filter { !known.contains($0.subject) }
    // An undo runs while no program does, so that its locks don't matter.
    return findings + (change.retyped + change.narrowed).flatMap { conversions($0, of: change) }
      + (decisions.isUndo ? [] : costs(of: change))
  }

  /// A finding with a note about the version of the program that is still running.
  private func noted(_ finding: MigrationFinding) -> MigrationFinding {
    guard !decisions.isUndo else { return finding }
    var finding = finding
    switch finding.code {
    case .dropColumn: finding.notes.append(Self.noteOnDrop("column"))
    case .newCheck, .newUnique, .newReference, .newRequired, .replaceNull: finding.notes.append(Self.noteOnRefusedRows)
    default: break
    }
    return finding
  }

  /// The checks of new columns that are computed for each row. SQLite would refuse such a row together with the column.
  private mutating func newColumnChecks(of change: PostgreSQLTableChange) -> [MigrationFinding] {
    var findings: [MigrationFinding] = []
    let computed = (change.added + change.replaced).filter { $0.generation != nil || isFilled($0, in: change) }
    for check in missing[change.name] ?? [] where check.kind == .check {
      let names = check.tokens.nameKeys
      guard computed.contains(where: { names.contains($0.name.foldedName) }) else { continue }
      var finding = decisions.finding(
        .newCheck, "\(change.comparison.new.name).\(check.name)",
        "'\(check.name)' is a check of a new column; first correct the rows that the query finds", "")
      finding.needsAllowance = false
      guard let query = violations([check], of: change) else {
        prove(finding, of: change)
        continue
      }
      finding.query = query
      findings.append(finding)
    }
    return findings
  }

  /// Notes that a constraint or a unique index is validated in the transaction, because its rows can't be counted before.
  private mutating func prove(_ finding: MigrationFinding, of change: PostgreSQLTableChange) {
    let names = Self.columns(of: finding)
    switch finding.code {
    case .newCheck: validated.insert("\(change.name).\(names.joined(separator: ","))")
    // A reference that gets the new key of its row is valid.
    case .newReference where finding.needsAllowance:
      for key in change.new.constraints where key.kind == .foreignKey && key.columns == names.map(PostgreSQLNames.short)
      {
        validated.insert("\(change.name).\(key.name)")
      }
    case .newUnique:
      let unique = new.objects(.index).filter { $0.table == change.name && $0.tokens[1].is("unique") }
      let indexes = uniqueIndex(names, of: change).map { [$0] } ?? unique
      validated.formUnion(indexes.map { "\(change.name).\($0.name)" })
      for key in change.new.constraints where key.isKey && key.columns == names.map(PostgreSQLNames.short) {
        validated.insert("\(change.name).\(key.name)")
      }
    default: break
    }
  }

  /// The part of a subject after the table, split at its commas.
  private static func columns(of finding: MigrationFinding) -> [String] {
    finding.subject.dropFirst(finding.table.count + 1).split(separator: ",").map(String.init)
  }

  /// A finding with a query that PostgreSQL can run; `nil` if the server itself refuses such rows, with its own message.
  private func adapted(_ finding: MigrationFinding, to change: PostgreSQLTableChange) -> MigrationFinding? {
    var finding = finding
    let query = Self.portable(finding.query)
    finding.query = query ?? finding.query
    let columns = Self.columns(of: finding)
    switch finding.code {
    // This is about the conversions of SQLite.
    case .narrowType: return nil
    case .unconvertible:
      let name = PostgreSQLNames.short(columns.joined(separator: ","))
      guard !(change.retyped + change.narrowed).contains(where: { $0.new.name == name }) else { return nil }
      let others = Set(change.new.columns.map(\.name.foldedName)).subtracting([name.foldedName])
      let checks = (missing[change.name] ?? []).filter { check in
        let names = check.tokens.nameKeys
        return check.kind == .check && names.contains(name.foldedName) && names.isDisjoint(with: others)
      }
      guard let violations = violations(checks, of: change) else { return nil }
      finding.query = violations
      return finding
    case .newUnique, .newCheck:
      let counted =
        finding.code == .newUnique
        ? repetitions(columns, of: change)
        : violations(change.new.constraints.filter { $0.kind == .check && columns == [$0.name] }, of: change)
      // A query over terms that aren't columns is the one for SQLite.
      let isPlain = finding.code == .newUnique && change.changedNames.isEmpty
      guard let counted = counted ?? (isPlain ? query : nil) else { return nil }
      finding.query = counted
      return finding
    case .newRequired:
      let subject = finding.subject
      if change.added.contains(where: { subject == "\(change.comparison.new.name).\($0.name)" }) {
        finding.message =
          "column '\(subject)' is new and required, but has no value for existing rows; give the property a literal "
          + "default or '@default(sql:)', or make it optional; or pass '--allow newRequired:\(subject)', then replace "
          + "'NULL' in the 'UPDATE' of the file with a value and delete the '@precheck' and '@allow' lines of '\(subject)'"
      }
      return finding
    case .newReference:
      let parent = change.comparison.new.table.foreignKeys.first { $0.columns == columns }.flatMap { key in
        changes.first { $0.comparison.new.name.isSameName(as: key.referencedTable) }
      }
      let isSame =
        change.changedNames.isDisjoint(with: columns.map { PostgreSQLNames.short($0).foldedName })
        && parent?.changedNames.isEmpty != false
      return query != nil && isSame ? finding : nil
    case .dropColumn where decisions.isUndo:
      finding.query = computedValues(columns, of: change) ?? givenValues(finding, of: change) ?? query ?? finding.query
      return finding
    case .replaceNull, .dropColumn, .dropTable: return query == nil ? nil : finding
    default: return finding
    }
  }

  /// The query that counts the rows with another value than that of a column that becomes generated; `nil` if the column doesn't.
  private func computedValues(_ columns: [String], of change: PostgreSQLTableChange) -> String? {
    guard let shape = change.replaced.first(where: { columns == [$0.name] }), let generation = shape.generation else {
      return nil
    }
    let name = SQLText.identifier(shape.name)
    let isComputed = change.comparison.copies(generation.nameKeys)
    return "\(Self.rows(of: change)) WHERE \(name) IS NOT NULL"
      + (isComputed ? " AND \(name) IS DISTINCT FROM \(generation.safeLine)" : "")
  }

  /// The query that counts the rows with another value than the one that the migration gave them; `nil` if it gave none.
  private func givenValues(_ finding: MigrationFinding, of change: PostgreSQLTableChange) -> String? {
    let table = change.comparison.old.name
    let name = String(finding.subject.dropFirst(table.count + 1))
    guard let column = change.old.column(PostgreSQLNames.short(name)),
      !decisions.from.orders.contains(where: { $0.table.isSameName(as: table) && $0.position.isSameName(as: name) })
    else { return nil }
    let initial = decisions.from.modelColumn(table, name)?.initialValue.map { formerValue($0, name, table) }
    return (column.defaultText ?? initial).map { value in
      let quoted = SQLText.identifier(column.name)
      let given = PlanBuilder.isClock(value) ? "(SELECT min(\(quoted)) FROM \(SQLText.identifier(table)))" : value
      return "\(Self.rows(of: change)) WHERE \(quoted) IS DISTINCT FROM \(given)"
    }
  }

  /// The query of a finding; `nil` if it uses SQLite's functions.
  static func portable(_ query: String) -> String? {
    let words = SQLLexer.tokens(of: query).nameKeys
    let isPortable = words.isDisjoint(with: [
      "typeof", "rowid", "oid", "_rowid_", "glob", "hex", "quote", "instr", "iif", "julianday", "strftime", "datetime",
      "json_valid", "unixepoch", "char", "collate",
    ])
    return isPortable ? query : nil
  }

  private func conversions(
    _ retyping: PostgreSQLTableChange.Retyping, of change: PostgreSQLTableChange
  ) -> [MigrationFinding] {
    let column = retyping.new.name
    let subject = "\(change.comparison.new.name).\(column)"
    let label = "column '\(column)' of '\(change.comparison.new.name)'"
    let (from, to) = (retyping.pair.meanings.old.type, retyping.pair.meanings.new.type)
    let old = SQLText.identifier(retyping.old.name)
    guard
      let conversion = retyping.conversion == nil
        ? nil : Conversion.server(from: from, to: to, type: retyping.new.type, value: old, former: retyping.old.type)
    else { return [] }
    func query(_ condition: String) -> String {
      "\(Self.rows(of: change)) WHERE \(old) IS NOT NULL AND (\(condition))"
    }
    var findings: [MigrationFinding] = []
    if let failure = conversion.failure {
      findings.append(
        decisions.finding(
          .unconvertible, subject,
          "\(label) can't store every value as '\(retyping.new.word(to))'; first correct the rows that the query finds",
          query(failure)))
    }
    if let loss = conversion.loss {
      let condition = conversion.failure.map { "CASE WHEN \($0) THEN false ELSE \(loss) END" } ?? loss
      findings.append(
        decisions.finding(
          .narrowType, subject,
          "\(label) loses part of its values as '\(retyping.new.word(to))'; pass '--allow narrowType:\(subject)'",
          query(condition)))
    }
    return findings
  }

  /// Source: PostgreSQL 15, "ALTER TABLE", Notes: a new type or a volatile default rewrites the table and its indexes.
  func costs(of change: PostgreSQLTableChange) -> [MigrationFinding] {
    var columns = change.retyped.filter { $0.conversion != nil }.map { "'\($0.new.name)' gets another type" }
    columns += change.replaced.map { "'\($0.name)' is replaced" }
    columns += change.added.filter { column in
      column.generation != nil || column.isIdentity
        || column.given.map(PostgreSQLVolatility.isVolatile) ?? false
    }.map { "'\($0.name)' gets a value for each row" }
    let table = change.comparison.old.name
    if !columns.isEmpty {
      return [
        decisions.finding(
          .tableRewrite, table,
          "table '\(change.comparison.new.name)' is locked while all of its rows are written again, because "
            + "\(columns.joined(separator: " and ")); on a large table do it when the program isn't running, or add a "
            + "property and fill it in batches; pass '--allow tableRewrite:\(table)'", Self.rows(of: change))
      ]
    }
    var reasons = change.retyped.map { "the indexes of '\($0.new.name)' are built again" }
    let positions = decisions.newPositions(of: change.comparison).map(\.position)
    reasons += change.added.filter { isFilled($0, in: change) || positions.contains($0.name) }
      .map { "rows get values in '\($0.name)'" }
    reasons += change.kept.filter { $0.pair.valueRenames != nil }.map { "rows get new values in '\($0.new.name)'" }
    reasons += change.kept.filter {
      $0.new.isNotNull && !$0.old.isNotNull && ($0.pair.fill ?? $0.new.defaultText) != nil
    }
    .map { "'\($0.new.name)' gets a value instead of NULL" }
    guard !reasons.isEmpty else { return [] }
    return [
      decisions.finding(
        .longLock, table,
        "table '\(change.comparison.new.name)' is locked for some time, because \(reasons.joined(separator: " and ")); on "
          + "a large table do it when the program isn't running; pass '--allow longLock:\(table)'",
        Self.rows(of: change))
    ]
  }
}
