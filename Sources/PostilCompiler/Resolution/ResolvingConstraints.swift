import PostilSQL
import PostilSchema

/// The constraints of a model whose annotations are being resolved.
private struct PendingConstraints {
  /// The names of the model's checks.
  var checkNames = NameRegister()
  /// The model's keys, before they have names.
  var keys: [PendingKey] = []
}

/// Unique keys, indexes, checks, defaults and collations.
extension Resolver {
  func resolveConstraints(of model: Int) {
    var constraints = PendingConstraints()
    resolveSingleton(model, checkNames: &constraints.checkNames)
    for index in models[model].properties.indices {
      resolveEnumCheck(of: index, model: model, names: &constraints.checkNames)
      // Indexes depend on it.
      if let note = models[model].properties[index].source.note("vector") {
        addDimensions(note, onProperty: index, of: model)
      }
    }
    for index in models[model].properties.indices {
      let notes = models[model].properties[index].source.notes
      for note in notes { resolve(note, onProperty: index, of: model, into: &constraints) }
    }
    for group in models[model].groups { resolve(group, of: model, into: &constraints) }
    for note in models[model].source.notes { resolve(note, of: model, into: &constraints) }
    nameKeys(constraints.keys, of: model)
  }

  private func resolve(
    _ note: BoundAnnotation, onProperty index: Int, of model: Int, into constraints: inout PendingConstraints
  ) {
    let property = models[model].properties[index]
    let term = BoundAnnotation.ColumnTerm(
      name: SourceText(property.name, at: property.place.position), isDescending: false)
    switch note.name {
    case "unique", "index": addKey(note, terms: [term], of: model, to: &constraints.keys)
    case "check" where property.columnsOfStruct != nil:
      addCheck(ofEmbedded: note, property, of: model, names: &constraints.checkNames)
    case "check": addCheck(note, column: property.column, of: model, names: &constraints.checkNames)
    case "default":
      guard let literal = note.strings["sql"] else { return }
      if models[model].source.keyProperties.contains(where: { $0.name == property.name }) {
        return report.error(Message.defaultOfKey(property.name), at: note.place)
      }
      if property.defaultValue != nil {
        return report.error(Message.twoDefaults(property.name), at: note.place)
      }
      let snippet = SQLSnippet(
        kind: .defaultValue, annotation: "@default", column: property.column,
        columnCheck: models[model].enumChecks[property.column], literal: literal, place: note.place)
      // The collation of an existing table was checked with its statement.
      let isStated = models[model].stated != nil
      guard let expression = isStated ? literal.text : accept(snippet, of: model) else { return }
      models[model].properties[index].sqlDefault = expression
    case "collate": addCollation(note, onProperty: index, of: model)
    case "decimal": addDigits(note, onProperty: index, of: model)
    case "json" where note.flags["array"] != nil: addElements(note, onProperty: index, of: model)
    default: break
    }
  }

  private func resolve(_ note: BoundAnnotation, of model: Int, into constraints: inout PendingConstraints) {
    switch note.name {
    case "unique", "index": addKey(note, terms: note.columns, of: model, to: &constraints.keys)
    case "check": addCheck(note, column: nil, of: model, names: &constraints.checkNames)
    default: break
    }
  }

  /// The constraints of a group: the check that keeps an optional value consistent, and its own annotations.
  private func resolve(_ group: GroupState, of model: Int, into constraints: inout PendingConstraints) {
    if models[model].stated == nil,
      let expression = group.wholeness(of: models[model].properties[group.leaves].map(\.column))
    {
      let name = ObjectName.check(of: models[model].tableName, column: group.columnBase)
      models[model].checks.append(Check(name: constraints.checkNames.takeUnique(name), expression: expression))
    }
    guard group.isOutermost else { return }
    for note in group.source.notes {
      switch note.name {
      case "unique", "index":
        addKey(
          note,
          terms: [.init(name: SourceText(group.name, at: group.source.place.position), isDescending: false)], of: model,
          to: &constraints.keys)
      case "check": addCheck(note, column: group.columnBase, of: model, names: &constraints.checkNames)
      default: break
      }
    }
  }

  /// A check in an embedded struct names the struct's own columns, and was verified there.
  private func addCheck(
    ofEmbedded note: BoundAnnotation, _ property: PropertyState, of model: Int, names: inout NameRegister
  ) {
    guard models[model].stated == nil, let literal = note.strings[""], let columns = property.columnsOfStruct,
      case .success(let expression) = SnippetScanner.scan(literal.text)
    else { return }
    var name = ObjectName.check(of: models[model].tableName, column: property.column)
    if let given = note.strings["name"] {
      check(given.text, what: "constraint", at: note.place(of: given))
      // The struct may be embedded twice.
      name = given.text
    }
    models[model].checks.append(
      Check(name: names.takeUnique(name), expression: SQLColumnNames.replacing(columns, in: expression)))
  }

