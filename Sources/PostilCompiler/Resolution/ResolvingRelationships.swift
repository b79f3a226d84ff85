import PostilSQL
import PostilSchema

/// Relationships: which annotations belong together, and the relationships of each side.
///
///  annotations | Item | Project or Tag |
/// |---|---|---|
/// | `@references` on `projectID` | to-one `project` | none |
/// | `@references(inverse: items)` on `projectID` | to-one `project` | has-many `items` |
/// | `@references(inverse: item) @unique` on `projectID` | to-one `project` | has-one `item` |
/// | `@hasMany(items: Item, inverse: project)` on Project | to-one `project` | has-many `items` |
/// | `@hasOne(item: Item, inverse: project)` on Project, `@unique` on `projectID` | to-one `project` | has-one `item` |
/// | `@manyToMany(tags: Tag)` on Item | many-to-many `tags` | none |
/// | `@manyToMany(tags: Tag, inverse: items)` on either or both | many-to-many `tags` | many-to-many `items` |
/// | `@manyToMany(tags: Tag, through: Tagging, inverse: items)` | many-to-many `tags` | many-to-many `items` |
///
/// A relationship that is annotated on both sides must be consistent. Everything else is an error that names both sides.
extension Resolver {
  func resolveRelationships() {
    for model in models.indices {
      for note in models[model].source.notes where note.name == "hasMany" || note.name == "hasOne" {
        claim(note, of: model)
      }
    }
    checkInverses()
    for index in references.indices { addSides(of: references[index]) }
    resolveManyToMany()
    for model in models.indices { sortRelationships(of: model) }
  }

  /// Finds the reference of a `@hasMany` or `@hasOne`, and sets the name of its inverse.
  private func claim(_ note: BoundAnnotation, of model: Int) {
    guard let relationship = note.relationship, let target = target(of: relationship, note: note, of: model) else {
      return
    }
    let candidates = references.indices.filter { references[$0].owner == target && references[$0].target == model }
    guard let inverse = note.names["inverse"] else {
      let names = candidates.map { references[$0].name }
      return report.error(
        Message.inverseMissing(note.name, relationship.name.text, models[target].name, candidates: names),
        at: note.place)
    }
    guard let index = candidates.first(where: { references[$0].name == inverse.text }) else {
      guard !hasUnresolvedReference(named: inverse.text, in: target) else { return }
      let suggestion = Spelling.nearest(to: inverse.text, in: candidates.map { references[$0].name })
      return report.error(
        Message.inverseUnknown(
          inverse.text, in: models[target].name, of: models[model].name,
          suggestion: suggestion ?? (candidates.count == 1 ? references[candidates[0]].name : nil)),
        at: note.place(of: inverse),
        notes: [(Message.modelIsHere(models[target].name), models[target].place)])
    }
    let reference = references[index]
    if let other = reference.inverse, let place = reference.inversePlace, other.text != relationship.name.text {
      return report.error(
        Message.inverseContradiction(
          "\(models[model].name).\(relationship.name.text)", "\(models[target].name).\(reference.name)", other.text),
        at: note.place(of: relationship.name), notes: [(Message.otherSide, place)])
    }
    let isUnique = isUnique(reference)
    guard isUnique == (note.name == "hasOne") else {
      let property = models[target].properties[reference.property]
      return report.error(
        Message.wrongArity(
          note.name, relationship.name.text, "\(models[target].name).\(reference.propertyName)", isUnique: isUnique),
        at: note.place, notes: [(Message.propertyIsHere(reference.propertyName), property.place)])
    }
    references[index].claim = note.name
    references[index].inverse = relationship.name
    references[index].inversePlace = note.place(of: relationship.name)
  }

  /// Whether an error was reported in a `@references` that the name could refer to.
  private func hasUnresolvedReference(named name: String, in model: Int) -> Bool {
    let source = models[model].source
    let unresolved = source.properties.filter { property in
      property.name.hasPrefix(name)
        && !references.contains { $0.owner == model && $0.propertyName == property.name }
    }
    return unresolved.contains { $0.note("references") != nil || source.brokenNotes.contains("references") }
      || source.notes("references").contains { $0.relationship?.name.text == name }
      || source.brokenNotes.contains("references")
  }

