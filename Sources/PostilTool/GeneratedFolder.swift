import Foundation
import PostilCompiler
import PostilSources

/// A folder of generated files.
struct GeneratedFolder {
  private let folder: URL

  init(_ folder: URL) { self.folder = folder }

  /// Writes the files that changed, and removes generated files that are no longer in the list.
  /// - Throws: ``Misuse`` if a file can't be written or removed.
  func write(_ files: [GeneratedFile]) throws {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for file in files {
        let url = folder.appending(path: file.name)
        let bytes = Data(file.text.utf8)
        if (try? Data(contentsOf: url)) != bytes { try bytes.write(to: url, options: .atomic) }
      }
      let names = Set(files.map(\.name))
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !names.contains(name) {
        try removeIfGenerated(name)
      }
    } catch {
      throw Misuse("cannot write to '\(folder.relativePath)': \(error.localizedDescription)")
    }
  }

  private func removeIfGenerated(_ name: String) throws {
    guard name.hasSuffix("+Postil.swift") || name.hasSuffix("Schema.swift") else { return }
    let url = folder.appending(path: name)
    guard let text = try? String(contentsOf: url, encoding: .utf8), text.hasPrefix(GeneratedFile.mark) else { return }
    try FileManager.default.removeItem(at: url)
  }
}
