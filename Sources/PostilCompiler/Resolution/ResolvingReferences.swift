import PostilSchema

/// `@references`: foreign keys, and the to-one relationships that they are.
extension Resolver {
  func resolveReferences() {
    for model in models.indices {
      for property in models[model].properties.indices {
        guard let note = models[model].properties[property].source.note("references") else { continue }
        resolve(note, onProperty: property, of: model)
      }
    }
    checkCircles()
  }

  private func resolve(_ note: BoundAnnotation, onProperty index: Int, of model: Int) {
    let state = models[model]
    let property = state.properties[index]
    guard let target = target(of: note, on: property, of: model) else { return }
    guard let name = relationshipName(of: property.name) else {
      return report.error(Message.referenceName(property.name, target: models[target].name), at: property.place)
    }
    guard let rule = deleteRule(of: note, on: property, of: model) else { return }
    // A key that could not be resolved was reported.
    guard let key = models[target].key else { return }
    guard key.properties.count == 1,
      let keyProperty = models[target].properties.first(where: { key.properties == [$0.name] })
    else {
      return report.error(
        Message.referenceToComposite(models[target].name, key: key.properties), at: note.place,
        notes: [(Message.modelIsHere(models[target].name), models[target].place)])
    }
    guard keyProperty.type.stored == property.type.stored else {
      return report.error(
        Message.referenceType(
          property.name, property.type.text, expected: keyType(of: target, keyProperty), target: models[target].name),
        at: property.place)
    }
    let inverse = note.names["inverse"]
    references.append(
      ReferenceState(
        owner: model, property: index, target: target, name: name, place: note.place, inverse: inverse,
        inversePlace: inverse.map { note.place(of: $0) }, onDelete: rule))
    // A view holds no key; the path is for queries alone.
    if state.isView { return }
    models[model].foreignKeys.append(
      ForeignKey(
        name: ObjectName.foreignKey(of: state.tableName, columns: [property.column]), columns: [property.column],
        referencedTable: models[target].tableName, referencedColumns: [keyProperty.column], onDelete: rule))
  }

  /// The type that a reference to a model is written as.
  private func keyType(of model: Int, _ key: PropertyState) -> String {
    key.name == "id" ? "\(models[model].name).ID" : key.type.name
  }

  private func target(of note: BoundAnnotation, on property: PropertyState, of model: Int) -> Int? {
    if let written = note.names[""] {
      if let full = types.model(written.text, in: models[model].name) { return modelIndex[full] }
      report.error(
        Message.unknownModel(written.text, suggestion: suggestedModel(written.text)), at: note.place(of: written))
      return nil
    }
    if let full = property.type.identifiedModel { return modelIndex[full] }
    if property.type.name.hasSuffix(".ID"), index.types[String(property.type.name.dropLast(3))] != nil {
      report.error(Message.unknownModel(String(property.type.name.dropLast(3)), suggestion: nil), at: property.place)
      return nil
    }
    report.error(Message.referenceWithoutTarget(property.name, property.type.text), at: note.place)
    return nil
  }

  func suggestedModel(_ written: String) -> String? { Spelling.nearest(to: written, in: models.map(\.name)) }

  /// `list` of `listID`; `nil` where the name does not say what it identifies.
  private func relationshipName(of property: String) -> String? {
    for suffix in ["ID", "Id", "_id"] where property.hasSuffix(suffix) && property.count > suffix.count {
      return String(property.dropLast(suffix.count))
    }
    return nil
  }

  /// An optional reference nullifies and a required one denies unless the note says otherwise.
  private func deleteRule(of note: BoundAnnotation, on property: PropertyState, of model: Int) -> DeleteRule? {
    guard let word = note.names["onDelete"], let rule = DeleteRule(rawValue: word.text) else {
      return property.type.isOptional ? .nullify : .deny
    }
    guard rule != .nullify || property.type.isOptional else {
      report.error(
        Message.nullifyRequired(property.name, property.type.text), at: note.place(of: word),
        notes: [(Message.propertyIsHere(property.name), property.place)])
      return nil
    }
    return rule
  }
}
