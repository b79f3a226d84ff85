import PostilEvolution
import PostilSQL
import PostilSchema
import PostilTranslation

/// What a change can lose, which rows can make it fail, and which tables it locks for long.
extension PostgreSQLPlanWriter {
  func findings(of change: PostgreSQLTableChange) -> [MigrationFinding] {
    let findings = decisions.findings(of: change.comparison).compactMap { adapted($0, to: change) }
    // An undo runs while no program does, so that its locks don't matter.
    return findings + change.retyped.flatMap { conversions($0, of: change) }
      + (decisions.isUndo ? [] : costs(of: change))
  }

  /// A finding with a query that PostgreSQL can run; `nil` if the server itself refuses such rows, with its own message.
  private func adapted(_ finding: MigrationFinding, to change: PostgreSQLTableChange) -> MigrationFinding? {
    var finding = finding
    let query = Self.portable(typedDefaults(finding.query, of: change))
    finding.query = query ?? finding.query
    let isSame = change.changedNames.isEmpty
    switch finding.code {
    // These are about the conversions of SQLite.
    case .narrowType, .unconvertible: return nil
    case .newUnique:
      return isSame && query != nil ? finding : nil
    case .newCheck: return check(finding, of: change)
    case .newRequired:
      let subject = finding.subject
      if change.added.contains(where: { subject == "\(change.comparison.new.name).\($0.name)" }) {
        finding.message =
          "column '\(subject)' is new and required, but has no value for existing rows; give the property a literal "
          + "default or '@default(sql:)', or make it optional; or pass '--allow newRequired:\(subject)', then replace "
          + "'NULL' in the 'UPDATE' of the file with a value and delete the '@precheck' and '@allow' lines of '\(subject)'"
      }
      return finding
    case .newReference: return query != nil && isSame ? finding : nil
    case .dropColumn where decisions.isUndo:
      finding.query = givenValues(finding, of: change) ?? query ?? finding.query
      return finding
    case .replaceNull, .dropColumn, .dropTable: return query == nil ? nil : finding
    default: return finding
    }
  }

  /// The query that counts the rows with another value than the one that the migration gave them; `nil` if it gave none.
  private func givenValues(_ finding: MigrationFinding, of change: PostgreSQLTableChange) -> String? {
    let table = change.comparison.old.name
    let name = String(finding.subject.dropFirst(table.count + 1))
    guard let column = change.old.column(PostgreSQLNames.short(name)),
      !decisions.from.orders.contains(where: { $0.table.isSameName(as: table) && $0.position.isSameName(as: name) })
    else { return nil }
    let initial = decisions.from.modelColumn(table, name)?.initialValue.map { formerValue($0, name, table) }
    return (column.defaultText ?? initial).map {
      "\(Self.rows(of: change)) WHERE \(SQLText.identifier(column.name)) IS DISTINCT FROM \($0)"
    }
  }

  /// A query in which the defaults of new columns have the types of PostgreSQL: a UUID is a text in SQLite, but not comparable with one
  /// here.
  private func typedDefaults(_ query: String, of change: PostgreSQLTableChange) -> String {
    var query = query
    for column in change.added {
      let sqlite = change.comparison.added.first { $0.name.isSameName(as: column.name) }?.defaultText
      guard let sqlite, let value = column.defaultText else { continue }
      let name = "AS \(SQLText.identifier(column.name))"
      query = query.replacing("(\(sqlite)) \(name)", with: "\(value) \(name)")
        .replacing("\(sqlite) \(name)", with: "\(value) \(name)")
    }
    return query
  }

  /// A new check, as PostgreSQL writes it, over the columns that have their names before the migration.
  private func check(_ finding: MigrationFinding, of change: PostgreSQLTableChange) -> MigrationFinding? {
    let name = String(finding.subject.dropFirst(finding.table.count + 1))
    guard let check = change.new.constraints.first(where: { $0.kind == .check && $0.name == name }) else { return nil }
    let names = check.tokens.nameKeys
    let columns = change.new.columns.filter { names.contains($0.name.foldedName) }
    let isKept = columns.allSatisfy { column in
      change.kept.contains { $0.new.name == column.name && $0.old.name == column.name && $0.pair.valueRenames == nil }
        && !change.changedNames.contains(column.name.foldedName)
    }
    guard isKept, change.old.name == change.new.name else { return nil }
    var finding = finding
    finding.query =
      "SELECT count(*) FROM \(change.quoted) WHERE NOT (\(check.tokens.dropFirst(2).dropLast().onOneLine))"
    return finding
  }

  /// The query of a finding for PostgreSQL; `nil` if it uses SQLite's functions.
  ///
  /// A subquery needs a name, a row is found by `ctid`, and a column without case has a type of its own. Source: PostgreSQL 15, sections
  /// 5.5 and 7.2.1.3.
  static func portable(_ query: String) -> String? {
    let text = query.replacing("HAVING count(*) > 1)", with: "HAVING count(*) > 1) AS \"groups\"")
      .replacing(") WHERE \"place\" <> \"key\"", with: ") AS \"places\" WHERE \"place\" <> \"key\"")
      .replacing(/LIMIT ([0-9]+)\)\)/) { "LIMIT \($0.1)) AS \"members\")" }
      .replacing("\".rowid", with: "\".ctid").replacing(" COLLATE \"NOCASE\"", with: "")
    let words = SQLLexer.tokens(of: text).nameKeys
    let isPortable = words.isDisjoint(with: [
      "typeof", "rowid", "oid", "_rowid_", "glob", "hex", "quote", "instr", "iif", "julianday", "strftime", "datetime",
      "json_valid", "unixepoch", "char", "collate",
    ])
    return isPortable ? text : nil
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
        ? nil : PostgreSQLConversion(from: from, to: to, type: retyping.new.type, value: old)
    else { return [] }
    func query(_ condition: String) -> String {
      "\(Self.rows(of: change)) WHERE \(old) IS NOT NULL AND (\(condition))"
    }
    var findings: [MigrationFinding] = []
    if let failure = conversion.failure {
      findings.append(
        decisions.finding(
          .unconvertible, subject,
          "\(label) can't store every value as '\(to.word)'; first correct the rows that the query finds",
          query(failure)))
    }
    if let loss = conversion.loss {
      let condition = conversion.failure.map { "CASE WHEN \($0) THEN false ELSE \(loss) END" } ?? loss
      findings.append(
        decisions.finding(
          .narrowType, subject,
          "\(label) loses part of its values as '\(to.word)'; pass '--allow narrowType:\(subject)'", query(condition)))
    }
    return findings
  }

  /// Source: PostgreSQL 15, "ALTER TABLE", Notes: a new type or a volatile default rewrites the table and its indexes.
  func costs(of change: PostgreSQLTableChange) -> [MigrationFinding] {
    var columns = change.retyped.filter { $0.conversion != nil }.map { "'\($0.new.name)' gets another type" }
    columns += change.replaced.map { "'\($0.name)' is replaced" }
    columns += change.added.filter { column in
      column.generation != nil || column.isIdentity || column.defaultText.map(Self.isVolatile) ?? false
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

  /// Whether a default has another value for each row.
  private static func isVolatile(_ value: String) -> Bool {
    SQLLexer.tokens(of: value).contains { $0.is(in: ["gen_random_uuid", "random", "clock_timestamp", "nextval"]) }
  }
}
