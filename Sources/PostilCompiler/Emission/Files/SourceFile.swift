/// What is generated for one source: its models and the raw types declared beside them.
struct SourceFile {
  var path: String
  var models: [ResolvedModel]
  var rawTypes: [ResolvedRawType]
  var graph: ModelGraph

  init(_ path: String, in graph: ModelGraph) {
    self.path = path
    self.graph = graph
    models = graph.models.filter { $0.path == path }
    rawTypes = graph.rawTypes.filter { $0.path == path }
  }

  /// The modules that the code needs.
  var imports: [String] { models.flatMap(\.imports) + ["Postil"] }

  /// The file: a header, the imports and every section.
  func text() -> String {
    FileText.text(header: FileText.header(for: path), imports: imports, sections(names: names(imports: imports)))
  }

  func names(imports: [String]) -> RuntimeNames { RuntimeNames(declared: graph.declaredTypeNames, imports: imports) }

  /// The code of the models, a section a construct.
  func sections(names: RuntimeNames) -> [Code] {
    (models.map { Self.sections(of: $0, in: graph, names: names) }
      + [RawTypes(rawTypes, names: names).code]).separatedByBlanks()
  }

  private static func sections(of model: ResolvedModel, in graph: ModelGraph, names: RuntimeNames) -> [Code] {
    let context = ModelContext(model, in: graph, names: names)
    let sections =
      [
        [FileText.mark(model.swiftName), .blank, ModelConformance(context).code],
        [FileText.mark("\(model.swiftName).Draft"), .blank, Draft(context).code],
        [FileText.mark("\(model.swiftName) in queries"), .blank, Columns(context).code],
      ] + model.relationships.map { relationship(RelationshipContext($0, of: context)) }
    return [.conditional(model.conditions, sections.separatedByBlanks())]
  }

  private static func relationship(_ context: RelationshipContext) -> [Code] {
    let code: Code?
    switch context.relationship.kind {
    case .toOne: code = ToOne(context).code
    case .hasOne: code = HasOne(context).code
    case .hasMany: code = HasMany(context).code
    case .manyToMany: code = ManyToMany(context)?.code
    }
    guard let code else { return [] }
    return [
      .conditional(
        context.owner.conditions(of: context.relationship),
        [FileText.mark("\(context.owner.type).\(context.name)"), .blank, code])
    ]
  }
}
