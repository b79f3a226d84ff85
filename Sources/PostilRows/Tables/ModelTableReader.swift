import PostilCompiler
import PostilSQL
import PostilSchema

/// Describes the tables of compiled models.
struct ModelTableReader {
  let models: CompiledModels
  let tables: [String: Table]
  private let modelsByName: [String: ResolvedModel]

  init(_ models: CompiledModels, _ tables: [String: Table]) {
    self.models = models
    self.tables = tables
    modelsByName = Dictionary(
      models.structs.flatMap { model, graph in
        // A target names its own models without its module, and other targets name them with it.
        [(model.swiftName, model)] + (model.module == nil ? [("\(graph.target).\(model.swiftName)", model)] : [])
      }, uniquingKeysWith: { first, _ in first })
  }

  func table(of model: ResolvedModel, in graph: ModelGraph) -> ModelTable {
    var table = ModelTable(
      name: model.table.name, swiftName: model.swiftName, target: model.module ?? graph.target,
      documentation: model.documentation, kind: model.isView ? .view : .table,
      columns: model.properties.flatMap { columns(of: $0, in: model) },
      key: model.isView ? [] : model.table.primaryKey.columns, model: model,
      hasRowID: !model.isView && !model.table.isWithoutRowID)
    table.checks = model.table.checks
    table.uniqueKeys = model.table.uniqueConstraints.map(\.columns)
    let context = ModelContext(model, in: graph, names: RuntimeNames(declared: [], imports: []))
    table.relationships = model.relationships.compactMap { relationship($0, of: model, context) }
    table.displayColumns = displayColumns(of: table, model)
    return table
  }

  /// The columns that people recognise a row by: those that `@display` names, or a title, a name, or a first and a last name; otherwise
  /// the first text.
  private func displayColumns(of table: ModelTable, _ model: ResolvedModel) -> [String] {
    let chosen = model.origin.displayProperties.compactMap { property in
      table.columns.first { $0.swiftName == property }
    }
    if !chosen.isEmpty { return chosen.map(\.name) }
    if let own = table.columns.first(where: \.isDisplay) { return [own.name] }
    let texts = table.columns.filter { $0.form == .text && $0.role != .lazy }
    func words(_ column: ModelColumn) -> String {
      let words = column.name.filter { $0 != "_" }.lowercased()
      // 'artist_name' of 'artist' is its name.
      let model = table.name.filter { $0 != "_" }.lowercased()
      return words.hasPrefix(model) && words != model ? String(words.dropFirst(model.count)) : words
    }
    func named(_ names: String...) -> ModelColumn? {
      names.lazy.compactMap { name in texts.first { words($0) == name } }.first
    }
    if let title = named("title", "displayname", "fullname", "name") { return [title.name] }
    if let last = named("lastname", "surname", "familyname") {
      return ([named("firstname", "givenname", "forename")?.name, last.name] as [String?]).compactMap(\.self)
    }
    let first = named("firstname", "companyname", "label", "subject", "username", "email") ?? texts.first
    return first.map { [$0.name] } ?? []
  }

  // MARK: - Columns

  private func columns(of property: ResolvedProperty, in model: ResolvedModel) -> [ModelColumn] {
    property.columns.compactMap { part in
      guard let column = model.table.columns.first(where: { $0.name == part.name }) else { return nil }
      let origin = model.origin.column(part.name)
      let type = origin?.type
      let isSettable = !model.isView && !property.isLet && !model.key.properties.contains(property.name)
      var valueType = type?.name ?? property.type
      if valueType == "ID" { valueType = "\(model.swiftName).ID" }
      let stored = type?.stored
      var result = ModelColumn(
        name: part.name, swiftName: part.property, swiftType: valueType + (part.isOptional ? "?" : ""),
        valueType: valueType, type: column.type, sqlType: SQLiteColumnType.name(of: column.type),
        form: form(of: column.type, stored: stored), isOptional: part.isOptional, role: property.role,
        isAssigned: model.key.isAssigned && model.key.properties.contains(property.name), isLet: !isSettable,
        hasDefault: origin?.hasDefault ?? (property.defaultValue != nil || property.sqlDefault != nil),
        defaultSQL: column.initialValue ?? column.defaultExpression, collation: column.collation,
        documentation: property.documentation, isDisplay: origin?.annotations["display"] != nil, stored: stored)
      if let choices = choices(of: stored, of: column.name, in: model.table)
        ?? checkedChoices(of: result, in: model.table)
      {
        result.choices = choices
        result.form = .enum
      }
      return result
    }
  }

