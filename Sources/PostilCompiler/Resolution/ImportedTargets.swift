/// The files of other targets that the models' own files import.
enum ImportedTargets {
  /// Reads the dependencies that a file with models imports, and those that such a dependency's files with models import.
  ///
  /// - Returns: Their trees, each with the name of its module, in the order of the modules' names and then of the paths.
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
