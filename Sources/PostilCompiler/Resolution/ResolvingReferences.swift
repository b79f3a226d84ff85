import PostilSQL
import PostilSchema

/// `@references`: foreign keys and their to-one relationships.
extension Resolver {
  func resolveReferences() {
    for model in models.indices {
      for index in models[model].properties.indices {
        guard let holder = ReferenceHolder(at: index, of: models[model]) else { continue }
        inheritCollations(of: holder, model: model)
        if models[model].isTable { checkIntent(of: holder, in: models[model]) }
        guard let note = holder.source.note("references") else { continue }
        resolve(note, on: holder, of: model)
      }
      for note in models[model].source.notes("references") { resolveOverProperties(note, of: model) }
    }
    checkCircles()
  }

  /// A column that holds part of another model's key has the key's collation.
  private func inheritCollations(of holder: ReferenceHolder, model: Int) {
    guard holder.stored == nil, let target = holder.identifiedModel.flatMap({ modelIndex[$0] }) else { return }
    let collations = models[target].keyLeaves.map(\.collation)
    for (index, collation) in zip(holder.columns, collations) { models[model].properties[index].collation = collation }
  }

  /// Another model's key without a reference: a forgotten `@references`, unless `@noReference` says that it is meant.
  func checkIntent(of holder: ReferenceHolder, in state: ModelState) {
    guard state.source.brokenNotes.isDisjoint(with: ["references", "noReference"]) else { return }
    let isReference = state.isReference(holder.source)
    // An 'id' beside another key is an error.
    let isOwnKey =
      holder.identifiedModel == state.name
      && (holder.name == "id" || state.source.keyProperties.contains { $0.name == holder.name })
    let model = isReference || isOwnKey ? nil : holder.identifiedModel
    if let note = holder.source.note("noReference") {
      guard model == nil else { return }
      report.error(Message.noReferenceWithoutEffect(holder.name, isReference: isReference), at: note.place)
    } else if let model {
      report.error(
        Message.referenceMissing(holder.name, model: model, embedded: state.isEmbedded ? state.name : nil),
        at: holder.place)
    }
  }

  private func resolve(_ note: BoundAnnotation, on holder: ReferenceHolder, of model: Int) {
    let state = models[model]
    guard let target = target(of: note, on: holder, of: model) else { return }
    guard let name = Self.relationshipName(of: holder.name) else {
      return report.error(Message.referenceName(holder.name, target: models[target].name), at: holder.place)
    }
    guard let rule = deleteRule(of: note, over: [holder]) else { return }
    // A key that couldn't be resolved was reported.
    guard let key = models[target].key else { return }
    let keyColumns = models[target].keyLeaves
    let columns = Array(state.properties[holder.columns])
    guard columns.map(\.type.stored) == keyColumns.map(\.type.stored) else {
      let expected =
        key.properties == keyColumns.map(\.name) && keyColumns.count == 1
        ? keyType(of: target, keyColumns[0]) : "\(models[target].name).ID"
      return report.error(
        Message.referenceType(holder.name, holder.typeText, expected: expected, target: models[target].name),
        at: holder.place)
    }
    let inverse = note.names["inverse"]
    references.append(
      ReferenceState(
        owner: model, property: holder.columns.lowerBound, columns: Array(holder.columns), propertyNames: [holder.name],
        isUnindexed: note.flags["unindexed"] != nil, isEnforced: note.isEnforced,
        target: target, name: name, place: note.place, inverse: inverse,
        inversePlace: inverse.map { note.place(of: $0) }, onDelete: rule))
    addForeignKey(Array(holder.columns), of: model, to: target, onDelete: rule, isEnforced: note.isEnforced)
  }

