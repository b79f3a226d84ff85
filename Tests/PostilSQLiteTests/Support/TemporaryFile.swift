import Foundation
import PostilQuery
import PostilSQLite

/// A folder of its own for a database file, removed when the test lets go of it.
final class TemporaryFile: Sendable {
  let folder: URL
  var path: String { folder.appendingPathComponent("tasks.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("postil-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    try? FileManager.default.removeItem(at: folder)
  }

  /// A store of the tasks schema in this file.
  func open(_ options: SQLiteOptions = SQLiteOptions()) throws -> SQLiteStore {
    try SQLiteStore(path: path, schema: TasksSchema.self, options: options)
  }
}
