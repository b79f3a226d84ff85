import PostilSQL
import PostilSchema

/// Primary keys, and the tables of one row.
extension Resolver {
  func resolveKey(of model: Int) {
    let state = models[model]
    let keys = state.source.keyProperties
    guard !keys.isEmpty else {
      if !state.source.brokenNotes.contains("primaryKey") { reportMissingKey(of: model) }
      return
    }
    // A property that couldn't be read or can't be a key was reported.
    guard keys.allSatisfy({ state.leaves($0.name) != nil && $0.note("embedded") == nil }) else {
      for key in keys where key.note("transient") != nil {
        report.error(Message.transientKey(key.name), at: key.place)
      }
      return
    }
    let properties = keys.flatMap { state.leaves($0.name).map { state.properties[$0] } ?? [] }
    for property in properties where property.type.isOptional && !property.name.contains(".") {
      report.error(Message.optionalKey(property.name, property.type.name), at: property.place)
    }
    for group in state.groups where group.isOptional && keys.contains(where: { $0.name == group.name }) {
      report.error(Message.optionalKey(group.name, group.type), at: group.source.place)
    }
    for property in properties {
      switch property.type.stored.base {
      case .real, .julianDay, .referenceDate:
        report.error(Message.realKey(property.name, property.type.name), at: property.place)
      case .json:
        report.error(Message.jsonKey(property.name, property.source.note("vector")?.name ?? "json"), at: property.place)
      default:
        // A single-column key is bound by its own type: 'find(id)' doesn't use annotations.
        guard keys.count == 1, property.type.stored.storage != nil, let note = property.source.storageNote else {
          continue
        }
        report.error(Message.storedKey(property.name, property.type.name, form: note.form.rawValue), at: note.place)
      }
    }
    let declared = index.types["\(state.name).ID"]?.first?.place ?? index.aliases["\(state.name).ID"]?.place
    let key: ResolvedKey
    if keys.count > 1 {
      key = ResolvedKey(identifier: .composite, properties: keys.map(\.name), isAssigned: false)
    } else if state.property(keys[0].name) != nil {
      key = singleKey(properties[0], of: state, declaresID: declared != nil)
    } else {
      key = ResolvedKey(
        identifier: keys[0].name == "id" ? .declared : .property, properties: [keys[0].name], isAssigned: false,
        declaresID: declared != nil)
    }
    if key.identifier == .composite, let declared {
      report.error(Message.generatedTypeDeclared("ID", model: state.name), at: declared)
    }
    if key.properties != ["id"] { checkOtherID(of: model, key: key) }
    models[model].key = key
  }

  private func singleKey(_ property: PropertyState, of state: ModelState, declaresID: Bool) -> ResolvedKey {
    let isGenerated = property.type.stored == .rowID(model: state.name)
    if isGenerated, property.name != "id" {
      report.error(Message.generatedKeyName(property.name), at: property.place)
    }
    // A key that is a reference is set together with the referenced row.
    let isReference = state.isReference(property.source)
    let identifier: ResolvedKey.Identifier =
      isGenerated ? .generated : property.name == "id" ? .declared : .property
    return ResolvedKey(
      identifier: identifier, properties: [property.name],
      isAssigned: property.type.stored.isAssignable && !isReference && !isEnum(property.type.stored)
        && state.stated?.isRowID(property.column) != false,
      draftDefault: [.uuid, .uuidBytes].contains(property.type.stored.base) && !isReference
        ? newUUID(property.type, property.type.stored) : nil,
      declaresID: declaresID)
  }

  /// `UUID()`, or `ID(rawValue: UUID())` for an identifier type over it.
  private func newUUID(_ type: ResolvedType, _ stored: StoredType) -> String? {
    guard case .raw(let name, let base) = stored else { return "UUID()" }
    // A failable initializer, such as an enum's, can't be a default.
    return [.uuid, .uuidBytes].contains(base) ? "\(name)(rawValue: UUID())" : nil
  }

  private func isEnum(_ stored: StoredType) -> Bool {
    if case .raw(let name, _) = stored { (try? types.rawType(name))?.values != nil } else { false }
  }

  private func reportMissingKey(of model: Int) {
    let state = models[model]
    let others = state.source.properties.map(\.name)
    if let close = others.first(where: { $0.lowercased() == "id" }) {
      return report.error(Message.keyMisspelt(state.name, close), at: state.place)
    }
    report.error(Message.keyMissing(state.name), at: state.place)
  }

  /// If the key is another property, `var id` is generated; an existing `id` would conflict with it.
  private func checkOtherID(of model: Int, key: ResolvedKey) {
    let state = models[model]
    for part in index.parts(of: state.name) {
      for property in part.declaration.properties where property.name.text == "id" && !property.isStatic {
        let place = SourcePlace(path: part.path, position: property.name.position)
        report.error(
          Message.otherID(state.name, key: key.properties, isStored: property.storage != .computed), at: place)
      }
    }
  }

  /// `@singleton`: a table of one row, whose key a check restricts to 1.
  func resolveSingleton(_ model: Int, checkNames: inout NameRegister) {
    guard let note = models[model].source.notes("singleton").first, let key = models[model].key else { return }
    guard models[model].stated == nil else {
      return report.error(Message.checkOfExistingTable("singleton", models[model].name), at: note.place)
    }
    guard key.identifier == .generated, key.properties == ["id"] else {
      let place = models[model].source.keyProperties.first?.place ?? models[model].place
      return report.error(
        Message.singletonKey(models[model].name), at: note.place, notes: [(Message.keyIsHere, place)])
    }
    let table = models[model].tableName
    let columns = models[model].keyColumns
    models[model].isSingleton = true
    models[model].checks.append(
      Check(
        name: checkNames.takeUnique(ObjectName.check(of: table, column: "singleton")),
        expression: "\(SQLText.identifiers(columns)) = 1"))
  }
}
