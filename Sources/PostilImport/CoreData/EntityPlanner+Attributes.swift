import PostilCompiler
import PostilSQL
import PostilSchema

extension EntityPlanner {
  /// An attribute of an entity or its subentities, with the columns of its values.
  private struct Member {
    var attribute: EntityAttribute
    /// The path in the model: `home.city`.
    var path: String
    var columns: [String]
    /// Whether every row has it.
    var isCommon: Bool
    /// The entity that declares it, if that isn't the root.
    var entity: String
    /// The numbers of the entities whose rows must have a value.
    var requiredIn: Set<Int64> = []
    /// The keys of its values in the binding.
    var keys: [String] = []
  }

  mutating func planAttributes(of index: Int) throws {
    let root = plans[index].root
    let family = family(of: root)
    let layout = store?.layout.table(of: root)
    plans[index].table = layout?.name
    plans[index].value.documentation = family.first?.documentation ?? []
    plans[index].value.imports = Set(family.flatMap(\.imports)).sorted()
    for entity in family { plans[index].value.remarks += entity.remarks.map { Self.remark($0, entity, root) } }
    if store != nil, layout == nil {
      plans[index].value.remarks.append("the store has no table for '\(root)', so there are no rows")
    }
    var members: [Member] = []
    for entity in family {
      for attribute in entity.attributes {
        if case .composite = attribute.type {
          plans[index].value.remarks.append(
            "the parts of the composite '\(attribute.name)' are properties of their own; a struct with '@embedded' would have the same columns"
          )
        }
        for part in parts(of: attribute, path: attribute.name, entity: entity) {
          add(part, of: entity, root: root, to: &members)
        }
      }
    }
    let surveys = try survey(members, table: layout?.name)
    let rowCount =
      try layout.map { try store?.rows.number("SELECT count(*) FROM \(SQLText.identifier($0.name))") ?? 0 } ?? 0
    try planKey(of: index, members, surveys, rowCount)
    if family.count > 1 { try planEntityName(of: index, family) }
    for (member, survey) in zip(members, surveys) {
      try checkValues(of: member, survey, index)
      plan(member, survey, of: index, isKey: member.path == "id" && plans[index].keyColumn != "Z_PK")
    }
  }

  /// Whether the model states a type of an attribute that JSON can represent.
  private func isWritten(_ attribute: EntityAttribute) -> Bool {
    guard case .transformable(let text?) = attribute.type else { return false }
    return TypeShape(model).form(of: text) != nil
  }

  private static func remark(_ text: String, _ entity: Entity, _ root: String) -> String {
    entity.name == root ? text : "'\(entity.name)': \(text)"
  }

  /// The attribute, or the parts of a composite if these have columns of their own.
  private func parts(of attribute: EntityAttribute, path: String, entity: Entity) -> [(EntityAttribute, String)] {
    guard case .composite(let parts) = attribute.type else { return [(attribute, path)] }
    return parts.flatMap { part in
      var part = part
      if attribute.isOptional { part.isOptional = true }
      return self.parts(of: part, path: "\(path).\(part.name)", entity: entity)
    }
  }

  private func add(_ part: (EntityAttribute, String), of entity: Entity, root: String, to members: inout [Member]) {
    let keys = part.0.columnPaths(part.1).map { "\(entity.name).\($0)" }
    let columns = keys.compactMap { store?.binding.column($0) }
    let isCommon = entity.name == root
    let numbers = part.0.isOptional ? [] : Set(store?.layout.family(of: entity.name).map(Int64.init) ?? [])
    // Subentities can have a property of the same name and type, in columns of their own.
    if let index = members.firstIndex(where: { $0.path == part.1 && $0.attribute.type == part.0.type }) {
      members[index].columns += columns
      members[index].requiredIn.formUnion(numbers)
      members[index].keys += keys
      return
    }
    members.append(
      Member(
        attribute: part.0, path: part.1, columns: columns, isCommon: isCommon, entity: entity.name,
        requiredIn: numbers, keys: keys))
  }

  private static func expression(_ columns: [String]) -> String? {
    let names = columns.map { "t.\(SQLText.identifier($0))" }
    return names.count > 1 ? "coalesce(\(names.joined(separator: ", ")))" : names.first
  }

  /// Reads all rows once.
  private func survey(_ members: [Member], table: String?) throws -> [ColumnSurvey] {
    var surveys = members.map { member -> ColumnSurvey in
      let (forms, isGuess) = TypeShape(model, in: member.entity).forms(of: member.attribute)
      return ColumnSurvey(forms, isGuess: isGuess)
    }
    let read = members.indices.filter { !members[$0].columns.isEmpty }
    guard let store, let table, !read.isEmpty else { return surveys }
    let list = read.compactMap { Self.expression(members[$0].columns) }.joined(separator: ", ")
    try store.rows.forEach("SELECT \(list), t.Z_ENT FROM \(SQLText.identifier(table)) t") { cells in
      var entity: Int64?
      if case .integer(let number)? = cells.last { entity = number }
      for (index, cell) in zip(read, cells) {
        surveys[index].add(
          cell, isRequired: entity.map(members[index].requiredIn.contains) ?? false, files: store.files)
      }
    }
    return surveys
  }

