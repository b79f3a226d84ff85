import PostilCatalog
import PostilCompiler
import PostilSQL
import PostilSchema

/// Columns.
extension Planner {
  func place(_ column: String, _ table: CatalogTable) -> String {
    "\(table.name.foldedName).\(column.foldedName)"
  }

  /// Whether a column has no property because no type fits it.
  func isLeftOut(_ column: String, of table: CatalogTable) -> Bool {
    refusals.contains(.property(table: table.name, column: column))
  }

  func nameColumns(of table: CatalogTable) {
    for column in table.columns where propertyNames[place(column.name, table)] == nil {
      let name = names.propertyName(of: column.name)
      propertyNames[place(column.name, table)] = names.takeFirst(of: [name, name + "Value"], in: table.name)
    }
  }

  func propertyName(of column: String, in table: CatalogTable) -> String {
    propertyNames[place(column, table)] ?? names.propertyName(of: column)
  }

  /// The struct of a table, without the relationships of join tables.
  func imported(_ table: CatalogTable, pairs: [ManyToManyPlan]) -> ImportedStruct {
    var result = ImportedStruct(name: names.structName(of: table.name), object: table.name)
    let comments = SQLComments(of: table.sql)
    result.documentation = server?.documentation(of: table.name) ?? comments.table
    result.notes = [tableNote(table, name: result.name)]
    if case .rowID(let name) = key(of: table) {
      var id = ImportedStruct.Property(
        name: "id", column: name, type: SwiftType("ID"), isOptional: false, isLet: true, choices: [.table(table.name)])
      id.notes = [ImportedStruct.Note("@column(\(SwiftLiteral.string(name)))")]
      result.properties.append(id)
      let why = table.primaryKey.isEmpty ? "has no primary key" : "has a primary key that a model can't use"
      tell(
        table,
        "the table \(why), so 'id' is SQLite's rowid: 'VACUUM' can change its values, and foreign keys can't "
          + "reference it")
    }
    if let partitioning = server?.partitioning(of: table.name) {
      let property = propertyName(of: partitioning.column, in: table)
      let type = type(of: partitioning.column, in: table).text
      if let period = partitioning.period, !["Date", "DateComponents"].contains(type) {
        tell(
          table,
          "the server partitions the table by '\(property)' for each \(period), which needs a date, not '\(type)'")
      } else {
        let way = partitioning.period.map { "each: \($0)" } ?? "into: \(partitioning.count ?? 1)"
        result.notes.append(ImportedStruct.Note("@partitioned(by: \(property), \(way))"))
      }
    }
    if samples.unfinished.contains(table.name) {
      tell(
        table,
        "the import read \(samples.rowLimit == 0 ? "no rows" : "only the first \(samples.rowLimit) rows") of this "
          + "table; others may contain values that these types can't read")
    }
    let functions = functions.names(in: table)
    if !functions.isEmpty {
      result.notes.append(ImportedStruct.Note("@functions(\(functions.joined(separator: ", ")))"))
      tell(
        table,
        "a default calls \(Remark.list(functions)), which SQLite doesn't have; rows can be inserted only with "
          + "'SQLiteOptions(prepareConnection: { try $0.add(function: \(SwiftLiteral.string(functions[0]))) { … } })'")
    }
    for remark in collations.remarks(about: table.name) { tell(table, remark) }
    tellChangedTimestamps(of: table)
    tellConventions(of: table)
    var enumerationNames = names.structNames.union(["ID"])
    for column in table.columns {
      let guess = guess(column.name, of: table)
      if let reason = refusals.reasons[.property(table: table.name, column: column.name)] {
        tell(table, "'\(column.name)' has no property: \(reason)")
        continue
      }
      // The type of a reference comes from the key, so the remark would be wrong there.
      if let remark = guess.remark, type(of: column.name, in: table) == guess.type { tell(table, remark) }
      var property = property(column, of: table)
      property.documentation = comments.columns[column.name.foldedName] ?? []
      if let enumeration = enumeration(of: column, in: table, property: property, taken: &enumerationNames) {
        result.enumerations.append(enumeration)
        property.type = SwiftType(enumeration.name)
        property.choices.insert(.enumeration(table: table.name, column: column.name), at: 0)
      }
      result.properties.append(property)
    }
    if isNotesAlone(table) { addChecks(of: table, to: &result) }
    result.notes += structReferences(of: table)
    addUniqueKeys(of: table, to: &result)
    result.notes += indexes(of: table) + notes(ofExclusions: table)
    result.notes += pairs.flatMap { $0.notes(of: table.name) }
    result.notes += fullText(of: table) + triggers(of: table)
    // Otherwise, 'id' is generated.
    result.protocols = ["Codable", "Hashable", "Identifiable", "Sendable"]
    result.remarks = remarks[table.name] ?? []
    return result
  }

