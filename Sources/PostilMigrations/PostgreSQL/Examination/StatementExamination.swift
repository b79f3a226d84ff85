import PostilEvolution
import PostilSQL
import PostilTranslation

/// What the statements of a migration for PostgreSQL lose, lock and break, unless a line of the file accepts it.
///
/// A planned file contains a pre-check or an `@allow` line for each of its findings, so nothing is found in it. Whoever adds a statement
/// gets the findings that the planner would have written for it, with the place of the statement.
///
/// The statements are examined in their order, because a table that the file creates has no rows, and a table that it locks can't change.
/// The contents of functions and of `DO` blocks aren't examined.
package struct StatementExamination {
  /// What a statement does.
  struct Finding {
    var code: MigrationFindingCode
    /// `item`, or `item.note`
    var subject: String
    var message: String
    var place: String.Index
  }

  private let script: MigrationScript
  /// The tables of indexes, by the indexes' names.
  let tables: [String: String]
  /// The codes and subjects that the file accepts, or whose rows it counts.
  private let known: [(code: MigrationFindingCode, table: String, column: String)]
  /// The names that tables and columns have in the course of the file.
  private var names = ChangingNames()
  /// The tables and indexes that the file creates.
  var created: Set<String> = []
  /// The tables that nobody else can write.
  var locked: Set<String> = []
  /// The tables that nobody else can read.
  var closed: Set<String> = []
  /// The columns that the file adds, by `table.column`.
  private(set) var added: Set<String> = []
  /// The columns that get a new default or a generated successor, by `table.column`.
  private(set) var replaced: Set<String> = []
  /// The views that the file creates.
  private(set) var views: Set<String> = []
  /// The tables with a constraint that was validated before.
  var validated: Set<String> = []
  /// The statements that read rows.
  var copies: [RowCopy] = []
  private(set) var findings: [Finding] = []

  /// The findings of a file, as errors.
  /// - Parameters:
  ///   - script: the migration.
  ///   - path: its file.
  ///   - schema: the statements that create the schema before it; empty if that isn't known.
  package static func reasons(
    in script: MigrationScript, at path: String, schema: [String]
  ) -> [MigrationRefusal.Reason] {
    var examination = StatementExamination(script, schema)
    examination.run()
    return examination.findings.map { finding in
      let before = script.text[..<finding.place]
      let line = before.lineEndCount + 1
      let start = before.lastIndex(of: "\n").map { before.index(after: $0) } ?? before.startIndex
      let column = before.distance(from: start, to: finding.place) + 1
      return MigrationRefusal.Reason(
        finding.message, at: "\(path):\(line):\(column)", code: finding.code.rawValue,
        notes: [
          "if that is intended, write '-- @allow(\(finding.code.rawValue), \(MigrationText.quoted(finding.subject)))' on a line above "
            + "the statement"
        ])
    }
  }

  private init(_ script: MigrationScript, _ schema: [String]) {
    self.script = script
    tables = Dictionary(
      PostgreSQLShape(schema).objects(.index).map { ($0.name.foldedName, $0.table.foldedName) },
      uniquingKeysWith: { first, _ in first })
    let keys = script.prechecks.map { ($0.code, $0.subject) } + script.allowed.map(Self.parts)
    known = keys.compactMap { code, subject in
      let table = subject.prefix { $0 != "." }
      return MigrationFindingCode(rawValue: code).map {
        (
          $0, PostgreSQLNames.short(String(table)).foldedName,
          PostgreSQLNames.short(String(subject.dropFirst(table.count + 1))).foldedName
        )
      }
    }
    // Without 'LOCK' statements, the tables are locked whose rows are counted again.
    let first = script.statements.first.map { [$0.sql] } ?? []
    if PostgreSQLMigrationStatement.locks(at: first) == 0 {
      locked = Set(
        script.prechecks.filter { !$0.isAllowed && !$0.isRefusal }.map { $0.subject.prefix { $0 != "." }.foldedName })
    }
  }

  /// The code and the subject in `dropColumn, "item.note"`.
  private static func parts(_ key: String) -> (String, String) {
    let code = key.prefix { $0 != "," }
    return (String(code), String(key.dropFirst(code.count + 3).dropLast()))
  }

  private mutating func run() {
    let statements = PostgreSQLScript.statements(of: script.text).map { $0.filter { $0.kind != .comment } }
      .filter { !$0.isEmpty }.map { WrittenSQL($0[...]) }
    for statement in statements { readAhead(statement) }
    for statement in statements { examine(statement) }
  }

  /// Notes the names that change, and the columns that get other values later.
  private mutating func readAhead(_ sql: WrittenSQL) {
    if sql.starts("create"),
      let view = sql.without("create").without("or", "replace").without("materialized").after("view")?.name
    {
      views.insert(view.name)
    }
    guard sql.starts("alter", "table") else { return }
    let (table, actions) = sql.alterations
    for action in actions {
      if let (old, new) = action.renamedColumn { names.rename(column: old, to: new, of: table) }
      if action.starts("rename", "to"), let name = action.name(at: 2) { names.rename(table: table, to: name.name) }
      if action.starts("add"), let column = action.addedColumn {
        added.insert("\(table).\(column.name)")
        if action.contains("generated") { replaced.insert("\(table).\(column.name)") }
      }
      if action.starts("alter"), let column = action.alteredColumn, column.rest.starts("set", "default") {
        replaced.insert("\(table).\(column.name)")
      }
    }
  }

  // MARK: - what is accepted

  /// Whether two names are names of one table.
  func isSame(_ table: String, _ other: String) -> Bool { names.tables(like: table).contains(other) }

  /// Whether one of these tables is the table, under any of its names.
  func contains(_ tables: Set<String>, _ table: String) -> Bool { !tables.isDisjoint(with: names.tables(like: table)) }

  /// Adds a finding, unless the file accepts it.
  /// - Parameters:
  ///   - code: the finding.
  ///   - others: the findings that accept it too.
  mutating func add(
    _ code: MigrationFindingCode, or others: Set<MigrationFindingCode> = [], _ table: String, _ column: String? = nil,
    at place: WrittenSQL, _ message: String
  ) {
    let isKnown = known.contains { known in
      guard known.code == code || others.contains(known.code), isSame(table, known.table) else { return false }
      guard let column else { return true }
      // The columns of a key are one subject.
      return known.column.split(separator: ",").contains { names.columns(like: column, of: table).contains(String($0)) }
    }
    guard !isKnown, let first = place.tokens.first else { return }
    let subject = column.map { "\(table).\($0)" } ?? table
    guard !findings.contains(where: { $0.code == code && $0.subject == subject }) else { return }
    findings.append(Finding(code: code, subject: subject, message: message, place: first.source.startIndex))
  }

  /// Adds a finding about a lock of a table that has rows.
  mutating func addLock(
    _ table: String, as code: MigrationFindingCode = .longLock, at place: WrittenSQL, _ message: String
  ) {
    guard !contains(created, table) else { return }
    add(code, or: [.longLock, .tableRewrite], table, at: place, message)
  }
}
