import Foundation

/// Finding and reading Swift files.
package enum SwiftFiles {
  /// The Swift files in a folder and its subfolders, sorted by path, without hidden ones; `nil` if the path is a file.
  /// - Throws: ``Misuse`` if the path doesn't exist.
  package static func inFolder(_ path: String) throws -> [String]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Misuse("'\(path)' doesn't exist")
    }
    guard isFolder.boolValue else { return nil }
    let base = path.hasSuffix("/") ? String(path.dropLast()) : path
    // An enumerator doesn't follow a folder that is a symbolic link.
    let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { base + "/" + $0 }
  }

  /// The bytes of a file.
  /// - Throws: ``Misuse`` if it can't be read.
  package static func read(_ path: String) throws -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw Misuse("cannot read '\(path)': \(error.localizedDescription)")
    }
  }

  /// The folder of a file, as a prefix for other file names.
  package static func folder(ofFile path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// `Tasks` for `Sources/Tasks`, and for `.` in that folder.
  package static func targetName(ofFolder path: String) -> String {
    moduleName(URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL.lastPathComponent)
  }

  /// The name of the folder that contains the file.
  package static func targetName(ofFile path: String) -> String {
    moduleName(URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().lastPathComponent)
  }

  /// A valid Swift module name: `my_tasks` for `my-tasks`.
  private static func moduleName(_ name: String) -> String {
    let identifier = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return identifier.first?.isNumber == true || identifier.isEmpty ? "_" + identifier : identifier
  }
}
