import PostilEvolution

/// A database in memory that runs migrations to find out their result.
///
/// Foreign keys aren't enforced and pre-checks aren't run, because the only rows are those that migrations insert.
package final class MigrationReplay {
  package let connection: SQLiteConnection
  /// Whether nothing has run.
  private(set) var isEmpty = true

  /// An empty database in memory.
  /// - Throws: ``DatabaseError``
  package init() throws {
    connection = try SQLiteConnection(path: ":memory:")
    guard try connection.setForeignKeys(false) else { throw MigrationError.foreignKeysNotSet(name: "replay") }
  }

  deinit { connection.close() }

  /// Runs a migration.
  /// - Throws: ``MigrationError/statementFailed(name:line:sql:reason:)``, and the migration is rolled back.
  package func run(_ script: MigrationScript) throws {
    isEmpty = false
    for statement in script.statements { try connection.addStandIns(for: statement.sql) }
    let serial = try connection.beginWrite()
    defer { try? connection.run("PRAGMA legacy_alter_table = OFF") }
    do {
      for statement in script.statements {
        do {
          try connection.runOnce(statement.sql)
        } catch {
          throw MigrationError.statementFailed(
            name: script.name, line: statement.line, sql: statement.sql, reason: error)
        }
      }
      if connection.openSerial == serial { _ = try connection.commit() }
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Runs a migration, except a checkpoint after the migrations that it replaces.
  package func advance(_ script: MigrationScript) throws {
    if script.replaces == nil || isEmpty { try run(script) }
  }

  /// Runs the statements of a schema.
  /// - Throws: ``DatabaseError``
  package func run(ddl: String) throws {
    isEmpty = false
    try connection.addStandIns(for: ddl)
    try connection.run(ddl)
  }

  func objects() throws -> [SchemaObject] { try connection.objects() }
}