  /// Whether a property is an array of PostgreSQL.
  private func isArray(_ property: ImportedStruct.Property) -> Bool { property.type.text.hasPrefix("[") }

  /// Adds a comment that lists the columns whose timestamps are read as text.
  private func tellChangedTimestamps(of table: CatalogTable) {
    let columns = table.columns.map(\.name).filter { guess($0, of: table).isTimestampText }
    guard let reason = timestamps.reason, !columns.isEmpty else { return }
    tell(table, "\(Remark.list(columns)) \(columns.count == 1 ? "is" : "are") 'String', because \(reason)")
  }

  /// `@table`, with the statement if annotations alone can't describe the table.
  private func tableNote(_ table: CatalogTable, name: String) -> ImportedStruct.Note {
    let choice = PlannedConstruct.table(table.name)
    if isNotesAlone(table) {
      let isNamed = SnakeCase.tableName(name) == table.name
      return ImportedStruct.Note(
        isNamed ? "@table" : "@table(\(SwiftLiteral.string(table.name)))", .notes(table: table.name), choice)
    }
    return ImportedStruct.Note(lines: SwiftText.note("@table(sql: ", sql: table.sql, ")"), choice)
  }

  private func property(_ column: CatalogColumn, of table: CatalogTable) -> ImportedStruct.Property {
    let key = key(of: table)
    let name = propertyName(of: column.name, in: table)
    let isKey = key.columns.contains { same($0, column.name) }
    let generation = column.constraint(.generation)
    let clock = clockAnnotation(of: column.name, in: table)
    var property = ImportedStruct.Property(
      name: name, column: column.name, type: type(of: column.name, in: table),
      isOptional: isOptional(column, of: table),
      isLet: isKey || generation != nil || clock != nil)
    if SnakeCase.name(name) != column.name {
      property.notes.append(ImportedStruct.Note("@column(\(SwiftLiteral.string(column.name)))"))
    }
    if isKey, name != "id" || key.columns.count > 1 { property.notes.insert(ImportedStruct.Note("@primaryKey"), at: 0) }
    for reference in references[table.name] ?? [] where reference.property == name {
      property.notesAbove.append(ImportedStruct.Note(note(of: reference, target: nil), reference.choice))
    }
    for reference in references[table.name] ?? [] where reference.columns.contains(where: { same($0, column.name) }) {
      property.choices.append(reference.choice)
    }
    if isArray(property) {
      let checks = self.checks[table.name] ?? TableChecks(of: table)
      let vector = checks.dimensions(of: column.name, isNullable: property.isOptional)
      property.notes.append(ImportedStruct.Note(vector.map { "@vector(\($0.count))" } ?? "@json(array)"))
    }
    if let form = property.type.form { property.notes.append(ImportedStruct.Note("@store(as: \(form))")) }
    if isNotesAlone(table), let collation = column.constraint(.collation)?.content, property.type.text != "Decimal" {
      let isOwn = ["nocase", "binary", "rtrim"].contains(collation.lowercased())
      property.notes.append(
        ImportedStruct.Note("@collate(\(isOwn ? collation.lowercased() : SwiftLiteral.string(collation)))"))
    }
    if isNotesAlone(table), property.type.text == "Decimal",
      let digits = checks[table.name]?.digits(of: column.name)?.digits
    {
      property.notes.append(ImportedStruct.Note("@decimal(\(digits.precision), \(digits.scale))"))
    }
    if let clock {
      property.notes.append(ImportedStruct.Note("@\(clock)", .clock(table: table.name, column: column.name)))
      property.choices.append(.clock(table: table.name, column: column.name))
    } else if let generation, let expression = generation.content {
      property.notes.append(
        ImportedStruct.Note("@generated(\(SwiftLiteral.string(expression))\(generation.isStored ? ", stored" : ""))"))
    } else if let expression = column.defaultExpression, !isKey, expression.lowercased() != "null" {
      let choice = PlannedConstruct.defaultValue(table: table.name, column: column.name)
      if let reason = refusals.reasons[choice] {
        tell(
          table,
          "the default of '\(column.name)', \(expression), is set by the database and not in drafts: "
            + "\(reason)")
      } else {
        property.notes.append(ImportedStruct.Note("@default(sql: \(SwiftLiteral.string(expression)))", choice))
      }
    }
    // A row needs a value for every other column.
    if !isKey, !column.isNotNull || column.defaultExpression != nil {
      property.choices.append(.property(table: table.name, column: column.name))
    }
    property.choices.append(.table(table.name))
    return property
  }

