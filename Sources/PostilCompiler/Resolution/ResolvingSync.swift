import PostilSchema

/// `@sync` and `@merge`: the tables whose rows are synced, and how changes of several devices become one value.
extension Resolver {
  /// The rules of `@merge` by column, without `last`; `nil` if the rows aren't synced.
  func mergeRules(of model: Int) -> [String: String]? {
    let state = models[model]
    let isSynced = isSynced(state)
    var rules: [String: String] = [:]
    for property in state.source.properties {
      // A property without columns was reported.
      guard let note = property.note("merge"), let rule = note.names[""]?.text, let leaves = state.leaves(property.name)
      else { continue }
      let columns = state.properties[leaves]
      guard isSynced else {
        report.error(Message.mergeWithoutSync(property.name, model: state.name), at: note.place)
        continue
      }
      if let message = refusal(of: rule, on: property, columns, in: state) {
        report.error(message, at: note.place)
      } else if rule != "last" {
        for column in columns { rules[column.column] = rule }
      }
    }
    guard isSynced else { return nil }
    checkKey(ofSynced: state)
    if !state.source.type.conditions.isEmpty {
      report.error(Message.syncedInCondition(state.name), at: state.place)
    }
    for reference in references where reference.owner == model && reference.isEnforced {
      let target = models[reference.target]
      if self.isSynced(target) { continue }
      report.error(
        Message.unsyncedReference(reference.propertyName, target: target.name, model: state.name), at: reference.place)
    }
    for property in state.properties where property.role == .version { rules[property.column] = "sum" }
    return rules
  }

  /// Whether rows are synced. An `@sync` that couldn't be read was reported.
  private func isSynced(_ state: ModelState) -> Bool {
    !state.source.notes("sync").isEmpty || state.source.brokenNotes.contains("sync")
  }

  private func checkKey(ofSynced state: ModelState) {
    guard state.key?.isAssigned == true, let key = state.source.keyProperties.first else { return }
    if let note = state.source.notes("singleton").first {
      return report.error(Message.syncedSingleton(state.name), at: note.place)
    }
    report.error(Message.syncedKey(key.name, model: state.name), at: key.place)
  }

  /// The reason why a property can't have a rule; `nil` if it can.
  private func refusal(
    of rule: String, on property: AnnotatedProperty, _ columns: ArraySlice<PropertyState>, in state: ModelState
  ) -> String? {
    if state.source.keyProperties.contains(where: { $0.name == property.name }) {
      return Message.filledKey(property.name, "merge")
    }
    guard ["sum", "max", "min", "members"].contains(rule) else { return nil }
    if state.isReference(property) { return Message.mergeType(property.name, "a reference", rule) }
    let refused = columns.first { column in
      switch rule {
      case "sum": column.type.isOptional || !column.type.stored.canBeAdded
      case "members": !types.mayBeJSONObject(column.type.stored, in: state.name)
      default: !column.type.stored.base.isOrdered
      }
    }
    return refused.map { Message.mergeType($0.name, "'\($0.type.text)'", rule) }
  }
}

extension StoredType {
  /// Whether the difference of two values is a value that can be added to a third.
  fileprivate var canBeAdded: Bool {
    switch self {
    case .integer(let bits, let isSigned): isSigned || bits < 64
    case .real, .decimal, .duration: true
    default: false
    }
  }

  /// Whether one value is greater than another, in a way that people would expect.
  fileprivate var isOrdered: Bool {
    switch self {
    case .boolean, .bytes, .uuid, .uuidBytes, .any, .packed, .json, .rowID: false
    default: true
    }
  }
}
