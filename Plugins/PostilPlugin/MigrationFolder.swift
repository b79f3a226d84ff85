import Foundation

/// The files in the folder `Migrations` of a target, which are embedded in its schema.
struct MigrationFolder {
  /// The SQL files, sorted by name. All of them are inputs of the build, including undo files, which aren't embedded, because SwiftPM
  /// warns about files that no plugin handles.
  let files: [URL]
  /// The files for the tool: steps in Swift, and recorded schemas. They are inputs for the same reason, but `postilc` doesn't read them.
  let steps: [URL]

  init(of files: [URL]) {
    func named(_ suffix: String) -> [URL] {
      files.filter { $0.lastPathComponent.lowercased().hasSuffix(suffix) && !$0.lastPathComponent.hasPrefix(".") }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
    self.files = named(".sql")
    steps = named(".step") + named(".schema.json")
  }

  /// - Parameter target: the folder of a target. The files are directly in its folder `Migrations`.
  init(_ target: URL) {
    let folder = target.appending(path: "Migrations", directoryHint: .isDirectory)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    self.init(of: names.map { folder.appending(path: $0, directoryHint: .notDirectory) })
  }
}