  private func form(of type: ColumnType, stored: StoredType?) -> ColumnForm {
    stored?.base == .url ? .url : ColumnForm(type)
  }

  /// The values of an enum, which a check lists, with the names of the cases; `nil` for any other type. A view has no checks, so that the
  /// values are those of a table's column with the same type.
  private func choices(of stored: StoredType?, of column: String, in table: Table) -> [ModelColumn.Choice]? {
    if let own = listedChoices(of: stored, of: column, in: table) { return own }
    guard case .raw? = stored else { return nil }
    for (model, _) in models.structs where !model.isView {
      for column in model.table.columns where model.origin.column(column.name)?.type.stored == stored {
        if let choices = listedChoices(of: stored, of: column.name, in: model.table) { return choices }
      }
    }
    return nil
  }

  private func listedChoices(of stored: StoredType?, of column: String, in table: Table) -> [ModelColumn.Choice]? {
    guard case .raw(let name, _) = stored, let cases = models.enumCases[name] else { return nil }
    let head = "\(SQLText.identifier(column)) IN ("
    guard let check = table.checks.first(where: { $0.expression.hasPrefix(head) && $0.expression.hasSuffix(")") })
    else { return nil }
    let values = SQLLexer.tokens(of: String(check.expression.dropFirst(head.count).dropLast())).map(\.text)
    // A negative number is two tokens.
    let literals = values.joined(separator: " ").split(separator: " , ").map {
      JSONTree(sqlLiteral: $0.replacing("- ", with: "-"))
    }
    guard literals.count == cases.count else { return nil }
    return zip(literals, cases).map { value, name in
      value.map { ModelColumn.Choice(value: $0, name: name, swiftCase: name) }
    }.compactMap { $0 }
  }

  /// The values that a check lists for a column whose type isn't an enum, as in imported tables: `kind IN ('a', 'b')`, also beside
  /// other conditions.
  private func checkedChoices(of column: ModelColumn, in table: Table) -> [ModelColumn.Choice]? {
    guard [.text, .integer].contains(column.form),
      !table.foreignKeys.contains(where: { $0.columns.contains(column.name) })
    else { return nil }
    for check in table.checks {
      guard let values = CheckedValues.list(of: column.name, in: check.expression) else { continue }
      let cases: [JSONTree: String] =
        if case .raw(let name, _)? = column.stored { models.rawCases[name] ?? [:] } else { [:] }
      let choices = values.map { ModelColumn.Choice(value: $0, name: $0.string ?? $0.text, swiftCase: cases[$0]) }
      // A large list, or values of another type, are no choices of a person.
      guard choices.count <= 200, values.allSatisfy({ ($0.string != nil) == (column.form == .text) }) else { continue }
      return choices
    }
    return nil
  }

  // MARK: - Relationships

  private func relationship(
    _ relationship: ResolvedRelationship, of model: ResolvedModel, _ context: ModelContext
  ) -> ModelRelationship? {
    guard let target = modelsByName[relationship.target] else { return nil }
    let kind: ModelRelationship.Kind =
      switch relationship.kind {
      case .toOne: .toOne
      case .hasOne: .hasOne
      case .hasMany: .toMany
      case .manyToMany: .manyToMany
      }
    var isLet = relationship.isLet
    if kind == .toOne {
      isLet = model.properties.contains {
        relationship.keyProperties.contains($0.name)
          && ($0.isLet || $0.role != .stored || model.key.properties.contains($0.name))
      }
    }
    let statements = RelationshipStatements(RelationshipContext(relationship, of: context), isLet: isLet)
    return ModelRelationship(
      name: relationship.name, kind: kind, owner: model.table.name, table: target.table.name, near: relationship.near,
      far: relationship.far, join: relationship.join.map { ($0.table, $0.near, $0.far) },
      isRequired: relationship.isRequired, isLet: isLet, order: relationship.order,
      minimum: relationship.arity.minimum, maximum: relationship.arity.maximum, inverse: relationship.inverse,
      documentation: relationship.origin, resolved: relationship,
      statements: statements)
  }

