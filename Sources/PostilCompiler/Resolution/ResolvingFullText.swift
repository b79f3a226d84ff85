import PostilSchema

/// `@fullText`: full-text indexes.
extension Resolver {
  /// The name of the property in `Columns` and of the model's constant.
  private static let member = "fullText"

  func resolveFullText(of model: Int) {
    let state = models[model]
    guard let note = state.source.notes("fullText").first else { return }
    guard !note.columns.isEmpty else {
      return report.error(Message.missingArgument("fullText", example: "@fullText(title, body)"), at: note.place)
    }
    checkFullTextMembers(of: model)
    // A key that couldn't be resolved was reported.
    guard state.key != nil else { return }
    var columns: [String] = []
    var seen: Set<String> = []
    for term in note.columns {
      guard term.expression == nil else {
        report.error(Message.fullTextOfExpression(term.name.text), at: note.place(of: term.name))
        continue
      }
      guard let index = state.property(term.name.text) else {
        reportUnknownProperty(term.name, in: note, of: model)
        continue
      }
      let property = state.properties[index]
      guard property.type.stored.columnType == .text else {
        report.error(Message.fullTextOfNoText(property.name, property.type.text), at: note.place(of: term.name))
        continue
      }
      guard seen.insert(property.name).inserted else {
        report.error(Message.columnNamedTwice(property.name, in: "fullText"), at: note.place(of: term.name))
        continue
      }
      columns.append(property.column)
    }
    guard columns.count == note.columns.count else { return }
    let given = note.strings["name"]
    if let given { check(given.text, what: "table", at: note.place(of: given)) }
    var index = FullTextIndex(
      name: given?.text ?? "\(state.tableName)_fts", key: rowIDKey(of: model) ?? "", columns: columns,
      tokenizer: note.strings["tokenize"]?.text, prefixes: note.strings["prefix"]?.text)
    if index.key.isEmpty {
      index.keyColumns = state.keyColumns
      var names = NameRegister()
      for column in columns + index.keyColumns { _ = names.take(column) }
      index.key = names.takeUnique("entry")
    }
    let others = index.keyColumns.isEmpty ? [] : [index.entryTable, index.rowView]
    for name in [index.name] + index.shadowTables + others where !objectNames.take(name) {
      return report.error(
        Message.fullTextNameTaken(index.name, name), at: given.map { note.place(of: $0) } ?? note.place)
    }
    models[model].fullText = index
    models[model].origin.fullText = FullTextOrigin(
      place: note.place, tokenizer: note.strings["tokenize"].map { note.place(of: $0) },
      prefixes: note.strings["prefix"].map { note.place(of: $0) })
  }

  /// The column that is SQLite's rowid: a single integer key. Source: SQLite, "Rowid Tables".
  private func rowIDKey(of model: Int) -> String? {
    let state = models[model]
    guard let key = state.key, key.properties.count == 1,
      let property = state.properties.first(where: { key.properties == [$0.name] })
    else { return nil }
    switch property.type.stored.columnType {
    case .integer: return property.column
    case .unsignedInteger(let bits) where bits < 64: return property.column
    default: return nil
    }
  }

  /// Checks the names that are generated only for models with `@fullText`.
  private func checkFullTextMembers(of model: Int) {
    let name = models[model].name
    for part in index.parts(of: name) {
      for property in part.declaration.properties where property.name.text == Self.member {
        report.error(
          Message.fullTextMember(Self.member),
          at: SourcePlace(path: part.path, position: property.name.position))
      }
    }
    let type = "\(name).FullTextColumn"
    if let place = index.types[type]?.first?.place ?? index.aliases[type]?.place {
      report.error(Message.generatedTypeDeclared("FullTextColumn", model: name), at: place)
    }
  }

  /// Checks the relationships of models with `@fullText` after they are resolved.
  func checkFullTextRelationships() {
    for state in models where state.fullText != nil {
      for relationship in state.relationships where relationship.relationship.name == Self.member {
        report.error(Message.fullTextMember(Self.member), at: relationship.place)
      }
    }
  }
}
