import PostilEvolution
import PostilQuery
import PostilSQL

/// Runs one migration inside the open transaction: its pre-checks, its statements, and the checks after them.
package struct MigrationRun {
  let connection: SQLiteConnection
  private let script: MigrationScript
  /// Whether foreign keys aren't enforced, so that the references are checked.
  private let checksReferences: Bool
  let record: ((MigrationEvent) -> Void)?
  var name: String { script.name }

  /// - Parameter record: receives what is done, to write a script that does the same.
  package init(
    _ script: MigrationScript, on connection: SQLiteConnection, checksReferences: Bool,
    record: ((MigrationEvent) -> Void)?
  ) {
    self.script = script
    self.checksReferences = checksReferences
    self.connection = connection
    self.record = record
  }

  /// Runs the migration.
  /// - Returns: the counts of the pre-checks.
  package func run() throws -> [MigrationOutcome.Count] {
    let counts = try checkRows()
    let before = try DatabaseHealth(of: connection, withReferences: checksReferences)
    if checksReferences { record?(.countBrokenReferences) }
    for item in script.items {
      switch item {
      case .statement(let statement): try run(statement)
      case .rebuild(let rebuild): try run(rebuild)
      }
    }
    let after = try DatabaseHealth(of: connection, withReferences: checksReferences)
    try after.check(since: before, of: name)
    if checksReferences { record?(.compareBrokenReferences) }
    return counts
  }

  /// Runs all pre-checks, and refuses the migration if rows prevent it.
  private func checkRows() throws -> [MigrationOutcome.Count] {
    var counts: [MigrationOutcome.Count] = []
    var findings: [MigrationError.Finding] = []
    for check in script.prechecks {
      let rows: Int
      do {
        rows = try connection.number(check.query)
      } catch let error as SQLiteConnection.NoNumber {
        throw MigrationError.invalidPrecheck(
          name: name, line: check.line, query: check.query, reason: error.reason)
      } catch let error as DatabaseError {
        throw MigrationError.invalidPrecheck(
          name: name, line: check.line, query: check.query, reason: "fails: \(error.message)")
      }
      record?(.precheck(check))
      counts.append(MigrationOutcome.Count(code: check.code, subject: check.subject, rows: rows))
      if rows != 0, check.isRefusal || !check.isAllowed {
        findings.append(
          MigrationError.Finding(
            code: check.code, subject: check.subject, rows: rows, query: check.query, isRefusal: check.isRefusal))
      }
    }
    guard findings.isEmpty else { throw MigrationError.rowsAtRisk(name: name, findings: findings) }
    return counts
  }

  private func run(_ rebuild: MigrationScript.Rebuild) throws {
    let guardian = try RebuildGuard(of: rebuild.table, self)
    for statement in rebuild.statements { try runUnguarded(statement) }
    try guardian.finish(self)
  }

  /// Runs a statement outside a rebuild. If foreign keys are enforced, dropping a table deletes its rows first, which must not change
  /// the rows of a table that references it.
  /// Source: SQLite, "DROP TABLE".
  private func run(_ statement: MigrationScript.Statement) throws {
    guard !checksReferences, let table = Self.droppedTable(statement.sql) else {
      return try runUnguarded(statement)
    }
    let counts = try RowCounts(of: table, on: connection, withItsOwn: false)
    try runUnguarded(statement)
    let changes = try counts.changes(on: connection)
    guard changes.isEmpty else { throw MigrationError.rowsChanged(name: name, table: table, changes: changes) }
  }

  private func runUnguarded(_ statement: MigrationScript.Statement) throws {
    do {
      try execute(statement.sql)
    } catch {
      throw MigrationError.statementFailed(name: name, line: statement.line, sql: statement.sql, reason: error)
    }
  }

  func execute(_ sql: String) throws {
    record?(.statement(sql))
    try connection.runOnce(sql)
  }

  /// The table of a `DROP TABLE`.
  private static func droppedTable(_ sql: String) -> String? {
    var tokens = SQLLexer.tokens(of: sql)[...]
    guard tokens.popFirst()?.is("drop") == true, tokens.popFirst()?.is("table") == true else { return nil }
    if tokens.first?.is("if") == true { tokens = tokens.dropFirst(2) }
    if tokens.dropFirst().first?.is(".") == true { tokens = tokens.dropFirst(2) }
    return tokens.first?.name
  }
}