  func target(of relationship: BoundAnnotation.RelationshipName, note: BoundAnnotation, of model: Int) -> Int? {
    if let full = types.model(relationship.target.text, in: models[model].name) {
      return modelIndex[full]
    }
    report.error(
      Message.unknownModel(relationship.target.text, suggestion: suggestedModel(relationship.target.text)),
      at: note.place(of: relationship.target))
    return nil
  }

  /// Whether at most one row can hold the same reference.
  func isUnique(_ reference: ReferenceState) -> Bool {
    let state = models[reference.owner]
    let columns = Set(reference.columns.map { state.properties[$0].column })
    return ([state.keyColumns] + state.uniqueConstraints.map(\.columns)).contains { columns.isSuperset(of: $0) }
  }

  /// Whether every row has a reference: none of the columns can be `NULL`.
  func isRequired(_ reference: ReferenceState) -> Bool {
    reference.columns.allSatisfy { !models[reference.owner].properties[$0].type.isOptional }
  }

  /// Two references to one model cannot have the same inverse.
  private func checkInverses() {
    var first: [String: ReferenceState] = [:]
    for index in references.indices {
      let reference = references[index]
      guard let inverse = reference.inverse, let place = reference.inversePlace else { continue }
      let name = "\(models[reference.target].name).\(inverse.text)"
      if let other = first[name], let otherPlace = other.inversePlace {
        report.error(
          Message.inverseTwice(name, describe(other), describe(reference)), at: place,
          notes: [(Message.otherSide, otherPlace)])
        references[index].inverse = nil
      } else {
        first[name] = reference
      }
    }
  }

  private func describe(_ reference: ReferenceState) -> String {
    "\(models[reference.owner].name).\(reference.propertyName)"
  }

  private func addSides(of reference: ReferenceState) {
    let owner = models[reference.owner]
    let target = models[reference.target]
    let properties = reference.columns.map { owner.properties[$0] }
    let columns = properties.map(\.column)
    // Properties that are part of the key or a `let` can't be set through a relationship; the others of the reference can.
    let settable = properties.filter {
      !$0.source.declaration.isLet && !(reference.isOfStruct && owner.keyColumns.contains($0.column))
    }
    models[reference.owner].relationships.append(
      RelationshipState(
        relationship: ResolvedRelationship(
          kind: .toOne, name: reference.name, target: target.name, origin: reference.origin,
          keyProperties: reference.propertyNames, near: columns, far: target.keyColumns,
          isRequired: isRequired(reference),
          isLet: settable.isEmpty, onDelete: reference.onDelete, inverse: reference.inverse?.text),
        place: reference.place, declaringModel: reference.owner))
    guard let inverse = reference.inverse, let place = reference.inversePlace else { return }
    var relationship = ResolvedRelationship(
      kind: isUnique(reference) ? .hasOne : .hasMany, name: inverse.text, target: owner.name,
      origin: reference.claim.map { "@\($0)(\(inverse.text):)" }
        ?? (reference.isOfStruct
          ? reference.origin + " of \(owner.name)" : "@references on \(owner.name).\(reference.propertyName)"),
      keyProperties: reference.propertyNames, near: target.keyColumns, far: columns,
      // A row can be removed from its owner only if every column that can be set can be `NULL`.
      isRequired: (settable.isEmpty ? properties : settable).contains { !$0.type.isOptional },
      isLet: settable.isEmpty, onDelete: reference.onDelete, inverse: reference.name)
    relationship.isDrafted = reference.claim != nil
    models[reference.target].relationships.append(
      RelationshipState(
        relationship: relationship, place: place,
        declaringModel: reference.claim == nil && reference.owner != reference.target
          ? reference.owner : reference.target))
  }

  /// Relationships declared by the model come first, in source order, followed by those declared by others, sorted by
  /// model and name.
  private func sortRelationships(of model: Int) {
    let own = models[model].relationships.filter { $0.declaringModel == model }
      .sorted { $0.place.position < $1.place.position }
    let others = models[model].relationships.filter { $0.declaringModel != model }
      .sorted {
        let names = (models[$0.declaringModel].name, models[$1.declaringModel].name)
        return names.0 != names.1 ? names.0 < names.1 : $0.relationship.name < $1.relationship.name
      }
    models[model].relationships = own + others
  }
}