  /// Adds a to-many to each table for references that have no inverse: `Item.project` for the items of a project.
  func addReverseRelationships(to tables: inout [ModelTable]) {
    let positions = Dictionary(
      tables.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let references = tables.flatMap { table in
      table.kind == .table
        ? table.relationships.filter { $0.kind == .toOne && $0.inverse == nil }.map { (table, $0) } : []
    }
    for (table, reference) in references {
      guard let position = positions[reference.table] else { continue }
      let isUnique = table.uniqueKeys.contains { Set($0) == Set(reference.near) } || table.key == reference.near
      tables[position].relationships.append(
        ModelRelationship(
          name: "\(table.swiftName).\(reference.name)", kind: isUnique ? .hasOne : .toMany, owner: reference.table,
          table: table.name, near: reference.far, far: reference.near, isDeclared: false,
          isRequired: reference.isRequired, isLet: reference.isLet, inverse: reference.name,
          documentation: "the reverse of '\(table.swiftName).\(reference.name)'", resolved: reference.resolved,
          statements: reference.statements))
    }
  }

  // MARK: - Join tables

  /// The tables that only relationships declare.
  func joinTables(_ structs: [ResolvedModel], _ graphs: [ModelGraph]) -> [ModelTable] {
    var seen: Set<String> = []
    return structs.flatMap { model in
      model.relationships.compactMap { relationship in
        guard let join = relationship.join, join.through == nil, seen.insert(join.table).inserted,
          let table = tables[join.table], let target = modelsByName[relationship.target]
        else { return nil }
        return joinTable(table, join, model, target, name: "\(model.swiftName).\(relationship.name)")
      }
    }
  }

  private func joinTable(
    _ table: Table, _ join: ResolvedJoin, _ near: ResolvedModel, _ far: ResolvedModel, name: String
  ) -> ModelTable {
    func keyColumns(_ model: ResolvedModel) -> [ModelColumn] {
      let all = model.properties.flatMap { self.columns(of: $0, in: model) }
      return model.table.primaryKey.columns.compactMap { key in all.first { $0.name == key } }
    }
    let types = Dictionary(
      zip(join.near + join.far, keyColumns(near) + keyColumns(far)), uniquingKeysWith: { first, _ in first })
    let columns = table.columns.map { column -> ModelColumn in
      let key = types[column.name]
      return ModelColumn(
        name: column.name, swiftName: column.name, swiftType: key?.valueType ?? "Int64",
        valueType: key?.valueType ?? "Int64", type: column.type, sqlType: SQLiteColumnType.name(of: column.type),
        form: key?.form ?? ColumnForm(column.type), isOptional: column.isNullable, choices: key?.choices ?? [],
        role: .stored, isAssigned: false, isLet: true, hasDefault: column.defaultExpression != nil,
        defaultSQL: column.defaultExpression, collation: column.collation, documentation: column.documentation,
        stored: key?.stored)
    }
    func reference(_ columns: [String], _ model: ResolvedModel) -> ModelRelationship {
      ModelRelationship(
        name: columns.joined(separator: ", "), kind: .toOne, owner: table.name, table: model.table.name, near: columns,
        far: model.table.primaryKey.columns, isRequired: true, isLet: true, documentation: name)
    }
    return ModelTable(
      name: table.name, swiftName: name, target: "", documentation: table.documentation, kind: .join, columns: columns,
      key: table.primaryKey.columns, relationships: [reference(join.near, near), reference(join.far, far)],
      hasRowID: !table.isWithoutRowID)
  }
}
