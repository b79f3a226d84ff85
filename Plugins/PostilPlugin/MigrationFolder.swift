import Foundation
import PackagePlugin

/// The folder `Migrations` of a target, whose files are embedded in its schema.
enum MigrationFolder {
  /// The SQL files directly in the folder, sorted by name. All of them are inputs of the build, including undo files,
  /// which aren't embedded, because SwiftPM warns about files that no plugin handles.
  static func files(of module: SwiftSourceModuleTarget) -> [URL] { files(of: module, endingIn: ".sql") }

  /// The files that declare steps in Swift. They are inputs for the same reason, but `postilc` doesn't read them.
  static func steps(of module: SwiftSourceModuleTarget) -> [URL] { files(of: module, endingIn: ".step") }

  private static func files(of module: SwiftSourceModuleTarget, endingIn suffix: String) -> [URL] {
    let folder = module.directoryURL.appending(path: "Migrations", directoryHint: .isDirectory)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.lowercased().hasSuffix(suffix) && !$0.hasPrefix(".") }.sorted()
      .map { folder.appending(path: $0, directoryHint: .notDirectory) }
  }
}
