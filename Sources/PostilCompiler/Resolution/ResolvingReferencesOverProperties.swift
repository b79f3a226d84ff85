import PostilSchema

/// `@references(release: Release, from: packageName, packageVersion)`: a foreign key over existing properties, which
/// can also be part of the key or of another reference.
extension Resolver {
  func resolveOverProperties(_ note: BoundAnnotation, of model: Int) {
    guard let relationship = note.relationship, let target = target(of: relationship, note: note, of: model),
      let holders = holders(of: note, named: relationship.name.text, in: model)
    else { return }
    // A key that couldn't be resolved was reported.
    guard let key = models[target].key, hold(holders, key: key, of: target, note: note) else { return }
    guard let rule = deleteRule(of: note, over: holders) else { return }
    let columns = holders.flatMap(\.columns)
    let inverse = note.names["inverse"]
    references.append(
      ReferenceState(
        owner: model, property: columns[0], columns: columns, propertyNames: holders.map(\.name), isOfStruct: true,
        isUnindexed: note.flags["unindexed"] != nil, isEnforced: note.isEnforced,
        target: target, name: relationship.name.text, place: note.place, inverse: inverse,
        inversePlace: inverse.map { note.place(of: $0) }, onDelete: rule))
    addForeignKey(columns, of: model, to: target, onDelete: rule, isEnforced: note.isEnforced)
  }

  /// The properties after `from:`; `nil` if an error was reported.
  private func holders(of note: BoundAnnotation, named name: String, in model: Int) -> [ReferenceHolder]? {
    let state = models[model]
    var holders: [ReferenceHolder] = []
    for term in note.columns {
      let place = note.place(of: term.name)
      if holders.contains(where: { $0.name == term.name.text }) {
        report.error(Message.propertyTwice(term.name.text, in: name), at: place)
        return nil
      }
      if let group = state.groups.first(where: { $0.name == term.name.text && $0.isOutermost }) {
        guard group.kind != .embedded else {
          report.error(
            Message.referenceFromEmbedded(group.name), at: place,
            notes: [(Message.propertyIsHere(group.name), group.source.place)])
          return nil
        }
        holders.append(ReferenceHolder(group))
      } else if let index = state.property(term.name.text), !term.name.text.contains(".") {
        holders.append(ReferenceHolder(state.properties[index], at: index))
      } else {
        if term.name.text.contains(".") {
          report.error(Message.referencePath(term.name.text), at: place)
        } else {
          reportUnknownProperty(term.name, in: note, of: model)
        }
        return nil
      }
    }
    return holders
  }

  /// Whether the properties can hold the key of the target: one for each of its properties, or one with the whole
  /// composite key.
  private func hold(_ holders: [ReferenceHolder], key: ResolvedKey, of target: Int, note: BoundAnnotation) -> Bool {
    let state = models[target]
    if holders.count == 1, holders[0].identifiedModel == state.name { return true }
    guard holders.count == key.properties.count else {
      report.error(
        Message.referenceCount(
          note.relationship?.name.text ?? "", holders.map(\.name), target: state.name, key: key.properties),
        at: note.columns.first.map { note.place(of: $0.name) } ?? note.place,
        notes: [(Message.modelIsHere(state.name), state.place)])
      return false
    }
    var isValid = true
    for (index, holder) in holders.enumerated() {
      guard let part = part(key.properties[index], of: target) else { return false }
      // Outside the model, `ID` of a generated key is written with the model's name.
      let type = part.type == "ID" ? "\(state.name).ID" : part.type
      if holder.stored == part.stored, holder.stored != nil || holder.type == part.type { continue }
      isValid = false
      report.error(
        Message.referencePart(
          holder.name, holder.typeText, key: part.name, holder.isOptional ? type + "?" : type, target: state.name),
        at: note.place(of: note.columns[index].name),
        notes: [(Message.propertyIsHere(part.name), part.place)])
    }
    return isValid
  }

  /// A property of a model's key.
  private func part(_ name: String, of target: Int) -> ReferenceHolder? {
    let state = models[target]
    if let index = state.property(name) { return ReferenceHolder(state.properties[index], at: index) }
    return state.groups.first { $0.name == name }.map { ReferenceHolder($0) }
  }

  /// The default is `nullify` if every property is optional, and `deny` otherwise. `nullify` needs one optional property. Without a foreign
  /// key, a delete has no effect on the reference.
  func deleteRule(of note: BoundAnnotation, over holders: [ReferenceHolder]) -> DeleteRule? {
    let allRequired = holders.filter { !$0.isOptional }
    // The row's own key can't become optional.
    let required = allRequired.first { $0.source.note("primaryKey") == nil } ?? allRequired.first
    if !note.isEnforced {
      guard let word = note.names["onDelete"] else { return .noAction }
      report.error(Message.unenforcedDeleteRule(word.text), at: note.place(of: word))
      return nil
    }
    guard let word = note.names["onDelete"], let rule = DeleteRule(rawValue: word.text) else {
      return required == nil ? .nullify : .deny
    }
    guard rule == .nullify, let required, !holders.contains(where: \.isOptional) else { return rule }
    report.error(
      Message.nullifyRequired(required.name, required.typeText), at: note.place(of: word),
      notes: [(Message.propertyIsHere(required.name), required.place)])
    return nil
  }
}
