import PostilSchema

/// Properties of a composite key type: if the key of `Release` has several columns, so has a property of type `Release.ID`.
extension Resolver {
  /// The annotations that such a property can have.
  private static let besideIdentifier: Set<String> = [
    "references", "noReference", "primaryKey", "unique", "index", "check", "column", "renamed", "allow", "merge",
  ]

  /// Resolves a property that holds a composite key; `false` if its type isn't one.
  func resolveIdentifier(_ property: AnnotatedProperty, into state: inout ModelState) -> Bool {
    guard let written = property.declaration.type, let named = try? types.named(written, in: state.name),
      let target = types.compositeModel(identifiedBy: named.full), let model = modelIndex[target]
    else { return false }
    let place = SourcePlace(path: property.path, position: written.position)
    if named.isOptionalTwice {
      report.error(Message.doubleOptional(written.text, "\(target).ID?"), at: place)
      return true
    }
    for other in property.notes where !Self.besideIdentifier.contains(other.name) {
      report.error(Message.annotationOnIdentifier(other.name, property: property.name, target: target), at: other.place)
    }
    guard let layout = keyLayout(of: model, usedAt: place) else { return true }
    let base = columnBase(of: property)
    layouts.heldKeys.insert(model)
    state.otherProperties.remove(property.name)
    state.add(
      GroupState(
        source: property, name: property.name, type: "\(target).ID", isOptional: named.isOptional,
        kind: .identifier(model: model), leaves: 0..<layout.properties.count,
        required: Array(layout.properties.indices), columnBase: base, access: access(of: property, in: state),
        documentation: Documentation.lines(property.declaration.comments),
        defaultValue: property.declaration.initializer.map { DefaultValue.text($0, model: state.name) }),
      layout: layout, prefix: base + "_", place: property.place)
    for leaf in state.properties.suffix(layout.properties.count) {
      check(leaf.column, what: "column", at: property.place)
    }
    return true
  }

  /// The prefix of the columns' names: `release` for `releaseID`, or the name in `@column`.
  private func columnBase(of property: AnnotatedProperty) -> String {
    guard let note = property.note("column"), let literal = note.strings[""] else {
      return SnakeCase.name(Self.relationshipName(of: property.name) ?? property.name)
    }
    check(literal.text, what: "column", at: note.place(of: literal))
    return literal.text
  }

  /// The properties of a model's key as a separate layout; `nil` if an error was reported.
  func keyLayout(of model: Int, usedAt place: SourcePlace) -> ModelState? {
    if let known = layouts.keys[model] { return known.isWhole ? known : nil }
    let name = "\(models[model].name).ID"
    guard layouts.open.insert(name).inserted else {
      report.error(Message.circularType(name), at: place)
      return nil
    }
    defer { layouts.open.remove(name) }
    var layout = ModelState(
      source: models[model].source, tableName: models[model].tableName)
    for property in layout.source.keyProperties { resolve(property, into: &layout) }
    layouts.keys[model] = layout
    return layout.isWhole ? layout : nil
  }
}
