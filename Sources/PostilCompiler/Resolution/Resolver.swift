import PostilSchema

/// Turns annotated models into a graph of tables and relationships.
///
/// The steps follow one another because each needs what the one before found: names, then keys, then columns, then what
/// is made of columns, then references and relationships between models, then the schema. A step goes on after a
/// mistake; the graph is whole only when nothing was reported.
package final class Resolver {
  let target: String
  let index: DeclarationIndex
  let report: DiagnosticReport
  let types: TypeResolver
  package var models: [ModelState] = []
  var references: [ReferenceState] = []
  /// The `@hasMany` or `@hasOne` that follows a reference, by the reference's index.
  var claimed: [Int: BoundAnnotation] = [:]
  var joinTables: [Table] = []
  /// The tables that relationships need beside those of models and join tables.
  var auxiliaryTables: [Table] = []
  package var snippets: [SQLSnippet] = []
  /// The named queries of every struct, in the order of the source.
  var queries: [QueryState] = []
  /// The keys of the model that is being resolved, before they have names.
  var pendingKeys: [PendingKey] = []
  /// The names of tables and indexes, which share one space.
  var objectNames = NameRegister()
  /// Enums and identifier types that columns use.
  var usedRawTypes: Set<String> = []
  /// The former raw values of cases, by the names of enums.
  var renamedValues: [String: [RenamedValue]] = [:]
  /// Structs that models embed, by their names.
  var embeddedStructs: [String: ModelState] = [:]
  /// The structs that models of another target embed, at any depth, by the target.
  var structsEmbeddedElsewhere: [String: Set<String>] = [:]
  /// The keys of several columns that properties hold, by the model.
  var keyLayouts: [Int: ModelState] = [:]
  /// Models whose key of several columns a property holds.
  var heldIdentifiers: Set<Int> = []
  /// Embedded structs and keys that are being resolved, to notice circles.
  var openStructs: Set<String> = []
  /// The index of each model by its name.
  let modelIndex: [String: Int]
  let imports: [String: [String]]

  /// - Parameter trees: every file that could be read, sorted by path.
  init(target: String, trees: [SourceTree], models: [AnnotatedModel], index: DeclarationIndex, report: DiagnosticReport)
  {
    self.target = target
    self.index = index
    self.report = report
    types = TypeResolver(
      index: index, models: models.filter(\.isTable), target: target, imports: trees.flatMap(\.imports))
    imports = Dictionary(trees.map { ($0.path, $0.imports) }, uniquingKeysWith: { first, _ in first })
    modelIndex = Dictionary(models.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.models = models.map { source in
      ModelState(source: source, tableName: SnakeCase.tableName(source.localName), tablePlace: source.place)
    }
  }

  /// Runs every step.
  /// - Returns: The graph, `nil` where a mistake was reported.
  func resolve() -> ModelGraph? {
    checkStructs()
    checkViews()
    checkProjections()
    readStatedTables()
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
    checkRelationshipNames()
    resolveMembers()
    checkFullTextRelationships()
    for model in models.indices where models[model].isTable { indexForeignKeys(of: model) }
    for model in models.indices { checkStatedTable(of: model) }
    for model in models.indices { resolveQueries(of: model) }
    guard !report.hasErrors else { return nil }
    return graph()
  }

  private func graph() -> ModelGraph {
    let resolved = models.filter(\.isTable).map { resolvedModel($0) }
    let views = models.filter(\.isView)
    let tables = resolved.map(\.table) + (joinTables + auxiliaryTables).sorted { $0.name < $1.name }
    let json = jsonTypes()
    let rawTypes = index.order.filter { isConformedHere($0, inJSON: json.scalars) }.compactMap {
      type -> ResolvedRawType? in
      guard let raw = try? types.rawType(type.name) else { return nil }
      return ResolvedRawType(
        swiftName: raw.name, access: raw.type.visibility.access, rawType: raw.rawTypeName, caseNames: raw.caseNames,
        storage: raw.stored.storage, path: raw.type.path, conditions: Conditions.text(raw.type.conditions),
        isRawRepresentable: raw.isRawRepresentable,
        isInJSON: json.scalars.contains(raw.name))
    }
    var graph = ModelGraph(
      target: target, models: resolved, views: views.map { resolvedModel($0) }, rawTypes: rawTypes,
      schema: Schema(tables: TableOrder.sorted(tables), views: View.sorted(views.map(view(of:)))),
      declaredTypeNames: index.lastComponents)
    graph.projections = models.filter(\.isProjection).map { resolvedModel($0) }
    graph.embeddedStructs = index.order.compactMap { embeddedStructs[$0.name] }
      .filter { $0.source.type.module == nil }.map(resolvedStruct)
    graph.jsonTypes = json.structs
    return graph
  }

  private func resolvedStruct(_ state: ModelState) -> ResolvedEmbeddedStruct {
    let type = state.source.type
    return ResolvedEmbeddedStruct(
      swiftName: state.name, access: type.visibility.access, path: type.path, imports: imports[type.path] ?? [],
      conditions: Conditions.text(type.conditions), properties: state.resolvedProperties)
  }

  /// Whether a raw type gets its conformance from this target.
  private func isConformedHere(_ type: DeclaredType, inJSON scalars: Set<String>) -> Bool {
    usedRawTypes.contains(type.name) ? !isGeneratedElsewhere(type) : type.module == nil && scalars.contains(type.name)
  }

  /// Whether the other target that declares a raw type stores it too, and so has its conformance.
  private func isGeneratedElsewhere(_ type: DeclaredType) -> Bool {
    guard let module = type.module else { return false }
    return models.contains { state in
      state.source.type.module == module && state.properties.contains { $0.type.stored.isStored(as: type.name) }
    }
  }

  private func resolvedModel(_ state: ModelState) -> ResolvedModel {
    let type = state.source.type
    var key = state.key ?? ResolvedKey(identifier: .property, properties: [], isAssigned: false)
    // Other targets may hold the key of a public model.
    key.isHeld = type.visibility == .public || modelIndex[state.name].map(heldIdentifiers.contains) == true
    var model = ResolvedModel(
      swiftName: state.name, module: type.module, access: type.visibility.access, path: type.path,
      position: type.place.position,
      imports: imports[type.path] ?? [], documentation: Documentation.lines(type.declaration.comments),
      draftConformances: draftConformances(of: type), conditions: Conditions.text(type.conditions),
      table: table(of: state), properties: state.resolvedProperties,
      transientProperties: state.transientProperties,
      key: key,
      relationships: state.relationships.map { relationship in
        var resolved = relationship.relationship
        let declaring = models[relationship.declaringModel].source
        if declaring.type.module != type.module { resolved.declaringPath = declaring.path }
        return resolved
      },
      uniqueKeys: state.uniqueKeys, isView: state.isView)
    model.isSingleton = state.isSingleton
    model.isProjection = state.isProjection
    return model
  }

  /// The table of a model as far as it is resolved.
  func table(of state: ModelState) -> Table {
    var table = Table(
      name: state.tableName, renamedFrom: state.renamedFrom,
      documentation: Documentation.lines(state.source.type.declaration.comments),
      columns: state.properties.enumerated().map { index, property in
        var column = Column(
          name: property.column, renamedFrom: property.renamedFrom, type: property.type.stored.columnType,
          isNullable: property.type.isOptional,
          defaultExpression: property.sqlDefault ?? property.role.columnDefault, generation: property.generation,
          collation: property.collation, documentation: property.documentation,
          initialValue: initialValue(of: property))
        column.otherFormerNames = Array(property.formerNames.dropFirst())
        column.prefixes = state.groups(ofLeaf: index).map(\.prefix)
        return column
      } + state.addedColumns,
      primaryKey: KeyConstraint(name: ObjectName.primaryKey(of: state.tableName), columns: state.keyColumns),
      uniqueConstraints: state.uniqueConstraints, checks: state.checks, foreignKeys: state.foreignKeys,
      indexes: state.indexes, triggers: state.triggers + state.addedTriggers, fullText: state.fullText?.index)
    for (position, property) in state.properties.enumerated() {
      guard case .raw(let name, _) = property.type.stored, let values = renamedValues[name] else { continue }
      table.columns[position].renamedValues = values
    }
    table.pairedSides = state.pairedSides
    table.statement = state.stated?.sql
    table.isWithoutRowID = state.stated?.table.isWithoutRowID ?? false
    state.stated?.complete(&table)
    if state.key?.isAssigned == true, !state.isSingleton, let key = state.keyColumns.first,
      let index = table.columns.firstIndex(where: { $0.name == key })
    {
      table.columns[index].isAssigned = true
    }
    return table
  }

  /// The protocols that a draft shares with its model.
  private func draftConformances(of type: DeclaredType) -> [String] {
    let inherited = type.declaration.inheritance.flatMap { $0.text.split(separator: "&") }
      .map { $0.filter { !$0.isWhitespace } }
    return ["Codable", "Encodable", "Decodable", "Equatable", "Hashable"].filter {
      inherited.contains($0) || inherited.contains("Swift.\($0)")
    }
  }
}
