import CSQLite
import PostilCatalog
import PostilQuery

/// A database in memory in which migrations are run to see what they make.
///
/// References are not enforced in it and pre-checks are not asked, for there are no rows but those that migrations insert.
package final class MigrationReplay {
  private let connection: SQLiteConnection
  /// Whether anything has run.
  private(set) var isEmpty = true

  /// An empty database in memory.
  /// - Throws: ``DatabaseError``
  package init() throws {
    connection = try SQLiteConnection(
      path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, options: SQLiteOptions(), tables: [:])
    guard try connection.setForeignKeys(false) else { throw MigrationError.foreignKeysNotSet(name: "replay") }
  }

  deinit { connection.close() }

  /// Runs a migration behind those that ran before.
  /// - Throws: ``MigrationError/statementFailed(name:line:sql:reason:)``; nothing of the migration is kept then.
  package func run(_ script: MigrationScript) throws {
    isEmpty = false
    let serial = try connection.beginWrite()
    do {
      for statement in script.statements {
        do {
          try connection.runOnce(statement.sql)
        } catch {
          throw MigrationError.statementFailed(
            name: script.name, line: statement.line, sql: statement.sql, reason: error)
        }
      }
      guard connection.openSerial == serial else { return }
      _ = try connection.commit()
      try connection.run("PRAGMA legacy_alter_table = OFF")
    } catch {
      connection.rollBack()
      try? connection.run("PRAGMA legacy_alter_table = OFF")
      throw error
    }
  }

  /// Runs a migration behind those that ran before; not a checkpoint that comes behind what it stands for.
  package func advance(_ script: MigrationScript) throws {
    if script.replaces == nil || isEmpty { try run(script) }
  }

  /// The version of SQLite that runs them: 3040001 for 3.40.1.
  package static var libraryVersion: Int { Int(sqlite3_libversion_number()) }

  /// Runs a schema's statements.
  /// - Throws: ``DatabaseError``
  package func run(ddl: String) throws {
    isEmpty = false
    try connection.run(ddl)
  }

  /// The rows of a query, each column as text.
  /// - Throws: ``DatabaseError``
  package func texts(_ sql: String) throws -> [[String?]] { try connection.texts(sql, []) }

  /// What the database says of itself.
  package func catalog() throws -> DatabaseCatalog { try connection.catalog() }

  /// The objects of the database.
  package func objects() throws -> [SchemaObject] { try connection.objects() }

  /// The files in the order in which they are applied.
  /// - Throws: ``MigrationError/invalidFiles(problems:)``, ``MigrationError/noOrder(reason:)``
  package static func scripts(of migrations: SQLiteMigrations) throws -> [MigrationScript] {
    try MigrationPlan(migrations).entries.compactMap(\.script)
  }

  /// What these migrations make, in this order; a checkpoint behind what it stands for makes nothing new.
  package static func catalog(of scripts: [MigrationScript]) throws -> DatabaseCatalog {
    let replay = try MigrationReplay()
    for script in scripts { try replay.advance(script) }
    return try replay.catalog()
  }

  /// What these migrations make, in this order, behind each of them.
  package static func catalogs(of scripts: [MigrationScript]) throws -> [(name: String, catalog: DatabaseCatalog)] {
    let replay = try MigrationReplay()
    return try scripts.map { script in
      try replay.advance(script)
      return (script.name, try replay.catalog())
    }
  }

  /// What a schema's statements make.
  package static func catalog(ofDDL ddl: String) throws -> DatabaseCatalog {
    let replay = try MigrationReplay()
    try replay.run(ddl: ddl)
    return try replay.catalog()
  }
}
