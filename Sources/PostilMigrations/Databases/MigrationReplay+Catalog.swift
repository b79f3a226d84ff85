import CSQLite
import PostilCatalog
import PostilEvolution
import PostilSQLite

extension MigrationReplay {
  /// The version of SQLite that runs the migrations: 3040001 for 3.40.1.
  package static var libraryVersion: Int { Int(sqlite3_libversion_number()) }

  /// The rows of a query, each column as text.
  /// - Throws: `DatabaseError`
  package func texts(_ sql: String) throws -> [[String?]] { try connection.nullableRows(sql) }

  /// The tables and views, without the migration table.
  package func catalog() throws -> DatabaseCatalog { try connection.catalog() }

  /// The result of these migrations, in this order.
  package static func catalog(of scripts: [MigrationScript]) throws -> DatabaseCatalog {
    let replay = try MigrationReplay()
    for script in scripts { try replay.advance(script) }
    return try replay.catalog()
  }

  /// The result of a schema's statements.
  package static func catalog(ofDDL ddl: String) throws -> DatabaseCatalog {
    let replay = try MigrationReplay()
    try replay.run(ddl: ddl)
    return try replay.catalog()
  }
}