  /// Adds a snippet to those that SQLite verifies.
  /// - Returns: the SQL for the DDL; `nil` if an error was reported.
  func accept(_ snippet: SQLSnippet, of model: Int) -> String? {
    let expression = scan(snippet)
    if expression != nil { models[model].origin.snippets.append(snippet) }
    return expression
  }

  /// The SQL of a snippet for the DDL; `nil` if an error was reported.
  func scan(_ snippet: SQLSnippet) -> String? {
    switch SnippetScanner.scan(snippet.literal.text) {
    case .success(let expression): return expression
    case .failure(let problem):
      report.error(
        Message.snippetRefused(snippet.annotation, problem.reason), at: snippet.place(of: problem.offset))
      return nil
    }
  }

  private func resolveEnumCheck(of index: Int, model: Int, names: inout NameRegister) {
    let property = models[model].properties[index]
    // The statement of an existing table defines the checks of its columns.
    guard models[model].stated == nil, case .raw(let name, _) = property.type.stored,
      let values = (try? types.rawType(name))?.values
    else { return }
    let list = values.map(\.sql).joined(separator: ", ")
    let check = Check(
      name: names.takeUnique(ObjectName.check(of: models[model].tableName, column: property.column)),
      expression: "\(SQLText.identifier(property.column)) IN (\(list))")
    models[model].checks.append(check)
    models[model].enumChecks[property.column] = check
  }

  private func addCheck(_ note: BoundAnnotation, column: String?, of model: Int, names: inout NameRegister) {
    guard models[model].stated == nil else {
      return report.error(Message.noteOfExistingTable("check", models[model].name), at: note.place)
    }
    guard let literal = note.strings[""] else { return }
    let snippet = SQLSnippet(
      kind: .check, annotation: "@check", column: column, literal: literal, place: note.place)
    guard let expression = accept(snippet, of: model) else { return }
    let name: String
    if let given = note.strings["name"] {
      check(given.text, what: "constraint", at: note.place(of: given))
      guard names.take(given.text) else {
        return report.error(Message.constraintTwice(given.text), at: note.place(of: given))
      }
      name = given.text
    } else {
      name = names.takeUnique(ObjectName.check(of: models[model].tableName, column: column))
    }
    models[model].checks.append(Check(name: name, expression: expression))
  }

  private func addCollation(_ note: BoundAnnotation, onProperty index: Int, of model: Int) {
    guard models[model].stated == nil else {
      return report.error(Message.noteOfExistingTable("collate", models[model].name), at: note.place)
    }
    let property = models[model].properties[index]
    guard let name = note.names[""]?.text ?? note.strings[""]?.text else { return }
    check(name, what: "collation", at: note.place)
    guard property.type.stored.isText else {
      return report.error(Message.collationOfNoText(property.name, property.type.name), at: note.place)
    }
    models[model].properties[index].collation = Self.collation(name)
  }

  private func addDigits(_ note: BoundAnnotation, onProperty index: Int, of model: Int) {
    guard models[model].stated == nil else {
      return report.error(Message.noteOfExistingTable("decimal", models[model].name), at: note.place)
    }
    let property = models[model].properties[index]
    guard property.type.stored.base == .decimal else {
      return report.error(Message.digitsOfNoDecimal(property.name, property.type.name), at: note.place)
    }
    let (precision, scale) = (note.numbers[0], note.numbers.count > 1 ? note.numbers[1] : 0)
    guard note.numbers.count <= 2, (1...38).contains(precision), (0...precision).contains(scale) else {
      return report.error(Message.digits(note.numbers), at: note.place)
    }
    models[model].properties[index].digits = DecimalDigits(precision: precision, scale: scale)
  }

  private func addElements(_ note: BoundAnnotation, onProperty index: Int, of model: Int) {
    guard models[model].stated == nil else {
      return report.error(Message.noteOfExistingTable("json(array)", models[model].name), at: note.place)
    }
    let property = models[model].properties[index]
    guard case .json(let type) = property.type.stored else { return }
    guard let elements = types.elements(of: type, in: models[model].name) else {
      return report.error(Message.elements(property.name, type), at: note.place)
    }
    models[model].properties[index].elements = elements
  }

  private func addDimensions(_ note: BoundAnnotation, onProperty index: Int, of model: Int) {
    guard models[model].stated == nil else {
      return report.error(Message.noteOfExistingTable("vector", models[model].name), at: note.place)
    }
    let property = models[model].properties[index]
    guard case .json(let type) = property.type.stored else { return }
    guard types.isVector(type, in: models[model].name) else {
      return report.error(Message.vectorOfOtherType(property.name, type), at: note.place)
    }
    guard note.numbers.count == 1, (1...16000).contains(note.numbers[0]) else {
      return report.error(Message.dimensions(note.numbers), at: note.place)
    }
    models[model].properties[index].dimensions = note.numbers[0]
  }

