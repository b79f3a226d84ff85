/// Reads the files of a target into trees.
enum SourceReader {
  /// - Returns: the trees of all files that could be read, sorted by path.
  static func read(_ sources: [CompilerPipeline.Source], report: DiagnosticReport) -> [SourceTree] {
    sources.sorted { $0.path < $1.path }.compactMap { source in
      do throws(SyntaxProblem) {
        return try parseSource(path: source.path, bytes: source.bytes)
      } catch {
        // Errors in a file without annotations are left to the Swift compiler; its types are then unknown.
        if isAnnotated(source.bytes) {
          report.error(error.message, at: SourcePlace(path: source.path, position: error.position))
        }
        return nil
      }
    }
  }

  /// The marks of models. A file without any of them has no models.
  static let modelMarks = ["@table", "@view(", "@projection"]

  /// Whether the bytes contain one of the marks.
  static func isAnnotated(_ bytes: [UInt8]) -> Bool { modelMarks.contains { contains($0, in: bytes) } }

  private static func contains(_ word: String, in bytes: [UInt8]) -> Bool {
    let word = Array(word.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      guard buffer.count >= word.count else { return false }
      var index = 0
      let end = buffer.count - word.count
      while index <= end {
        if buffer[index] == word[0], (1..<word.count).allSatisfy({ buffer[index + $0] == word[$0] }) { return true }
        index += 1
      }
      return false
    }
  }
}

/// Finds the files of other targets that the models' files import.
enum ImportedTargets {
  /// Modules without models.
  static let modulesWithoutModels: Set<String> = [
    "Postil", "PostilSyncModels", "Swift", "Foundation", "FoundationEssentials", "Dispatch", "Glibc", "Darwin", "Musl",
  ]

  /// Reads the dependencies that files with models import, directly or through other dependencies' files with models.
  ///
  /// - Returns: their trees, each with the name of its module, sorted by module and path.
  static func read(
    _ dependencies: [CompilerPipeline.Dependency], importedBy own: [SourceTree], report: DiagnosticReport
  ) -> [SourceTree] {
    let byModule = Dictionary(dependencies.map { ($0.module, $0) }, uniquingKeysWith: { first, _ in first })
    var trees: [String: [SourceTree]] = [:]
    var open = importedModules(of: own)
    while let module = open.popLast() {
      guard trees[module] == nil, let dependency = byModule[module] else { continue }
      let read = SourceReader.read(dependency.sources, report: report).map { tree in
        var tree = tree
        tree.module = module
        return tree
      }
      trees[module] = read
      open += importedModules(of: read)
    }
    return trees.keys.sorted().flatMap { trees[$0] ?? [] }
  }

  private static func importedModules(of trees: [SourceTree]) -> [String] {
    trees.filter(holdsModel).flatMap(\.imports)
  }

  private static func holdsModel(_ tree: SourceTree) -> Bool { tree.types.contains(where: holdsModel) }

  private static func holdsModel(_ type: TypeDeclaration) -> Bool {
    let comments = type.comments.leading + type.comments.trailing + type.looseComments
    return comments.contains { ModelMarks.all.contains(where: $0.text.contains) }
      || type.types.contains(where: holdsModel)
  }
}