  func addForeignKey(
    _ indices: [Int], of model: Int, to target: Int, onDelete rule: DeleteRule, isEnforced: Bool
  ) {
    // A view has no foreign keys; the path is only used in queries.
    if models[model].isView { return }
    // SQLite looks up the key with the key's collation, and a join by the column must find the same row.
    for (index, key) in zip(indices, models[target].keyLeaves) where models[model].properties[index].collation == nil {
      models[model].properties[index].collation = key.collation
    }
    let state = models[model]
    let columns = indices.map { state.properties[$0].column }
    // Two foreign keys may lead from the same columns to different tables.
    var names = NameRegister()
    for key in state.foreignKeys { _ = names.take(key.name) }
    let key = ForeignKey(
      name: names.takeUnique(ObjectName.foreignKey(of: state.tableName, columns: columns)), columns: columns,
      referencedTable: models[target].tableName, referencedColumns: models[target].keyColumns, onDelete: rule)
    if isEnforced { models[model].foreignKeys.append(key) } else { models[model].unenforcedReferences.append(key) }
  }

  /// The type of a reference to a model, as written in the source.
  private func keyType(of model: Int, _ key: PropertyState) -> String {
    key.name == "id" ? "\(models[model].name).ID" : key.type.name
  }

  private func target(of note: BoundAnnotation, on property: ReferenceHolder, of model: Int) -> Int? {
    if let written = note.names[""] {
      if let full = types.model(written.text, in: models[model].name) { return modelIndex[full] }
      // `unindexd` isn't a model, but similar to a word that is allowed here.
      let flags = KnownAnnotation.named(note.name)?.parameters.compactMap(\.flag) ?? []
      let suggestion = suggestedModel(written.text) ?? Spelling.nearest(to: written.text, in: flags)
      report.error(Message.unknownModel(written.text, suggestion: suggestion), at: note.place(of: written))
      return nil
    }
    if let full = property.identifiedModel { return modelIndex[full] }
    if property.type.hasSuffix(".ID"), index.types[String(property.type.dropLast(3))] != nil {
      report.error(Message.unknownModel(String(property.type.dropLast(3)), suggestion: nil), at: property.place)
      return nil
    }
    report.error(Message.referenceWithoutTarget(property.name, property.typeText), at: note.place)
    return nil
  }

  func suggestedModel(_ written: String) -> String? { Spelling.nearest(to: written, in: models.map(\.name)) }

  /// `project` for `projectID`; `nil` if the relationship's name can't be derived.
  static func relationshipName(of property: String) -> String? {
    for suffix in ["ID", "Id", "_id"] where property.hasSuffix(suffix) && property.count > suffix.count {
      return String(property.dropLast(suffix.count))
    }
    return nil
  }
}

extension BoundAnnotation {
  /// Whether the database enforces the reference.
  var isEnforced: Bool { names["enforced"]?.text != "false" }
}

/// The property with a `@references`: one column, or several for a composite key.
struct ReferenceHolder {
  var source: AnnotatedProperty
  var columns: Range<Int>
  /// The type, without `?`.
  var type: String
  var isOptional: Bool
  /// The model whose `ID` is the type.
  var identifiedModel: String?
  /// The column's stored type; `nil` if there are several columns, whose stored types are part of the type.
  var stored: StoredType?

  /// The property of a column; `nil` for a column of an embedded struct, and for the other columns of a composite key.
  init?(at index: Int, of state: ModelState) {
    guard let group = state.group(ofLeaf: index) else {
      self.init(state.properties[index], at: index)
      return
    }
    guard group.leaves.lowerBound == index, group.kind != .embedded else { return nil }
    self.init(group)
  }

  init(_ property: PropertyState, at index: Int) {
    source = property.source
    columns = index..<index + 1
    type = property.type.name
    isOptional = property.type.isOptional
    identifiedModel = property.type.identifiedModel
    stored = property.type.stored
  }

  init(_ group: GroupState) {
    source = group.source
    columns = group.leaves
    type = group.type
    isOptional = group.isOptional
    identifiedModel = String(group.type.dropLast(3))
  }

  var name: String { source.name }
  var place: SourcePlace { source.place }
  var typeText: String { isOptional ? type + "?" : type }
}
