import Foundation
import PostilSQL

/// The database that a studio shows, and the models that describe it.
public struct StudioOptions: Sendable {
  /// The path of an SQLite file, or the URL of a PostgreSQL database.
  public var database: String
  /// The schema of a PostgreSQL database; `nil` for the first one of the search path.
  public var schema: String?
  /// Swift files, or folders that contain Swift files.
  public var paths: [String]
  /// A file with a list of targets, which `postil studio` writes; replaces `paths`.
  public var targetList: String?
  /// Whether nothing can be changed; `nil` decides: nothing can be changed if another process has the file open.
  public var isReadOnly: Bool?

  /// Creates options.
  public init(
    database: String, schema: String? = nil, paths: [String] = [], targetList: String? = nil, isReadOnly: Bool? = nil
  ) {
    (self.database, self.schema) = (database, schema)
    self.paths = paths
    self.targetList = targetList
    self.isReadOnly = isReadOnly
  }
}

/// A studio can't be opened: the models have errors, or the database can't be read.
public struct StudioFailure: Error, CustomStringConvertible {
  /// What is wrong; a line for each error in the models.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension StudioOptions {
  /// The port on which a studio of this database listens if it is free. It is the same each time, because a browser keeps links,
  /// settings and the history by port.
  public var port: Int { 20_000 + Int((UInt64(identity, radix: 16) ?? 0) % 10_000) }

  /// Identifies the database on this machine: the fingerprint of its path without links, or of its URL and schema.
  var identity: String {
    let name = isFile ? URL(fileURLWithPath: database).resolvingSymlinksInPath().path : "\(database) \(schema ?? "")"
    return Fingerprint.hexadecimal(of: name)
  }

  /// Whether the database is an SQLite file, not a server.
  var isFile: Bool { !["postgresql://", "postgres://"].contains(where: database.lowercased().hasPrefix) }

  /// - Throws: ``StudioFailure`` if the file doesn't exist.
  func checkFile() throws {
    var isFolder: ObjCBool = false
    guard isFile else { return }
    guard FileManager.default.fileExists(atPath: database, isDirectory: &isFolder), !isFolder.boolValue else {
      throw StudioFailure("the file '\(database)' doesn't exist")
    }
  }
}
