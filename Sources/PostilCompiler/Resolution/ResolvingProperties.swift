/// Stored properties as columns.
extension Resolver {
  func resolveProperties(of model: Int) {
    var state = models[model]
    for property in state.source.properties { resolve(property, into: &state) }
    checkColumnNames(of: state)
    models[model] = state
  }

  /// Adds the columns of a property to a model or an embedded struct.
  func resolve(_ property: AnnotatedProperty, into state: inout ModelState) {
    let declaration = property.declaration
    state.otherProperties.insert(property.name)
    if let transient = property.note("transient") { return resolveTransient(property, transient, of: &state) }
    if let message = refusal(of: declaration, in: state.source.type) {
      return report.error(message, at: property.place)
    }
    // Only a model has a draft, whose initializer repeats the defaults.
    if state.isTable { checkDefault(of: property, model: state.source.type) }
    if let note = property.note("embedded") { return resolveEmbedded(property, note, into: &state) }
    if resolveIdentifier(property, into: &state) { return }
    // An error in '@embedded' itself was reported.
    if state.source.brokenNotes.contains("embedded"), isPlainStruct(property, in: state) { return }
    guard let type = type(of: property, in: state.name) else { return }
    let isLazy = property.note("lazy") != nil
    if isLazy, ![.bytes, .text].contains(type.stored), let written = declaration.type {
      return report.error(
        Message.lazyType(property.name, written.text), at: SourcePlace(path: property.path, position: written.position))
    }
    state.otherProperties.remove(property.name)
    noteRawType(type.stored)
    state.properties.append(
      PropertyState(
        source: property, column: columnName(of: property, isBehindPrefix: state.isEmbedded || state.isProjection),
        type: type,
        access: isLazy ? state.source.type.visibility.access : access(of: property, in: state),
        documentation: Documentation.lines(declaration.comments),
        defaultValue: declaration.initializer.map { DefaultValue.text($0, model: state.name) }))
    if isLazy { state.properties[state.properties.count - 1].role = .lazy }
  }

  /// The default is repeated in a draft's initializer, in another file.
  private func checkDefault(of property: AnnotatedProperty, model: DeclaredType) {
    guard let initializer = property.declaration.initializer else { return }
    let named = DefaultValue.members(of: ["Self", model.name], in: initializer)
    guard !named.isEmpty else { return }
    for part in index.parts(of: model.name) {
      for member in part.declaration.properties where member.isStatic && named.contains(member.name.text) {
        let visibility =
          Visibility(member.modifiers) ?? Visibility(part.declaration.modifiers).map { min($0, .internal) } ?? .internal
        guard visibility == .hidden || (model.visibility == .public && visibility < .public) else { continue }
        report.error(
          Message.inaccessibleDefault(property.name, names: member.name.text, isHidden: visibility == .hidden),
          at: SourcePlace(path: property.path, position: initializer.position),
          notes: [
            (Message.propertyIsHere(member.name.text), SourcePlace(path: part.path, position: member.name.position))
          ])
      }
    }
  }

  private func resolveTransient(
    _ property: AnnotatedProperty, _ note: BoundAnnotation, of state: inout ModelState
  ) {
    for other in property.notes where other.name != "transient" {
      report.error(Message.annotationOnTransient(other.name, property: property.name), at: other.place)
    }
    let isOptionalVar = !property.declaration.isLet && property.declaration.type?.text.hasSuffix("?") == true
    guard property.declaration.initializer != nil || isOptionalVar else {
      return report.error(Message.transientWithoutDefault(property.name), at: property.place)
    }
    state.transientProperties.append(property.name)
  }

  /// The reason why a declaration can't be a column, whatever its type; `nil` if it can.
  private func refusal(of declaration: PropertyDeclaration, in model: DeclaredType) -> String? {
    let name = declaration.name.text
    guard declaration.isSimplePattern else { return Message.tuplePattern(name) }
    for modifier in declaration.modifiers {
      switch modifier.name {
      case "lazy": return Message.lazyProperty(name)
      case "weak", "unowned": return Message.weakProperty(name, modifier.name)
      case "private", "fileprivate":
        return modifier.detail == nil
          ? Message.hiddenProperty(name, modifier.name) : Message.hiddenSetter(name, modifier.name)
      default: continue
      }
    }
    // Attributes of the compiler start with a lowercase letter; property wrappers are types.
    if let wrapper = declaration.attributes.first(where: { $0.name.text.first?.isUppercase == true }) {
      return Message.propertyWrapper(name, wrapper.name.text)
    }
    guard declaration.conditions.count <= model.conditions.count else {
      return Message.conditionalColumn(name, model: model.declaration.name.text)
    }
    if declaration.isLet, declaration.initializer != nil { return Message.letWithValue(name) }
    return nil
  }

  private func type(of property: AnnotatedProperty, in model: String) -> ResolvedType? {
    let vector = property.note("vector")
    let json = property.note("json") ?? vector
    if let json, let other = property.note("store") ?? (json.name == "json" ? vector : nil) {
      report.error(
        Message.twoForms(property.name, json.name, other.name), at: other.place,
        notes: [(Message.firstOne, json.place)])
      return nil
    }
    if let array = json?.flags["array"], modelIndex[model].map({ !models[$0].isTable }) == true {
      report.error(Message.arrayOfNoTable, at: SourcePlace(path: property.path, position: array.position))
    }
    guard let written = property.declaration.type else {
      if json == nil, property.note("store") == nil,
        let type = DefaultValue.type(of: property.declaration.initializer)
      {
        return type
      }
      report.error(Message.typeMissing(property.name), at: property.place)
      return nil
    }
    do throws(TypeResolver.Problem) {
      var type =
        try json == nil
        ? types.resolve(written, in: model, storing: property.storageNote) : types.json(written, in: model)
      let isHidden =
        Self.hiddenNames.contains(type.name)
        || type.name == "Changes" && modelIndex[model].map { !models[$0].source.notes("changes").isEmpty } == true
      if isHidden, index.types[type.name] != nil || index.aliases[type.name] != nil {
        report.error(Message.hiddenName(type.name), at: SourcePlace(path: property.path, position: written.position))
      }
      // Inside the model, its own identifier can be written by its short name, if the source does so.
      if type.stored == .rowID(model: model), !written.text.contains(".") { type.name = "ID" }
      return type
    } catch {
      let row = modelIndex[model].flatMap { models[$0].isProjection ? rowStructInside(written.text, in: $0) : nil }
      report.error(
        row.map(Message.rowInProjection) ?? error.message,
        at: error.place ?? SourcePlace(path: property.path, position: written.position))
      return nil
    }
  }

  func noteRawType(_ stored: StoredType) {
    if case .raw(let name, let base) = stored {
      usedRawTypes.insert(name)
      noteRawType(base)
    }
  }
}
