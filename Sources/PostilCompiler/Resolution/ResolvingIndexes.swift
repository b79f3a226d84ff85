import PostilSchema

/// An `@index` or `@unique` whose columns are known but that has no name yet.
struct PendingKey {
  var model: Int
  var note: BoundAnnotation
  var columns: [Index.Term]
  /// The names of the properties, and the expressions as written.
  var properties: [String]
  var condition: String?

  /// The Swift name of each term: the property's name, or `lowerTitle` for `lower(title)`.
  var words: [String] {
    zip(columns, properties).map { $0.expression.map(ExpressionName.camelCase) ?? $1 }
  }
}

/// A name made of the words of an expression: `lower_title` for `lower(title)`, `lowerTitle` in Swift.
enum ExpressionName {
  /// For the name of an index.
  static func snakeCase(of expression: String) -> String { words(of: expression).joined(separator: "_") }

  /// For the name of a unique key.
  static func camelCase(of expression: String) -> String {
    words(of: expression).enumerated()
      .map { $0 == 0 ? $1 : $1.prefix(1).uppercased() + $1.dropFirst() }
      .joined()
  }

  /// At most six words, to keep the name readable.
  private static func words(of expression: String) -> [String] {
    let words = expression.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map { $0.lowercased() }
    let named = words.drop { $0.first?.isNumber == true }.prefix(6)
    return named.isEmpty ? ["expr"] : Array(named)
  }
}

/// The names of indexes and unique keys, and the indexes that foreign keys need.
extension Resolver {
  /// Names the keys of a model: first those with a given name, then the others.
  func nameKeys(_ keys: [PendingKey], of model: Int) {
    var names: [Int: String] = [:]
    var constraints = NameRegister()
    for (index, key) in keys.enumerated() {
      guard let given = key.note.strings["name"] else { continue }
      let place = key.note.place(of: given)
      check(given.text, what: "index", at: place)
      guard isConstraint(key) ? constraints.take(given.text) : objectNames.take(given.text) else {
        report.error(Message.indexTwice(given.text), at: place)
        continue
      }
      names[index] = given.text
    }
    for (index, key) in keys.enumerated() {
      let columns = key.columns.map { $0.column ?? ExpressionName.snakeCase(of: $0.expression ?? "") }
      let isUnique = key.note.name == "unique"
      let habit =
        isUnique
        ? ObjectName.uniqueKey(of: models[model].tableName, columns: columns)
        : ObjectName.index(of: models[model].tableName, columns: columns)
      let name = names[index] ?? (isConstraint(key) ? constraints.takeUnique(habit) : objectNames.takeUnique(habit))
      models[model].origin.keys.append(
        KeyOrigin(
          name: name, isConstraint: isConstraint(key), place: key.note.place,
          property: key.note.columns.isEmpty ? key.properties.first : nil))
      if isConstraint(key) {
        models[model].uniqueConstraints.append(KeyConstraint(name: name, columns: columns))
      } else {
        var index = Index(name: name, terms: key.columns, isUnique: isUnique, condition: key.condition)
        index.distance = key.note.names["hnsw"].flatMap { IndexDistance(rawValue: $0.text) }
        models[model].indexes.append(index)
      }
    }
    addUniqueKeys(keys.filter { $0.note.name == "unique" }, of: model)
  }

  /// A unique key over columns without a condition is a table constraint. A partial one or one over an expression is an index.
  private func isConstraint(_ key: PendingKey) -> Bool {
    guard key.note.name == "unique", key.condition == nil, key.columns.allSatisfy({ $0.expression == nil }) else {
      return false
    }
    // A key that the table's statement doesn't contain is a separate index.
    return models[key.model].stated?.isUnique(over: key.columns.compactMap(\.column)) ?? true
  }

  /// Adds the keys that an upsert can use: every unique key, and the primary key unless the database assigns it.
  private func addUniqueKeys(_ keys: [PendingKey], of model: Int) {
    var names = NameRegister()
    let key = models[model].key
    if let key, !key.isAssigned || models[model].isSingleton {
      models[model].uniqueKeys.append(
        ResolvedUniqueKey(
          name: names.takeUnique(joined(key.properties)), properties: key.properties,
          columns: models[model].keyColumns))
    }
    for pending in keys {
      let isKnown = models[model].uniqueKeys.contains {
        $0.terms == pending.columns && $0.condition == pending.condition
      }
      let isAssigned = key?.isAssigned == true && pending.properties.contains { key?.properties.contains($0) == true }
      if isKnown || isAssigned { continue }
      models[model].uniqueKeys.append(
        ResolvedUniqueKey(
          name: names.takeUnique(joined(pending.words)), properties: pending.properties, terms: pending.columns,
          condition: pending.condition))
    }
  }

  /// `nameAndVersion`
  private func joined(_ properties: [String]) -> String {
    properties.map { path in
      path.split(separator: ".").enumerated()
        .map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    }
    .enumerated()
    .map { $0 == 0 ? $1 : "And" + $1.prefix(1).uppercased() + $1.dropFirst() }
    .joined()
  }

  /// Adds an index for each reference, unless the reference is `unindexed` or the columns are already the start of an
  /// index, a unique key or the primary key.
  func indexForeignKeys(of model: Int) {
    let state = models[model]
    for key in state.foreignKeys + state.unenforcedReferences {
      let whole =
        [state.keyColumns] + state.uniqueConstraints.map(\.columns)
        + models[model].indexes.filter { $0.condition == nil }.map { $0.terms.map { $0.column ?? "" } }
      // The order of the columns doesn't matter for a search by equality.
      if whole.contains(where: { Set($0.prefix(key.columns.count)) == Set(key.columns) }) { continue }
      let isLeftOut = references.contains { reference in
        reference.owner == model && reference.isUnindexed
          && reference.columns.map { state.properties[$0].column } == key.columns
      }
      if isLeftOut { continue }
      models[model].indexes.append(
        Index(
          name: objectNames.takeUnique(ObjectName.index(of: state.tableName, columns: key.columns)),
          terms: key.columns.map { Index.Term(column: $0) }))
    }
  }
}
