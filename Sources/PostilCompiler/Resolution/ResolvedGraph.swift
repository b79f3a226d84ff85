import PostilSchema

/// Builds the graph, the last step of resolution.
extension Resolver {
  func graph(_ queries: [DeclaredQuery]) -> ModelGraph {
    let resolved = resolvedModels(where: \.isTable)
    let tables = resolved.map(\.table) + relationshipTables.sorted { $0.name < $1.name }
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
      target: target, models: resolved, views: resolvedModels(where: \.isView), rawTypes: rawTypes,
      schema: Schema(tables: TableOrder.sorted(tables), views: View.sorted(models.filter(\.isView).map(view(of:)))),
      declaredTypeNames: index.lastComponents)
    graph.projections = resolvedModels(where: \.isProjection)
    graph.embeddedStructs = index.order.compactMap { layouts.structs[$0.name] }
      .filter { $0.source.type.module == nil }.map(resolvedStruct)
    graph.jsonTypes = json.structs
    graph.embeddedTables = layouts.structs.sorted { $0.key < $1.key }
      .map { AnnotatedTable(table: table(of: $0.value), origin: origin(of: $0.value)) }
    graph.collations = Set(
      models.flatMap { $0.properties.compactMap(\.collation) + ($0.stated?.collations ?? []) }
    ).sorted()
    graph.functions = Set(models.flatMap { $0.source.notes("functions") }.flatMap { $0.columns.map(\.name.text) })
      .sorted()
    graph.declaredQueries = queries
    return graph
  }

  private func resolvedStruct(_ state: ModelState) -> ResolvedEmbeddedStruct {
    let type = state.source.type
    return ResolvedEmbeddedStruct(
      swiftName: state.name, access: type.visibility.access, path: type.path, imports: imports[type.path] ?? [],
      conditions: Conditions.text(type.conditions), properties: state.resolvedProperties)
  }

  /// Whether this target adds the conformance of a raw type.
  private func isConformedHere(_ type: DeclaredType, inJSON scalars: Set<String>) -> Bool {
    usedRawTypes.contains(type.name) ? !isGeneratedElsewhere(type) : type.module == nil && scalars.contains(type.name)
  }

  /// Whether the target that declares a raw type also stores it, and so adds the conformance.
  private func isGeneratedElsewhere(_ type: DeclaredType) -> Bool {
    guard let module = type.module else { return false }
    return models.contains { state in
      state.source.type.module == module && state.properties.contains { $0.type.stored.isStored(as: type.name) }
    }
  }

  private func resolvedModels(where isIncluded: (ModelState) -> Bool) -> [ResolvedModel] {
    models.indices.filter { isIncluded(models[$0]) }.map(resolvedModel)
  }

  private func resolvedModel(_ index: Int) -> ResolvedModel {
    let state = models[index]
    let type = state.source.type
    var key = state.key ?? ResolvedKey(identifier: .property, properties: [], isAssigned: false)
    // Other targets may store the key of a public model.
    key.isHeld = type.visibility == .public || layouts.heldKeys.contains(index)
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
    model.hasChanges = !state.source.notes("changes").isEmpty
    if model.hasChanges, state.areColumnsComplete, !model.properties.contains(where: model.isSettable) {
      report.error(Message.nothingChanges(state.name), at: state.source.notes("changes")[0].place)
    }
    checkSecrets(of: state, model)
    for note in state.source.notes("extension") {
      note.strings[""].map { check($0.text, what: "extension", at: note.place(of: $0)) }
    }
    model.isProjection = state.isProjection
    model.origin = origin(of: state)
    model.origin.references = references.filter { $0.owner == index }.map { reference in
      ReferenceOrigin(
        columns: reference.columns.map { state.properties[$0].column }, properties: reference.propertyNames,
        name: reference.name, isOfStruct: reference.isOfStruct, place: reference.place)
    }
    model.origin.relationships = state.relationships.map {
      RelationshipOrigin(
        name: $0.relationship.name, isDeclaredHere: $0.declaringModel == index, place: $0.place)
    }
    model.mergeRules = mergeRules(of: index)
    return model
  }

  /// Reports what the struct declares itself and `@secret` generates.
  private func checkSecrets(of state: ModelState, _ model: ResolvedModel) {
    guard let property = state.source.properties.first(where: { $0.note("secret") != nil }),
      let note = property.note("secret")
    else { return }
    if let place = index.types["\(state.name).CodingKeys"]?.first?.place, !model.draftConformances.isEmpty {
      report.error(
        Message.secretDeclared("CodingKeys", model: state.name), at: place, notes: [(Message.secretIsHere, note.place)])
    }
    for type in state.source.type.declaration.inheritance where type.text.contains("CustomReflectable") {
      report.error(
        Message.secretDeclared("CustomReflectable", model: state.name), at: state.place,
        notes: [(Message.secretIsHere, note.place)])
    }
  }

  /// The places of the parts of a struct, except those that involve other models too.
  private func origin(of state: ModelState) -> ModelOrigin {
    let source = state.source
    var origin = state.origin
    origin.isComplete = state.areColumnsComplete && (state.key != nil || !state.isTable)
    origin.statement = state.stated?.place
    origin.annotations = Dictionary(source.notes.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
    origin.columns = state.properties.map(\.resolvedColumn)
    if source.type.module == nil {
      let notes = source.properties.map { ($0.name as String?, $0.notes) } + [(nil, source.notes)]
      origin.allowances = notes.flatMap { property, notes in
        notes.compactMap { note in
          guard note.name == "allow", let code = note.names[""].flatMap({ LintCode(rawValue: $0.text) }) else {
            return nil
          }
          return Allowance(code: code, property: property, place: note.place)
        }
      }
    }
    return origin
  }

  /// The table of a model as resolved so far.
  func table(of state: ModelState) -> Table {
    var table = Table(
      name: state.tableName, renamedFrom: state.renamedFrom,
      documentation: Documentation.lines(state.source.type.declaration.comments),
      columns: state.properties.enumerated().map { index, property in
        let isUnset = state.stated.map { $0.table.column(property.column)?.defaultExpression == nil } ?? false
        var column = Column(
          name: property.column, renamedFrom: property.renamedFrom, type: property.type.stored.columnType,
          isNullable: property.type.isOptional,
          defaultExpression: property.sqlDefault ?? (isUnset ? nil : property.role.columnDefault),
          generation: property.generation, collation: property.collation, documentation: property.documentation,
          initialValue: initialValue(of: property))
        column.otherFormerNames = Array(property.formerNames.dropFirst())
        column.renamedValues = property.renamedValues
        column.digits = property.digits
        column.elements = property.elements
        column.dimensions = property.dimensions
        column.prefixes = state.groups(ofLeaf: index).map(\.prefix)
        return column
      } + state.addedColumns,
      primaryKey: KeyConstraint(name: ObjectName.primaryKey(of: state.tableName), columns: state.keyColumns),
      uniqueConstraints: state.uniqueConstraints, checks: state.checks, foreignKeys: state.foreignKeys,
      indexes: state.indexes, triggers: state.triggers + state.addedTriggers, fullText: state.fullText)
    table.unenforcedReferences = state.unenforcedReferences
    table.pairedSides = state.pairedSides
    table.members = state.members
    table.exclusions = state.exclusions
    table.statement = state.stated?.sql
    table.extensions = state.source.notes("extension").compactMap { $0.strings[""]?.text }
    func column(_ name: String) -> String { state.properties.first { $0.name == name }?.column ?? name }
    if let note = state.source.notes("partitioned").first, let by = note.names["by"]?.text {
      table.partitioning = Partitioning(
        column: column(by), period: note.names["each"]?.text, count: note.counts["into"]?.value)
    }
    if let by = state.source.notes("distributed").first?.names["by"]?.text {
      table.distribution = .column(column(by))
    } else if !state.source.notes("referenceTable").isEmpty {
      table.distribution = .reference
    }
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
