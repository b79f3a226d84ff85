import PostilQuery
import PostilSQLite

/// The file can't be used as a database.
package struct UnusableDatabase: Error, Sendable {
  /// SQLite's message.
  package let reason: String
}

/// A database that a command works on.
enum OpenedDatabase {
  /// Opens the database, runs the body and closes it.
  /// - Throws: ``MigrationRefusal`` if its migrations prevent that, ``UnusableDatabase`` if it can't be read or written.
  static func with<Value>(
    _ path: String, migrations: SchemaMigrations, isReadOnly: Bool = false,
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
