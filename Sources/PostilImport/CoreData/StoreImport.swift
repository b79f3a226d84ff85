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
    /// The number of values that were compared with those of the store.
    package var values = 0
  }

  /// The target that the files will belong to.
  package var target: String
  /// A `.xcdatamodeld`, or Swift files with `@Model` classes: the paths and contents.
  package var dataModel: String?
  package var sources: [CompilerPipeline.Source] = []
  /// The columns of `--columns`.
  package var columns = StatedColumns()

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
      try columns.check(given ?? EntityModel(), layout)
      let completed = try StoreModel(completing: given, layout, file.database, columns)
      let model = completed.model
      if !completed.questions.isEmpty { throw ImportError(completed.questions.joined(separator: "\n")) }
      let binding = try StoreBinding(model, layout, file.database, stated: completed.stated)
      // Otherwise the rows of some table would belong to no struct.
      if let entity = layout.entities.first(where: { model.root(of: $0.name) != layout.root(of: $0.name) }) {
        throw ImportError(
          "the model doesn't fit '\(path)': '\(entity.name)' inherits from '\(model.root(of: entity.name))' in the model, and "
            + "its rows are in the table of '\(layout.root(of: entity.name))'; pass the version of the model that wrote the store"
        )
      }
      let store = EntityPlanner.Store(
        layout: layout, binding: binding, stated: columns, rows: StoreRows(database: file.database),
        files: ExternalFiles(folder: file.externalData))
      var planner = EntityPlanner(model, store: store, isGuess: given == nil, target: target)
      try planner.plan()
      if !planner.problems.isEmpty { throw ImportError(planner.problems.joined(separator: "\n")) }
      var (result, graph) = try written(planner, from: path)
      if let copy {
        var copier = StoreCopy(graph: graph, plans: planner.plans, store: store)
        result.copied = try copier.run(to: copy, progress: progress)
        result.values = copier.values
        result.warnings += copier.warnings
      }
      return result
    } catch let error as ScratchDatabase.Failure {
      throw ImportError("cannot read '\(path)': \(error.message)")
    }
  }

  /// Writes structs for `@Model` classes, or for the model of Xcode's model editor: those of the newest or the current version.
  /// - Throws: ``ImportError``
  package func run() throws -> Result {
    let model = try dataModel.map { try DataModelFile(path: $0).versions[0] } ?? ModelSources(sources).model
    guard !model.entities.isEmpty else {
      throw ImportError(dataModel.map { "'\($0)' has no entities" } ?? "the sources declare no class with '@Model'")
    }
    var planner = EntityPlanner(model, store: nil, isGuess: false, target: target)
    try planner.plan()
    return try written(planner, from: dataModel ?? "SwiftData").0
  }

  /// The model of the application: of several versions, the one whose properties fit the columns of the store best.
  private func model(fitting layout: StoreLayout, _ database: ScratchDatabase) throws -> EntityModel? {
    func best(_ versions: [EntityModel]) throws -> Int {
      let scores = try versions.map { version in
        let binding = try StoreBinding(version, layout, database, stated: columns)
        let missing = layout.entities.count { version.entity($0.name) == nil }
        return missing * 1000 + binding.missing + binding.unbound.values.reduce(0) { $0 + $1.count }
      }
      return scores.indices.min { scores[$0] < scores[$1] } ?? 0
    }
    if let dataModel {
      let versions = try DataModelFile(path: dataModel).versions
      return versions[try best(versions)]
    }
    if sources.isEmpty { return nil }
    let model = try ModelSources(sources) { try best($0.map { $0.model(for: layout) }) }.model(for: layout)
    guard !model.entities.isEmpty else { throw ImportError("the sources declare no class with '@Model'") }
    return model
  }

  /// The files of the plans, which are compiled.
  func written(_ planner: EntityPlanner, from source: String) throws -> (Result, ModelGraph) {
    var result = Result(warnings: planner.warnings)
    let types = try CopiedTypes(planner.model, used: planner.usedTypes)
    for plan in planner.plans {
      var value = plan.value
      for type in types.units where type.container.map({ planner.model.root(of: $0) }) == plan.root {
        value.declarations.append(types.lines(of: type))
        value.imports = Set(value.imports + types.imports(of: type)).sorted()
        value.remarks += types.remarks(about: type)
      }
      if planner.isGuess {
        value.remarks.append(
          "the store contains the names of properties only in capitals, and no delete rules or defaults; pass the '.xcdatamodeld' or the "
            + "sources of the '@Model' classes to import them")
        value.remarks.append("a property is optional if some row has no value, or if there are no rows")
      }
      result.files.append(DatabaseImport.Result.File(name: "\(value.name).swift", text: StructFile(value).text))
    }
    for type in types.units where type.container == nil { result.files.append(types.file(of: type)) }
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