  /// The reason why an index or a unique key can't have these columns: only an index with `hnsw:` has a vector, and only that. `nil` if it
  /// can.
  private func vectorRefusal(_ note: BoundAnnotation, _ columns: [Index.Term], of model: Int) -> String? {
    let vectors = models[model].properties.filter { property in
      property.dimensions != nil && columns.contains { $0.column == property.column }
    }
    guard note.names["hnsw"] != nil else { return vectors.first.map { Message.keyOfVector($0.name, note.name) } }
    guard let vector = vectors.first, columns.count == 1, !columns[0].isDescending else { return Message.hnswOfOther }
    return vector.dimensions.flatMap { $0 > 2000 ? Message.hnswTooLarge(vector.name, $0) : nil }
  }

  /// The name of a collation. SQLite's built-in collations are written as in its documentation.
  static func collation(_ name: String) -> String {
    let builtin = ["nocase": "NOCASE", "binary": "BINARY", "rtrim": "RTRIM"]
    return builtin[name.foldedName] ?? name
  }

  /// A unique key or an index over columns.
  private func addKey(
    _ note: BoundAnnotation, terms: [BoundAnnotation.ColumnTerm], of model: Int, to keys: inout [PendingKey]
  ) {
    var seen: Set<String> = []
    var columns: [Index.Term] = []
    var isValid = true
    for term in terms {
      if let expression = term.expression {
        guard let sql = accept(expression, of: note, model: model) else {
          isValid = false
          continue
        }
        columns.append(Index.Term(expression: sql, isDescending: term.isDescending))
        continue
      }
      guard let leaves = models[model].leaves(term.name.text) else {
        isValid = false
        reportUnknownProperty(term.name, in: note, of: model)
        continue
      }
      for leaf in models[model].properties[leaves] {
        guard seen.insert(leaf.column).inserted else {
          isValid = false
          report.error(Message.columnNamedTwice(leaf.name, in: note.name), at: note.place(of: term.name))
          continue
        }
        columns.append(Index.Term(column: leaf.column, isDescending: term.isDescending))
      }
    }
    guard let condition = condition(of: note, model), isValid else { return }
    if let refusal = vectorRefusal(note, columns, of: model) { return report.error(refusal, at: note.place) }
    keys.append(
      PendingKey(
        model: model, note: note, columns: columns, properties: terms.map(\.name.text), condition: condition))
  }

  /// The condition of a key or an exclusion, which may have none; `nil` if an error was reported.
  func condition(of note: BoundAnnotation, _ model: Int) -> String?? {
    guard let literal = note.strings["where"] else { return .some(nil) }
    let snippet = SQLSnippet(kind: .indexCondition, annotation: "where:", literal: literal, place: note.place)
    return accept(snippet, of: model).map { .some($0) }
  }

  /// The SQL of a term that is an expression; `nil` if an error was reported.
  private func accept(_ literal: StringLiteral, of note: BoundAnnotation, model: Int) -> String? {
    let terms = SQLLexer.tokens(of: literal.text).split { $0.is(",") }
    let properties = terms.compactMap { term in
      models[model].properties.first { property in
        term.count == 1 && term[term.startIndex].isName
          && [property.column.foldedName, property.name.foldedName].contains(term[term.startIndex].foldedName)
      }?.name
    }
    if !terms.isEmpty, properties.count == terms.count {
      report.error(Message.columnsAsExpression(literal.text, properties, in: note.name), at: note.place(of: literal))
      return nil
    }
    return accept(
      SQLSnippet(kind: .indexTerm, annotation: "@\(note.name)", literal: literal, place: note.place), of: model)
  }

  func reportUnknownProperty(_ name: SourceText, in note: BoundAnnotation, of model: Int) {
    let state = models[model]
    guard !state.otherProperties.contains(name.text) || state.transientProperties.contains(name.text) else { return }
    let place = note.place(of: name)
    if state.transientProperties.contains(name.text) {
      return report.error(Message.columnIsTransient(name.text, in: note.name), at: place)
    }
    if let property = state.properties.first(where: { $0.column == name.text }) {
      return report.error(Message.columnForProperty(name.text, property: property.name), at: place)
    }
    let path = name.text.split(separator: ".").map(String.init)
    if path.count > 1, state.property(path[0]) != nil {
      return report.error(Message.unknownDirection(name.text, property: path[0]), at: place)
    }
    // The columns of an embedded struct with an error are unknown.
    if state.otherProperties.contains(path[0]) { return }
    let candidates =
      state.source.properties.map(\.name) + state.properties.map(\.name).filter { $0.contains(".") }
    let suggestion = Spelling.nearest(to: name.text, in: candidates)
    report.error(Message.unknownProperty(name.text, model: state.name, suggestion: suggestion), at: place)
  }
}
