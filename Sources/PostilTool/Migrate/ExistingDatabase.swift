import Foundation
import PostilMigrations

/// A database that somebody names.
enum ExistingDatabase {
  /// - Throws: ``Misuse`` where there is no file: opening it would make one.
  static func check(_ path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Misuse("there is no database '\(path)'")
    }
    guard !isFolder.boolValue else { throw Misuse("'\(path)' is a folder, and no database") }
  }
}

/// Runs what reads or writes a database.
/// - Throws: ``Misuse`` where SQLite cannot open or read it; refusals as they are.
func reportingDatabaseErrors<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let error as UnusableDatabase {
    throw Misuse("'\(path)': \(error.reason)")
  }
}
