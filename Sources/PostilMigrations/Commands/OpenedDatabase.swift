import PostilQuery
import PostilSQLite

/// The file cannot be used as a database at all.
package struct UnusableDatabase: Error, Sendable {
  /// Why, in SQLite's words.
  package let reason: String
}

/// A database that a command works on.
enum OpenedDatabase {
  /// Opens the database for a while.
  /// - Throws: ``MigrationRefusal`` where its migrations stand in the way, ``UnusableDatabase`` where it cannot be read or
  ///   written.
  static func with<Value>(
    _ path: String, migrations: SQLiteMigrations, isReadOnly: Bool = false,
    _ body: (MigrationDatabase) throws -> Value
  ) throws -> Value {
    do {
      let database = try MigrationDatabase(path: path, migrations: migrations, isReadOnly: isReadOnly)
      defer { database.close() }
      return try body(database)
    } catch let error as MigrationError {
      throw MigrationRefusal("\(error)", at: path)
    } catch let error as SchemaMismatch {
      throw MigrationRefusal("\(error)", at: path)
    } catch let error as DatabaseError {
      throw UnusableDatabase(reason: "\(error)")
    }
  }
}