  /// `@references(inverse: albums, onDelete: cascade)` on a property, or with the name of the relationship on the struct.
  func note(of reference: ReferencePlan, target: String?) -> String {
    var arguments: [String] = []
    if let target, let table = table(reference.table) {
      let properties = reference.columns.map { propertyName(of: $0, in: table) }
      arguments = ["\(reference.name): \(target)", "from: \(properties.joined(separator: ", "))"]
    }
    if let inverse = reference.inverse { arguments.append("inverse: \(inverse)") }
    if !reference.isEnforced { arguments.append("enforced: false") }
    if let rule = reference.rule { arguments.append("onDelete: \(rule)") }
    if !reference.isIndexed { arguments.append("unindexed") }
    return arguments.isEmpty ? "@references" : "@references(\(arguments.joined(separator: ", ")))"
  }

  private func structReferences(of table: CatalogTable) -> [ImportedStruct.Note] {
    (references[table.name] ?? []).filter { $0.property == nil }.map { reference in
      ImportedStruct.Note(
        note(of: reference, target: names.structName(of: reference.target)), reference.inverseChoice, reference.choice)
    }
  }

  /// An enum of the values listed in a check.
  private func enumeration(
    of column: CatalogColumn, in table: CatalogTable, property: ImportedStruct.Property, taken: inout Set<String>
  ) -> ImportedStruct.Enumeration? {
    guard ["String", "Int"].contains(property.type.text), property.type.form == nil,
      !key(of: table).columns.contains(where: { same($0, column.name) }), column.constraint(.generation) == nil,
      !refusals.contains(.enumeration(table: table.name, column: column.name)),
      let values = checks[table.name]?.list(of: column.name)?.values
    else { return nil }
    let isText = property.type.text == "String"
    var caseNames = EnumerationCaseNames()
    var cases: [(name: String, rawValue: String?)] = []
    for value in values {
      switch value {
      case .text(let text) where isText:
        let name = caseNames.take(for: text)
        cases.append((name, name == text ? nil : SwiftLiteral.string(text)))
      case .integer(let number) where !isText: cases.append((caseNames.take(for: number), "\(number)"))
      default: return nil
      }
    }
    if let other = otherValue(than: values, of: column.name, in: table) {
      tell(
        table,
        "'\(column.name)' is '\(property.type.text)' and not an enum, because some rows contain values that its "
          + "check doesn't list, such as \(other)")
      return nil
    }
    let name = NameStyle.words.typeName(of: column.name)
    let free = ([name, name + "Value", name + "Kind"]).first {
      SwiftWords.isPossibleNestedType($0) && !taken.contains($0)
    }
    guard let free else { return nil }
    taken.insert(free)
    return ImportedStruct.Enumeration(name: free, rawType: isText ? "String" : "Int", cases: cases)
  }

  /// A value of the column that isn't in a list, byte for byte. A check may compare values by a collation, or be newer
  /// than the row.
  private func otherValue(than list: [TableChecks.Literal], of column: String, in table: CatalogTable) -> String? {
    let cells = list.map { literal in
      switch literal {
      case .text(let text): StoredCell.text(Array(text.utf8))
      case .integer(let number): StoredCell.integer(number)
      }
    }
    let sample = sample(column, of: table)
    guard sample.values > 0 else { return nil }
    guard let found = sample.distinct else { return "more than a thousand" }
    let others = found.subtracting(cells).map(\.description).sorted()
    return others.first
  }

  /// The checks that aren't implied by a type or an enum.
  private func addChecks(of table: CatalogTable, to result: inout ImportedStruct) {
    guard let checks = checks[table.name] else { return }
    var said = Set(exclusions(of: table).compactMap { orderCheck(of: $0, table, isNamed: true) })
    for property in result.properties {
      if let typed = checks.type(of: property.column),
        TypeGuess.swiftType(of: typed.type)?.text == property.type.text
      {
        said.insert(typed.entry)
      }
      if isArray(property), let vector = checks.dimensions(of: property.column, isNullable: property.isOptional) {
        said.insert(vector.entry)
      }
      if isArray(property), let check = checks.json(of: property.column, isNullable: property.isOptional) {
        said.insert(check)
      }
      if property.type.text == "Decimal", let limited = checks.digits(of: property.column) {
        said.insert(limited.entry)
      }
      if result.enumerations.contains(where: { $0.name == property.type.text }),
        let listed = checks.list(of: property.column)
      {
        said.insert(listed.entry)
      }
    }
    for (index, entry) in checks.entries.enumerated() where !said.contains(index) {
      let own = result.properties.indices.first { position in
        ObjectName.check(of: table.name, column: result.properties[position].column) == entry.name
      }
      let literal = SwiftLiteral.string(entry.text)
      if let own {
        result.properties[own].notes.append(ImportedStruct.Note("@check(\(literal))", .notes(table: table.name)))
      } else {
        let name = entry.name == ObjectName.check(of: table.name, column: nil) ? nil : entry.name
        let argument = name.map { ", name: \(SwiftLiteral.string($0))" } ?? ""
        result.notes.append(ImportedStruct.Note("@check(\(literal)\(argument))", .notes(table: table.name)))
      }
    }
  }
}
