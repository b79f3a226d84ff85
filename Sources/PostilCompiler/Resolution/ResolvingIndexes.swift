import PostilSchema

/// An `@index` or `@unique` whose columns are known and whose name is not.
struct PendingKey {
  var model: Int
  var note: BoundAnnotation
  var columns: [Index.Term]
  var properties: [String]
  var condition: String?
}

/// The names of indexes and unique keys, and the indexes that foreign keys need.
extension Resolver {
  /// Gives names to the keys of a model: first those that people chose, then the others.
  func nameKeys(of model: Int) {
    let keys = pendingKeys
    pendingKeys = []
    var names: [Int: String] = [:]
    var constraints = NameRegister()
    for (index, key) in keys.enumerated() {
      guard let given = key.note.strings["name"] else { continue }
      let place = key.note.place(of: given)
      check(given.text, isExplicit: true, what: "index", at: place)
      guard isConstraint(key) ? constraints.take(given.text) : objectNames.take(given.text) else {
        report.error(Message.indexTwice(given.text), at: place)
        continue
      }
      names[index] = given.text
    }
    for (index, key) in keys.enumerated() {
      let columns = key.columns.map(\.column)
      let isUnique = key.note.name == "unique"
      let habit =
        isUnique
        ? ObjectName.uniqueKey(of: models[model].tableName, columns: columns)
        : ObjectName.index(of: models[model].tableName, columns: columns)
      let name = names[index] ?? (isConstraint(key) ? constraints.takeUnique(habit) : objectNames.takeUnique(habit))
      if isConstraint(key) {
        models[model].uniqueConstraints.append(KeyConstraint(name: name, columns: columns))
      } else {
        models[model].indexes.append(
          Index(name: name, terms: key.columns, isUnique: isUnique, condition: key.condition))
      }
    }
    addUniqueKeys(keys.filter { $0.note.name == "unique" }, of: model)
  }

  /// A whole unique key is a constraint of the table, a partial one an index.
  private func isConstraint(_ key: PendingKey) -> Bool { key.note.name == "unique" && key.condition == nil }

  /// The keys that an upsert can name: the primary key where people give it, and every unique one.
  private func addUniqueKeys(_ keys: [PendingKey], of model: Int) {
    var names = NameRegister()
    let key = models[model].key
    if let key, !key.isAssigned {
      models[model].uniqueKeys.append(
        ResolvedUniqueKey(
          name: names.takeUnique(joined(key.properties)), properties: key.properties,
          columns: models[model].keyColumns))
    }
    for pending in keys {
      let columns = pending.columns.map(\.column)
      let isKnown = models[model].uniqueKeys.contains { $0.columns == columns && $0.condition == pending.condition }
      let isAssigned = key?.isAssigned == true && pending.properties.contains { key?.properties.contains($0) == true }
      if isKnown || isAssigned { continue }
      models[model].uniqueKeys.append(
        ResolvedUniqueKey(
          name: names.takeUnique(joined(pending.properties)), properties: pending.properties, columns: columns,
          condition: pending.condition))
    }
  }

  /// `nameAndVersion`
  private func joined(_ properties: [String]) -> String {
    properties.enumerated()
      .map { $0 == 0 ? $1 : "And" + $1.prefix(1).uppercased() + $1.dropFirst() }
      .joined()
  }

  /// Adds an index for each foreign key that no longer index, unique or primary key starts with.
  func indexForeignKeys(of model: Int) {
    let state = models[model]
    for key in state.foreignKeys {
      let whole =
        [state.keyColumns] + state.uniqueConstraints.map(\.columns)
        + models[model].indexes.filter { $0.condition == nil }.map { $0.terms.map(\.column) }
      if whole.contains(where: { $0.starts(with: key.columns) }) { continue }
      models[model].indexes.append(
        Index(
          name: objectNames.takeUnique(ObjectName.index(of: state.tableName, columns: key.columns)),
          terms: key.columns.map { Index.Term(column: $0) }))
    }
  }
}
