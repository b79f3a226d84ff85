import Foundation
import PostilCompiler

/// The stages of an import of a Core Data or SwiftData store, or of `@Model` classes without one:
/// store and model -> entities -> plans -> structs -> rows.
package struct StoreImport {
  /// The result of an import.
  package struct Result {
    /// In the order of the entities, then the types that they use.
    package var files: [DatabaseImport.Result.File] = []
    /// What couldn't be expressed or decoded, one line each.
    package var warnings: [String] = []
    /// The new tables with the number of their rows; empty without a copy.
    package var copied: [(table: String, rows: Int)] = []
  }

  /// The target that the files will belong to.
  package var target: String
  /// A `.xcdatamodeld`, or Swift files with `@Model` classes: the paths and contents.
  package var dataModel: String?
  package var sources: [CompilerPipeline.Source] = []

  package init(target: String) { self.target = target }

  /// Whether a path names a model of Xcode's model editor.
  package static func isDataModel(_ path: String) -> Bool { DataModelFile.matches(path) }

  /// Imports a store without changing it.
  /// - Parameters:
  ///   - copy: the new file for the rows; `nil` to write structs only.
  ///   - progress: called with a table, the number of its rows that were copied, and the number of all of them.
  /// - Throws: ``ImportError``
  package func run(
    store path: String, copy: String?, progress: StoreCopy.Progress = { _, _, _ in }
  ) throws -> Result {
    do {
      let file = try StoreFile(path)
      let layout = try StoreLayout(file.database)
      let given = try model(fitting: layout, file.database)
      let model = try StoreModel.completing(given, layout, file.database)
      let binding = try StoreBinding(model, layout, file.database)
      // Otherwise the rows of some table would belong to no struct.
      if let entity = layout.entities.first(where: { model.root(of: $0.name) != layout.root(of: $0.name) }) {
        throw ImportError(
          "the model doesn't fit '\(path)': '\(entity.name)' inherits from '\(model.root(of: entity.name))' in the model, and "
            + "its rows are in the table of '\(layout.root(of: entity.name))'; pass the version of the model that wrote the store"
        )
      }
      let store = EntityPlanner.Store(
        layout: layout, binding: binding, rows: StoreRows(database: file.database),
        files: ExternalFiles(folder: file.externalData))
      var planner = EntityPlanner(model, store: store, isGuess: given == nil, target: target)
      try planner.plan()
      var (result, graph) = try written(planner, from: path)
      if let copy {
        var copier = StoreCopy(graph: graph, plans: planner.plans, store: store)
        result.copied = try copier.run(to: copy, progress: progress)
        result.warnings += copier.warnings
      }
      return result
    } catch let error as ScratchDatabase.Failure {
      throw ImportError("cannot read '\(path)': \(error.message)")
    }
  }

  /// Writes structs for `@Model` classes.
  /// - Throws: ``ImportError``
  package func run() throws -> Result {
    let model = try ModelSources(sources).model
    guard !model.entities.isEmpty else {
      throw ImportError("the sources declare no class with '@Model'")
    }
    var planner = EntityPlanner(model, store: nil, isGuess: false, target: target)
    try planner.plan()
    return try written(planner, from: "SwiftData").0
  }

  /// The model of the application: of several versions, the one whose properties fit the columns of the store best.
  private func model(fitting layout: StoreLayout, _ database: ScratchDatabase) throws -> EntityModel? {
    if let dataModel {
      let versions = try DataModelFile(path: dataModel).versions
      let scored = try versions.map { version in
        let binding = try StoreBinding(version, layout, database)
        let missing = layout.entities.count { version.entity($0.name) == nil }
        return (version, missing * 1000 + binding.missing + binding.unbound.values.reduce(0) { $0 + $1.count })
      }
      return scored.min { $0.1 < $1.1 }?.0
    }
    guard !sources.isEmpty else { return nil }
    let model = try ModelSources(sources).model(for: layout)
    guard !model.entities.isEmpty else { throw ImportError("the sources declare no class with '@Model'") }
    return model
  }

  /// The files of the plans, which are compiled.
  private func written(_ planner: EntityPlanner, from source: String) throws -> (Result, ModelGraph) {
    var result = Result(warnings: planner.warnings)
    let types = planner.model.types.filter { planner.usedTypes.contains($0.name) }
    let shape = TypeShape(planner.model)
    // Columns need types that are 'Sendable'. The compiler derives 'Hashable' of an enum without associated values.
    func text(_ type: SourceType) -> String {
      let isPlain = type.isEnum && !type.hasAssociatedValues
      return type.text(adding: (isPlain || !shape.isHashable(type.name) ? [] : ["Hashable"]) + ["Sendable"])
    }
    for plan in planner.plans {
      var value = plan.value
      for type in types where type.container.map({ planner.model.root(of: $0) }) == plan.root {
        value.declarations.append(text(type).split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        value.imports = Set(value.imports + type.imports).sorted()
      }
      if planner.isGuess {
        value.remarks.append(
          "the store contains the names of properties only in capitals, and no delete rules or defaults; pass the '.xcdatamodeld' or the "
            + "sources of the '@Model' classes to import them")
        value.remarks.append("a property is optional if some row has no value, or if there are no rows")
      }
      result.files.append(DatabaseImport.Result.File(name: "\(value.name).swift", text: StructFile(value).text))
    }
    for type in types where type.container == nil {
      let imports = Set(type.imports + ["Foundation"]).sorted().map { "import \($0)\n" }.joined()
      result.files.append(DatabaseImport.Result.File(name: "\(type.name).swift", text: "\(imports)\n\(text(type))\n"))
    }
    let compiled = CompilerPipeline(target: target).run(
      sources: result.files.map { CompilerPipeline.Source(path: $0.name, bytes: Array($0.text.utf8)) })
    guard let graph = compiled.graph else {
      let lines = compiled.diagnostics.flatMap(\.lines)
      throw ImportError(
        "the structs for '\(source)' do not compile, which is a bug in 'postil import':\n"
          + lines.joined(separator: "\n"))
    }
    return (result, graph)
  }
}