  /// An attribute `id` that identifies each row becomes the key, as in the application; otherwise the key is Core Data's.
  private mutating func planKey(
    of index: Int, _ members: [Member], _ surveys: [ColumnSurvey], _ rowCount: Int
  ) throws {
    let place = members.firstIndex { $0.path.lowercased() == "id" && $0.isCommon }
    if let place {
      let form = surveys[place].form
      let isKey =
        switch form {
        case .uuid, .string: true
        case .integer(let bits, _): bits == 64
        default: false
        }
      let (table, expression) = (tableName(plans[index]), Self.expression(members[place].columns))
      var isUnique = !isGuess && !members[place].attribute.isOptional
      if let store, let table, let expression, rowCount > 0 {
        isUnique =
          try surveys[place].nulls == 0
          && store.rows.number("SELECT count(DISTINCT \(expression)) FROM \(table) t") == rowCount
      } else if store != nil, expression == nil {
        isUnique = false
      }
      if isKey, isUnique, members[place].path == "id" {
        if let column = members[place].columns.first { plans[index].keyColumn = column }
        plans[index].keyForm = form
        plans[index].propertyNames["id"] = "id"
        _ = plans[index].names.takeProperty("id")
        let property = ImportedStruct.Property(
          name: "id", column: "id", type: form.type, isOptional: false, isLet: true)
        plans[index].value.properties.append(property)
        plans[index].sources.append(
          EntityPlan.Source(property: "id", expression: expression, form: form, keys: members[place].keys))
        return
      }
    }
    _ = plans[index].names.takeProperty("id")
    plans[index].value.properties.append(
      ImportedStruct.Property(name: "id", column: "id", type: SwiftType("ID"), isOptional: false, isLet: true))
    plans[index].sources.append(
      EntityPlan.Source(property: "id", expression: "t.Z_PK", form: .integer(bits: 64, isSigned: true)))
    guard let place else { return }
    plans[index].value.remarks.append(
      "'\(members[place].path)' isn't the key, because "
        + (rowCount > 0 && surveys[place].nulls > 0
          ? "some rows have no value" : "its values may be missing or repeated")
        + "; it is named 'identifier', and 'id' is the number that Core Data assigned")
  }

  private mutating func planEntityName(of index: Int, _ family: [Entity]) throws {
    let layout = store?.layout
    let found =
      try tableName(plans[index]).map { table in
        try store?.rows.database.run("SELECT DISTINCT Z_ENT FROM \(table) WHERE Z_ENT IS NOT NULL ORDER BY 1")
          .compactMap { $0.flatMap { Int($0) } } ?? []
      } ?? []
    func number(_ name: String) -> Int? { layout?.entities.first { $0.name == name }?.number }
    var rows = family.filter { entity in !entity.isAbstract || number(entity.name).map(found.contains) == true }
    let unknown = found.filter { number in !family.contains { entity in layout?.entity(number)?.name == entity.name } }
    for number in unknown {
      rows.append(Entity(name: "Unknown\(number)"))
      plans[index].value.remarks.append("some rows have the entity number \(number), which the store doesn't list")
    }
    let type = plans.contains { $0.value.name == "Entity" } ? "EntityName" : "Entity"
    var names = EnumerationCaseNames()
    let cases = rows.map { entity -> (name: String, rawValue: String?) in
      let name = names.take(for: entity.name)
      return (name, name == entity.name ? nil : SwiftLiteral.string(entity.name))
    }
    plans[index].value.enumerations.append(ImportedStruct.Enumeration(name: type, rawType: "String", cases: cases))
    let property = plans[index].names.takeProperty("entity", or: "entityName")
    var numbers: [Int64: String] = [:]
    for entity in rows {
      if let number = number(entity.name) { numbers[Int64(number)] = entity.name }
    }
    for number in unknown { numbers[Int64(number)] = "Unknown\(number)" }
    plans[index].sources.append(
      EntityPlan.Source(property: property.name, expression: "t.Z_ENT", form: .entityName(numbers, type: type)))
    var value = ImportedStruct.Property(
      name: property.name, column: "", type: SwiftType(type), isOptional: false, isLet: true)
    value.documentation = ["The entity of the row; the properties of the other entities are 'nil'."]
    plans[index].value.properties.append(value)
    let others = family.dropFirst().map { "'\($0.name)'" }.joined(separator: ", ")
    plans[index].value.remarks.append(
      "the struct also contains the rows of \(others), which inherit from '\(family[0].name)'; 'entity' distinguishes "
        + "them, and properties that only some of them have are optional")
  }

