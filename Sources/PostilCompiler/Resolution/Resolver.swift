import PostilSchema

/// Resolves annotated models to a graph of tables and relationships.
///
/// Each step needs the results of the previous ones: names, keys, columns, indexes and constraints, references and
/// relationships between models, the schema. A step continues after an error.
///
/// Its state isn't used outside this folder; later stages get a graph.
final class Resolver {
  let target: String
  let index: DeclarationIndex
  let report: DiagnosticReport
  let types: TypeResolver
  var models: [ModelState] = []
  var references: [ReferenceState] = []
  /// Join tables, and other tables of relationships that don't belong to a model.
  var relationshipTables: [Table] = []
  /// The names of tables and indexes, which must be distinct.
  var objectNames = NameRegister()
  /// The enums and identifier types that are stored in columns.
  var usedRawTypes: Set<String> = []
  /// The columns of properties with several columns.
  var layouts = ColumnLayouts()
  /// The index of each model by its name.
  let modelIndex: [String: Int]
  let imports: [String: [String]]

  /// Resolves the models of a target.
  /// - Parameter trees: every file that could be read, sorted by path.
  /// - Returns: the graph, which is complete only if no error was reported.
  static func graph(
    of models: [AnnotatedModel], target: String, trees: [SourceTree], index: DeclarationIndex, report: DiagnosticReport
  ) -> ModelGraph {
    Resolver(target: target, trees: trees, models: models, index: index, report: report).resolve()
  }

  private init(
    target: String, trees: [SourceTree], models: [AnnotatedModel], index: DeclarationIndex, report: DiagnosticReport
  ) {
    self.target = target
    self.index = index
    self.report = report
    types = TypeResolver(
      index: index, models: models.filter(\.isTable), target: target, imports: trees.flatMap(\.imports))
    imports = Dictionary(trees.map { ($0.path, $0.imports) }, uniquingKeysWith: { first, _ in first })
    modelIndex = Dictionary(models.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.models = models.map { source in
      ModelState(source: source, tableName: SnakeCase.tableName(source.localName))
    }
  }

  /// Runs every step.
  private func resolve() -> ModelGraph {
    checkStructs()
    checkViews()
    checkProjections()
    readExistingTables()
    nameTables()
    for model in models.indices { resolveProperties(of: model) }
    resolveRenames()
    resolveRenamedCases()
    for model in models.indices { resolveFilledColumns(of: model) }
    for model in models.indices where models[model].isTable { resolveKey(of: model) }
    for model in models.indices where models[model].isTable { resolveConstraints(of: model) }
    for model in models.indices where models[model].isTable { resolveTriggers(of: model) }
    for model in models.indices where models[model].isTable { resolveFullText(of: model) }
    resolveReferences()
    resolveRelationships()
    for model in models.indices where models[model].isTable { resolveExclusions(of: model) }
    checkRelationshipNames()
    resolveMembers()
    for model in models.indices { resolveJointDeletion(of: model) }
    checkFullTextRelationships()
    for model in models.indices where models[model].isTable { indexForeignKeys(of: model) }
    for model in models.indices { checkExistingTable(of: model) }
    for model in models.indices { resolveDisplay(of: model) }
    let queries = declaredQueries()
    return graph(queries)
  }
}
