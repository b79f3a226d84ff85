import Foundation

/// The output paths of generated code: `Item+Postil.swift` for a source that contains a model when the build is
/// planned, and `TasksSchema.swift` for the rest of the target.
struct OutputNames {
  /// In the order of the sources.
  var models: [(source: URL, output: URL)]
  var schema: URL

  var all: [URL] { models.map(\.output) + [schema] }

  init(of sources: [URL], module: String, root: URL, folder: URL) {
    var taken = Set(sources.map { $0.lastPathComponent.lowercased() })
    func output(_ candidates: [String]) -> URL {
      let name = candidates.first { taken.insert($0.lowercased()).inserted } ?? candidates[candidates.count - 1]
      return folder.appending(path: name, directoryHint: .notDirectory)
    }
    schema = output(["\(module)Schema.swift", "\(module)Schema+Postil.swift"])
    models = sources.filter(ModelSource.couldHoldModel).map { source in
      let name = source.deletingPathExtension().lastPathComponent
      return (source, output(["\(name)+Postil.swift", "\(Self.path(of: source, in: root))+Postil.swift"]))
    }
  }

  /// `Shop-Orders-Item` for `Shop/Orders/Item.swift`, if another folder also has an `Item.swift`.
  private static func path(of source: URL, in root: URL) -> String {
    let path = source.deletingPathExtension().pathComponents.dropFirst(root.pathComponents.count)
    return path.joined(separator: "-")
  }
}