  /// A required property has a value in each row, unless the user names its column, or none.
  private mutating func checkValues(of member: Member, _ survey: ColumnSurvey, _ index: Int) throws {
    let key = member.keys[0]
    guard let store, let table = tableName(plans[index]), !member.requiredIn.isEmpty, !member.attribute.isTransient,
      member.keys.allSatisfy({ store.stated[$0] == nil })
    else { return }
    guard let column = member.columns.first else {
      let numbers = member.requiredIn.sorted().map(String.init).joined(separator: ", ")
      let rows = try store.rows.number("SELECT count(*) FROM \(table) WHERE Z_ENT IN (\(numbers))")
      return addMissingColumn(of: key, index, rows)
    }
    addMissingValues(of: key, column, survey.missing)
  }

  /// Stops the import if rows have no value of a required property.
  mutating func addMissingValues(of key: String, _ column: String, _ rows: Int) {
    guard rows > 0 else { return }
    problems.append(
      "'\(key)' is required by the model, but \(Self.rows(rows)) no value in its column '\(column)'; if its values are in another "
        + "column, pass '--columns \(key)=COLUMN', and to import it as optional, '--columns \(key)=\(column)'")
  }

  /// Stops the import if the store has rows, but no column of a required property.
  mutating func addMissingColumn(of key: String, _ index: Int, _ rows: Int) {
    guard rows > 0 else { return }
    problems.append(
      "'\(key)' is required by the model, but '\(plans[index].table ?? "")' has no column for it; pass the model of the version that wrote the store, or "
        + "the column as '--columns \(key)=COLUMN', or '--columns \(key)=none' to import the property without values")
  }

  private mutating func plan(_ member: Member, _ survey: ColumnSurvey, of index: Int, isKey: Bool) {
    let form = survey.form
    let attribute = member.attribute
    let shape = TypeShape(model, in: member.entity)
    let preferred = shape.forms(of: attribute).forms.first
    if isKey || member.path == "id" && plans[index].propertyNames["id"] == "id" { return }
    let path = member.path.split(separator: ".").map(String.init)
    let joined = (path.first ?? "") + path.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let wanted = joined.lowercased() == "id" ? "identifier" : joined
    let alternative =
      member.entity.prefix(1).lowercased() + member.entity.dropFirst() + wanted.prefix(1).uppercased()
      + wanted.dropFirst()
    let name = plans[index].names.takeProperty(wanted, or: String(alternative))
    let expression = Self.expression(member.columns)
    plans[index].propertyNames[member.path] = name.name
    plans[index].columnNames[member.path] = expression
    var type = form.type
    var note: String? = form.isJSON ? "@json" : nil
    if store == nil || expression == nil, case .custom(let text) = attribute.type {
      (type, note) = (SwiftType(text), shape.isColumn(text) ? nil : "@json")
    } else if expression == nil, case .transformable = attribute.type, case .json = form, !isWritten(attribute) {
      // Nothing shows what the transformer writes.
      (type, note) = (SwiftType("Data"), nil)
    }
    var isOptional = attribute.isOptional || !member.isCommon
    if store != nil, !attribute.isTransient {
      if expression == nil {
        plans[index].value.remarks.append("the store has no column for '\(member.path)', so the property has no values")
        isOptional = true
      } else if survey.nulls > 0, !isOptional {
        plans[index].value.remarks.append(
          "'\(name.name)' is required by the model, but \(Self.rows(survey.nulls)) no value, so it is optional")
        isOptional = true
      } else if case .unknown = attribute.type, survey.values > 0, survey.nulls == 0 {
        isOptional = false
      }
    }
    var property = ImportedStruct.Property(
      name: name.name, column: "", type: type, isOptional: isOptional, isLet: attribute.isLet && !isOptional)
    property.documentation = attribute.documentation
    if let column = name.column {
      property.notes.append(ImportedStruct.Note("@column(\(SwiftLiteral.string(column)))"))
    }
    if let note, !attribute.isTransient { property.notes.append(ImportedStruct.Note(note)) }
    if let storage = type.form { property.notes.append(ImportedStruct.Note("@store(as: \(storage))")) }
    if attribute.isTransient { property.notes.append(ImportedStruct.Note("@transient")) }
    if form == preferred || store == nil {
      property.initialValue = isOptional && attribute.defaultValue == "nil" ? nil : attribute.defaultValue
    }
    if !member.isCommon { property.initialValue = nil }
    if attribute.isTransient { property.initialValue = attribute.defaultValue }
    if form == preferred || store == nil || expression == nil, let written = attribute.swiftType {
      property.type.text = written
    }
    if !shape.isHashable(property.type.text) {
      plans[index].value.protocols.removeAll { $0 == "Hashable" }
    }
    if property.isLet, property.initialValue != nil { property.isLet = false }
    plans[index].value.properties.append(property)
    switch attribute.type {
    case .custom(let text), .choice(let text, _), .transformable(let text?):
      usedTypes.formUnion(shape.declaredTypes(in: text))
    default: break
    }
    guard !attribute.isTransient else { return }
    plans[index].sources.append(
      EntityPlan.Source(property: name.name, expression: expression, form: form, keys: member.keys))
    report(survey, form, of: attribute, name.name, index)
  }

  static func rows(_ count: Int) -> String { count == 1 ? "1 row has" : "\(count) rows have" }
}
