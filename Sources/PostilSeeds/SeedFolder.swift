import Foundation
import PostilSources

extension SeedFile {
  /// The JSON files in the folders `Seeds` of targets, sorted by their names.
  /// - Throws: `Misuse` if there is none, or one can't be read.
  package static func all(of targets: [SourceTarget]) throws -> [SeedFile] {
    let folders = targets.filter { !$0.isDependency }.map(\.seedFolder)
    let files = try folders.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return try names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
        .map { try SeedFile(reading: "\(folder)/\($0)") }
    }
    guard !files.isEmpty else {
      let list = folders.map { "'\($0)'" }.joined(separator: ", ")
      throw Misuse(
        "there are no seed files in \(list); add one, such as '\(folders.first ?? "Seeds")/demo.json', or pass files")
    }
    return files
  }

  /// - Throws: `Misuse` if the file can't be read.
  package init(reading path: String) throws { self.init(path: path, bytes: try SwiftFiles.read(path)) }
}

extension SourceTarget {
  /// The folder of its seed files, which may not exist.
  package var seedFolder: String { (folder == "." ? "" : folder + "/") + "Seeds" }
}
