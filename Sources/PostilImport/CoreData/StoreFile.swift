import Foundation
import PostilCompiler

/// A copy of a Core Data or SwiftData store. The store itself is never opened, because SQLite creates and changes files beside a
/// database with a write-ahead log even when it only reads.
final class StoreFile {
  let path: String
  let database: ScratchDatabase
  private let folder: URL

  /// The folder of the values that are stored in files.
  let externalData: URL

  /// - Throws: ``ImportError`` if the file isn't such a store.
  init(_ path: String) throws(ImportError) {
    self.path = path
    let store = URL(fileURLWithPath: path)
    let stem = store.deletingPathExtension().lastPathComponent
    externalData = store.deletingLastPathComponent().appending(path: ".\(stem)_SUPPORT/_EXTERNAL_DATA")
    try Self.checkHeader(of: store, path)
    let folder = FileManager.default.temporaryDirectory.appending(path: "postil-import-\(UUID().uuidString)")
    self.folder = folder
    do {
      database = try Self.copy(store, to: folder)
      _ = try database.rows("SELECT count(*) FROM sqlite_schema")
      let tables = try database.run("SELECT upper(name) FROM sqlite_schema WHERE type = 'table'")
      guard tables.contains("Z_METADATA"), tables.contains("Z_PRIMARYKEY") else {
        throw ImportError(
          "'\(path)' is not a Core Data or SwiftData store, because it has no tables 'Z_METADATA' and 'Z_PRIMARYKEY'; "
            + "omit '--from coredata' to import any other SQLite database")
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)
      switch error {
      case let error as ImportError: throw error
      case let error as ScratchDatabase.Failure: throw ImportError("cannot read '\(path)': \(error.message)")
      default: throw ImportError("cannot copy '\(path)' to a temporary folder: \(error.localizedDescription)")
      }
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Source: SQLite, "Database File Format", section 1.3.
  private static func checkHeader(of store: URL, _ path: String) throws(ImportError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: store.path, isDirectory: &isFolder), !isFolder.boolValue,
      let handle = try? FileHandle(forReadingFrom: store)
    else { throw ImportError("cannot read '\(path)'") }
    defer { try? handle.close() }
    let header = (try? handle.read(upToCount: 16)) ?? Data()
    if header.starts(with: Data("SQLite format 3\0".utf8)) { return }
    let reason =
      header.isEmpty
      ? "is empty"
      : header.starts(with: Data("<?xml".utf8))
        ? "is an XML store; open it in the application and migrate it to an SQLite store with 'migratePersistentStore'"
        : "is not an SQLite database, or it is encrypted"
    throw ImportError("cannot read '\(path)': the file \(reason)")
  }

  /// Copies the database with its write-ahead log, which contains the latest changes.
  private static func copy(_ store: URL, to folder: URL) throws -> ScratchDatabase {
    let manager = FileManager.default
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = ["", "-wal", "-shm"].map { URL(fileURLWithPath: store.path + $0) }
    let before = files.prefix(2).map(state)
    for (file, ending) in zip(files, ["", "-wal", "-shm"]) where manager.fileExists(atPath: file.path) {
      let copy = folder.appending(path: "store.sqlite" + ending)
      try manager.copyItem(at: file, to: copy)
      try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
    }
    guard files.prefix(2).map(state) == before else {
      throw ImportError("the store was changed while it was copied; quit the application that uses it")
    }
    return try ScratchDatabase(reading: folder.appending(path: "store.sqlite").path)
  }

  /// The size and the time of the last change.
  private static func state(of file: URL) -> [String] {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    return [FileAttributeKey.size, .modificationDate].map { attributes?[$0].map { "\($0)" } ?? "" }
  }
}
