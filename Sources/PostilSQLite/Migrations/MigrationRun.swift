import PostilCatalog
import PostilQuery
import PostilSQL

/// One migration, run inside the transaction that is open: its pre-checks, its statements, and what must hold behind them.
final class MigrationRun {
  let connection: SQLiteConnection
  let script: MigrationScript
  /// Where what is run is written down, for a script that does the same; `nil` where nobody wants one.
  let transcript: MigrationTranscript?
  var name: String { script.name }

  init(_ script: MigrationScript, on connection: SQLiteConnection, transcript: MigrationTranscript?) {
    self.script = script
    self.connection = connection
    self.transcript = transcript
  }

  /// Runs all of it.
  /// - Returns: what the pre-checks counted.
  func run() throws -> [MigrationOutcome.Count] {
    let counts = try checkRows()
    let before = try DatabaseHealth(of: connection, withReferences: script.needsForeignKeysOff)
    if script.needsForeignKeysOff { transcript?.keepBrokenReferences() }
    for item in script.items {
      switch item {
      case .statement(let statement): try run(statement)
      case .rebuild(let rebuild): try run(rebuild)
      }
    }
    let after = try DatabaseHealth(of: connection, withReferences: script.needsForeignKeysOff)
    try after.check(since: before, of: name)
    if script.needsForeignKeysOff { transcript?.compareBrokenReferences() }
    return counts
  }

  /// Asks the pre-checks, all of them, and then refuses what cannot pass.
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
          name: name, line: check.line, query: check.query, reason: "cannot be asked: \(error.message)")
      }
      transcript?.check(check)
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
    for statement in rebuild.statements { try runPlainly(statement) }
    try guardian.finish(self)
  }

  /// Runs a statement that stands outside a rebuild. Dropping a table deletes its rows first, where references are enforced, and
  /// so whatever delete rules say; a table that refers to it must not lose anything by that.
  /// Source: SQLite, "DROP TABLE".
  private func run(_ statement: MigrationScript.Statement) throws {
    guard !script.needsForeignKeysOff, let table = Self.droppedTable(statement.sql) else {
      return try runPlainly(statement)
    }
    let counts = try RowCounts(of: table, on: connection, withItsOwn: false)
    try runPlainly(statement)
    let changes = try counts.changes(on: connection)
    guard changes.isEmpty else { throw MigrationError.rowsChanged(name: name, table: table, changes: changes) }
  }

  private func runPlainly(_ statement: MigrationScript.Statement) throws {
    do {
      try execute(statement.sql)
    } catch {
      throw MigrationError.statementFailed(name: name, line: statement.line, sql: statement.sql, reason: error)
    }
  }

  /// Runs a statement and writes it down.
  func execute(_ sql: String) throws {
    transcript?.statement(sql)
    try connection.runOnce(sql)
  }

  func comment(_ text: String) { transcript?.comment(text) }

  func assertCounts(_ counts: RowCounts) { transcript?.keep(counts) }

  func assertSameCounts(_ counts: RowCounts) { transcript?.compare(counts) }

  /// The table of a `DROP TABLE`.
  private static func droppedTable(_ sql: String) -> String? {
    var tokens = SQLLexer.tokens(of: sql)[...]
    guard tokens.popFirst()?.is("drop") == true, tokens.popFirst()?.is("table") == true else { return nil }
    if tokens.first?.is("if") == true { tokens = tokens.dropFirst(2) }
    if tokens.dropFirst().first?.is(".") == true { tokens = tokens.dropFirst(2) }
    return tokens.first?.name
  }
}
