import Foundation
import PostilMigrations
import PostilSources

/// A database file passed on the command line.
enum ExistingDatabase {
  /// - Throws: ``Misuse`` if the file doesn't exist: opening it would create it.
  static func check(_ path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Misuse("database '\(path)' doesn't exist")
    }
    guard !isFolder.boolValue else { throw Misuse("'\(path)' is a folder, not a database") }
  }
}

/// Runs code that reads or writes a database.
/// - Throws: ``Misuse`` if SQLite can't open or read the database. Refusals are passed on.
func reportingDatabaseErrors<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let error as UnusableDatabase {
    throw Misuse("'\(path)': \(error.reason)")
  }
}
