/// The generated code for one source file.
struct SourceFile {
  var path: String
  var models: [ResolvedModel]
  var rawTypes: [ResolvedRawType]
  var embeddedStructs: [ResolvedEmbeddedStruct]
  var jsonTypes: [ResolvedJSONType]
  var graph: ModelGraph
  /// Models of other targets, with the relationships that this source adds to them.
  var guests: [ResolvedModel]

  init(_ path: String, in graph: ModelGraph) {
    self.path = path
    self.graph = graph
    models = graph.ownStructs.filter { $0.path == path }
    rawTypes = graph.rawTypes.filter { $0.path == path }
    embeddedStructs = graph.embeddedStructs.filter { $0.path == path }
    guests = graph.models.filter { $0.module != nil }.compactMap { model in
      var guest = model
      guest.relationships = model.relationships.filter { $0.declaringPath == path }
      return guest.relationships.isEmpty ? nil : guest
    }
    jsonTypes = graph.jsonTypes.filter { $0.path == path }
  }

  /// The modules that the code needs: those that the source imports, and those that the related models import, because
  /// their keys may have types from there.
  var imports: [String] {
    let targets = Set(models.flatMap(\.relationships).map(\.target))
    let related = graph.models.filter { targets.contains($0.swiftName) }
    return (models + related).flatMap(\.imports) + ["Postil"]
  }

  /// The file: a header, the imports and every section.
  func text() -> String {
    FileText.text(header: FileText.header(for: path), imports: imports, sections(names: names(imports: imports)))
  }

  func names(imports: [String]) -> RuntimeNames {
    RuntimeNames(declared: graph.declaredTypeNames, imports: imports, modules: graph.importedModules)
  }

  /// The code of the models, one section for each construct.
  func sections(names: RuntimeNames) -> [Code] {
    (models.map { Self.sections(of: $0, in: graph, names: names) }
      + guests.map { Self.relationships(ofGuest: $0, in: graph, names: names) }
      + [
        EmbeddedStructs(embeddedStructs, names: names).code, RawTypes(rawTypes, names: names).code,
        JSONPaths(jsonTypes, names: names).code,
      ]).separatedByBlanks()
  }

  /// The conformance and the other members of a model.
  private static func sections(of model: ResolvedModel, in graph: ModelGraph, names: RuntimeNames) -> [Code] {
    let context = ModelContext(model, in: graph, names: names)
    if model.isProjection { return [.conditional(model.conditions, ProjectionConformance(context).sections)] }
    if model.isView {
      let view = graph.schema.views.first { $0.name == model.table.name }
      return [.conditional(model.conditions, ViewConformance(context, view).sections)]
    }
    let queries = NamedQueries(context).code
    let members =
      [Draft(context).code, Columns(context).code, Changes(context).code]
      + model.relationships.map { relationship(RelationshipContext($0, of: context)) }
      + LazyColumn.sections(of: context)
      + (FullTextEmission(context).map { [section("fullText", $0.code)] } ?? [])
      + (queries.isEmpty ? [] : [section("Queries", queries)])
    let conformance = [ModelConformance(context).code(members: members)] + Secrets(context).code
    let sections = [[FileText.mark(model.swiftName)], conformance]
    return [.conditional(model.conditions, sections.separatedByBlanks())]
  }

  /// The relationships that this source adds to a model of another target, as extensions.
  private static func relationships(
    ofGuest model: ResolvedModel, in graph: ModelGraph, names: RuntimeNames
  ) -> [Code] {
    let context = ModelContext(model, in: graph, names: names)
    let columns = Code.type("nonisolated extension \(context.type).Columns") { Columns(context).relationships }
    let members =
      [RelationshipDescriptions(context).code]
      + model.relationships.map { relationship(RelationshipContext($0, of: context)) }
    let sections = [
      [FileText.mark(model.swiftName)], [columns], [context.extending { members.separatedByBlanks() }],
    ]
    return [.conditional(model.conditions, sections.separatedByBlanks())]
  }

  private static func relationship(_ context: RelationshipContext) -> [Code] {
    let code =
      switch context.relationship.kind {
      case .toOne: ToOne(context).code
      case .hasOne: HasOne(context).code
      case .hasMany: HasMany(context).code
      case .manyToMany: ManyToMany(context)?.code ?? []
      }
    let conditions = context.owner.conditions(of: context.relationship)
    return [
      .conditional(conditions, section(context.name, [code, RecursiveQueries(context).code].separatedByBlanks()))
    ]
  }

  static func section(_ title: String, _ code: [Code]) -> [Code] { [FileText.mark(title)] + code }
}
