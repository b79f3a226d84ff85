import Foundation

/// The targets that `swift package postil` passes, each with exactly the sources that are compiled. A folder may also
/// contain files that the manifest excludes.
///
///     [{"name": "Tasks", "folder": "/tmp/package/Sources/Tasks", "files": ["/tmp/package/Sources/Tasks/Item.swift"],
///       "isDependency": false}]
package struct TargetList: Codable {
  private struct Entry: Codable {
    var name: String
    var folder: String
    var files: [String]
    var isDependency: Bool
  }

  private var entries: [Entry]

  package init(from decoder: any Decoder) throws {
    entries = try decoder.singleValueContainer().decode([Entry].self)
  }

  /// The list of these targets, with absolute paths, for another program.
  package init(_ targets: [SourceTarget]) {
    func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
    entries = targets.map {
      Entry(
        name: $0.name, folder: absolute($0.folder), files: $0.files.map(absolute), isDependency: $0.isDependency)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(entries)
  }

  /// Reads a list from a file.
  /// - Throws: ``Misuse`` if it can't be read.
  package static func targets(in path: String) throws -> [SourceTarget] {
    guard let list = try? JSONDecoder().decode(TargetList.self, from: Data(try SwiftFiles.read(path))) else {
      throw Misuse("'\(path)' is not a list of targets")
    }
    return list.entries.map {
      SourceTarget(
        name: $0.name, folder: shown($0.folder), isDependency: $0.isDependency, files: $0.files.map(shown))
    }
  }

  /// The path as a user would type it: relative to the current folder if it is inside. SwiftPM runs plugins in the
  /// package's folder, which isn't the current folder if `--package-path` is used.
  private static func shown(_ path: String) -> String {
    let folder = FileManager.default.currentDirectoryPath
    guard ProcessInfo.processInfo.environment["PWD"] == folder, path.hasPrefix(folder + "/") else { return path }
    return String(path.dropFirst(folder.count + 1))
  }
}
