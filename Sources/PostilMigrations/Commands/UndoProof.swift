import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSQLite
import PostilSchema

/// Tests with rows that an undo restores every value, byte for byte.
///
/// The rows are generated, with values in every form that the columns can store. Rows that a pre-check of the migration
/// or of the undo counts are skipped, because they are known to be lost or rejected.
struct UndoProof {
  /// The result of the test.
  struct Result {
    /// The first value that isn't restored: `'item.due_at' is '2024-05-03' before, and 2460433.5 after the undo`.
    var difference: String?
    /// The tables for which no row could be generated.
    var tablesWithoutRows: [String] = []
  }

  private let replay: MigrationReplay
  private let migration: MigrationScript
  private let undo: MigrationScript
  private let tables: [TableShape]

  /// - Parameter earlier: the migrations that are applied before, in order.
  /// - Throws: the errors of the earlier migrations.
  init(of migration: MigrationScript, undo: MigrationScript, after earlier: [MigrationScript]) throws {
    self.migration = migration
    self.undo = undo
    replay = try MigrationReplay()
    for script in earlier { try replay.advance(script) }
    let side = SchemaShape(try replay.catalog(), schema: nil)
    let names = Set(
      (migration.statements + undo.statements).flatMap { statement in
        SQLLexer.tokens(of: statement.sql).compactMap(\.nameKey)
      })
    tables = side.tables.filter { names.contains($0.key) && !side.isDerived($0) }
  }

  /// Begins the transaction that contains the rows.
  static let beginning = "SAVEPOINT postil_proof"

  func run() throws -> Result {
    var result = Result()
    try replay.run(ddl: Self.beginning)
    defer { try? replay.run(ddl: "RELEASE postil_proof") }
    var rows: [String] = []
    for table in tables {
      let made = try ProbeRows(of: table, in: replay).insert { isPassed(migration) }
      if made.isEmpty { result.tablesWithoutRows.append(table.name) }
      rows += made
    }
    if !rows.isEmpty { result.difference = try difference(of: rows) }
    return result
  }

  /// The values of these rows that aren't restored. If some rows are rejected, each half is tested separately.
  private func difference(of rows: [String]) throws -> String? {
    // An error that ended the transaction has removed its rows too.
    if (try? replay.run(ddl: "ROLLBACK TO postil_proof")) == nil { try replay.run(ddl: Self.beginning) }
    // A row may depend on another one that was skipped.
    for row in rows { try? replay.run(ddl: row) }
    let outcome = try goAndReturn()
    if case .restored = outcome { return nil }
    if rows.count > 1 {
      let middle = rows.count / 2
      if let found = try difference(of: Array(rows[..<middle])) ?? difference(of: Array(rows[middle...])) {
        return found
      }
    }
    if case .changed(let difference) = outcome { return difference }
    return nil
  }

  private enum Outcome {
    case restored, refused
    case changed(String)
  }

  /// Migrates the existing rows, undoes the migration and compares the rows; then restores their first state.
  private func goAndReturn() throws -> Outcome {
    let before = try tables.map(content)
    try replay.run(ddl: "SAVEPOINT postil_way")
    defer {
      try? replay.run(ddl: "ROLLBACK TO postil_way")
      try? replay.run(ddl: "RELEASE postil_way")
      try? replay.run(ddl: "PRAGMA legacy_alter_table = OFF")
    }
    do {
      for statement in migration.statements { try replay.run(ddl: statement.sql) }
      guard isPassed(undo) else { return .refused }
      for statement in undo.statements { try replay.run(ddl: statement.sql) }
    } catch {
      // A key or check without a pre-check is violated, so nothing is tested.
      return .refused
    }
    for (table, rows) in zip(tables, before) {
      if let difference = Self.difference(of: table, rows, try content(of: table)) { return .changed(difference) }
    }
    return .restored
  }

  /// Whether no pre-check counts a row. A pre-check that fails counts as one that does.
  private func isPassed(_ script: MigrationScript) -> Bool {
    script.prechecks.allSatisfy { (try? replay.texts($0.query))?.first?.first == "0" }
  }

  /// Each row's key and values as SQL.
  private func content(of table: TableShape) throws -> [(key: String, values: [String])] {
    let columns = table.columns.map { "quote(\(SQLText.identifier($0.name)))" }
    // A rowid that isn't a key can change.
    let isKeyless = table.table.primaryKey.isEmpty
    let key = (isKeyless ? table.columns.map(\.name) : table.table.primaryKey).map(SQLText.identifier)
    let order = key.map { "quote(\($0))" }.joined(separator: " || ',' || ")
    return try replay.texts(
      "SELECT \(order), \(columns.joined(separator: ", ")) FROM \(SQLText.identifier(table.name)) ORDER BY 1"
    ).map { row in (row[0] ?? "", row.dropFirst().map { $0 ?? "" }) }
  }

  private static func difference(
    of table: TableShape, _ before: [(key: String, values: [String])], _ after: [(key: String, values: [String])]
  ) -> String? {
    for (old, new) in zip(before, after) where old.values != new.values {
      guard let place = old.values.indices.first(where: { old.values[$0] != new.values[$0] }) else { continue }
      return "'\(table.name).\(table.columns[place].name)' is \(old.values[place]) before the migration, and "
        + "\(new.values[place]) after the undo"
    }
    return before.count == after.count
      ? nil : "'\(table.name)' has \(before.count) rows before the migration, and \(after.count) after the undo"
  }
}
