import PostilCompiler
import PostilSQL
import PostilSchema

/// Plans the references and many-to-many relationships of a model.
///
/// A foreign key has the delete rule of its inverse: `cascade` of `Project.items` becomes `onDelete: cascade` of `Item.projectID`. If
/// the rows of a store violate a rule of the model, the rule is left out and a remark says so.
struct RelationshipPlanner {
  var planner: EntityPlanner
  private var handled: Set<String> = []
  /// The entities that a required reference leads to, by root entity.
  private var required: [String: Set<String>] = [:]

  init(_ planner: EntityPlanner) { self.planner = planner }

  private var model: EntityModel { planner.model }

  /// - Throws: `ScratchDatabase.Failure`
  mutating func plan() throws {
    // Names of relationships are kept before those that have to be derived.
    for entity in model.entities {
      for relationship in entity.relationships where !handled.contains("\(entity.name).\(relationship.name)") {
        try plan(relationship, of: entity)
      }
    }
  }

  private mutating func plan(_ relationship: EntityRelationship, of entity: Entity) throws {
    handled.insert("\(entity.name).\(relationship.name)")
    guard let destination = model.entity(relationship.destination) else {
      return remark(
        "the relationship '\(relationship.name)' leads to the unknown entity '\(relationship.destination)'", entity)
    }
    let inverse = model.inverse(of: relationship, on: entity)
    var holder = destination
    if let inverse {
      let owners = [destination] + model.ancestors(of: destination)
      holder = owners.first { $0.relationships.contains { $0.name == inverse.name } } ?? destination
      handled.insert("\(holder.name).\(inverse.name)")
    }
    switch (relationship.isToMany, inverse?.isToMany) {
    case (true, true?): try addPairs(relationship, of: entity, inverse, of: holder)
    case (true, false?): if let inverse { try addReference(inverse, of: holder, members: relationship, of: entity) }
    case (true, nil): try addMembers(relationship, of: entity, destination)
    case (false, true?): try addReference(relationship, of: entity, members: inverse, of: holder)
    case (false, nil): try addReference(relationship, of: entity, members: nil, of: destination)
    case (false, false?):
      guard let inverse, inverse.name != relationship.name || holder.name != entity.name else {
        return try addReference(relationship, of: entity, members: nil, of: destination)
      }
      let differences = try differences(relationship, of: entity, inverse, of: holder)
      if differences > 0 {
        remark(
          "'\(relationship.name)' and '\(holder.name).\(inverse.name)' are inverses, but \(EntityPlanner.rows(differences)) different values "
            + "on both sides, so each is a reference of its own", entity)
        try addReference(inverse, of: holder, members: nil, of: entity)
        return try addReference(relationship, of: entity, members: nil, of: destination)
      }
      // The key is on the side that depends on the other one.
      let isDependent =
        inverse.deleteRule == .cascade
        || relationship.deleteRule != .cascade && (!relationship.isOptional || inverse.isOptional)
      if isDependent {
        try addReference(relationship, of: entity, members: inverse, of: holder)
      } else {
        try addReference(inverse, of: holder, members: relationship, of: entity)
      }
    }
  }

  /// The number of rows whose other row of a one-to-one relationship doesn't refer back. Core Data stores both sides.
  private func differences(
    _ relationship: EntityRelationship, of entity: Entity, _ inverse: EntityRelationship, of holder: Entity
  ) throws -> Int {
    guard let store = planner.store, let index = planner.index(of: entity.name),
      let other = planner.index(of: holder.name), let table = planner.tableName(planner.plans[index]),
      let otherTable = planner.tableName(planner.plans[other]),
      let column = store.binding.column(entity.name, relationship.name).map(SQLText.identifier),
      let back = store.binding.column(holder.name, inverse.name).map(SQLText.identifier)
    else { return 0 }
    func count(_ table: String, _ column: String, _ other: String, _ back: String) throws -> Int {
      try store.rows.number(
        "SELECT count(*) FROM \(table) t JOIN \(other) o ON o.Z_PK = t.\(column) WHERE o.\(back) IS NOT t.Z_PK")
    }
    return try count(table, column, otherTable, back) + count(otherTable, back, table, column)
  }

  private mutating func remark(_ text: String, _ entity: Entity) {
    guard let index = planner.index(of: entity.name) else { return }
    planner.update(index) { $0.value.remarks.append(text) }
  }

  /// A to-many relationship without an inverse: a join table, or a column in the table of the members.
  private mutating func addMembers(_ relationship: EntityRelationship, of entity: Entity, _ destination: Entity) throws
  {
    if planner.store?.binding.pairs["\(entity.name).\(relationship.name)"] != nil {
      return try addPairs(relationship, of: entity, nil, of: destination)
    }
    var reference = EntityRelationship(
      name: entity.name.prefix(1).lowercased() + entity.name.dropFirst(), destination: entity.name)
    reference.isOptional = true
    remark(
      "'\(relationship.name)' has no inverse; each '\(destination.name)' can be a member of one '\(entity.name)', as in Core Data. "
        + "Write '@manyToMany' if it can belong to several", entity)
    try addReference(
      reference, of: destination, members: relationship, of: entity,
      foreignKey: "\(entity.name).\(relationship.name)")
  }

  /// Adds a reference from `child` to `parent`.
  /// - Parameter members: the relationship of the parent that contains the children.
  private mutating func addReference(
    _ relationship: EntityRelationship, of child: Entity, members: EntityRelationship?, of parent: Entity,
    foreignKey: String? = nil
  ) throws {
    guard let index = planner.index(of: child.name), let parentIndex = planner.index(of: relationship.destination)
    else {
      return
    }
    let plan = planner.plans[index]
    let key = foreignKey ?? "\(child.name).\(relationship.name)"
    let column = planner.store?.binding.column(key)
    var isOptional = relationship.isOptional || child.name != plan.root
    var remarks: [String] = []
    let source = try source(column, from: index, to: parentIndex)
    if planner.store != nil, source == nil {
      remarks.append("the store has no column for '\(relationship.name)', so the reference has no values")
      isOptional = true
    }
    try checkValues(of: relationship, of: child, source, index)
    if let source {
      if source.dangling > 0 {
        let text =
          "\(EntityPlanner.rows(source.dangling)) a '\(relationship.name)' that doesn't exist, as Core Data allows; the reference is 'nil' in "
          + "the copy"
        remarks.append(text)
        planner.warnings.append("'\(plan.value.name)': \(text)")
      }
      if source.nulls > 0, !isOptional {
        remarks.append(
          "'\(relationship.name)' is required by the model, but \(EntityPlanner.rows(source.nulls)) none, so it is optional"
        )
        isOptional = true
      }
    }
    if !isOptional, closesCycle(from: plan.root, to: planner.plans[parentIndex].root) {
      remarks.append("'\(relationship.name)' is optional, because models that require one another can't be inserted")
      isOptional = true
    }
    if !isOptional { required[plan.root, default: []].insert(planner.plans[parentIndex].root) }

    var names = planner.plans[index].names
    let taken = names.takeReference(relationship.name)
    planner.update(index) { $0.names = names }
    if taken.relationship != relationship.name {
      remarks.append(
        "the relationship '\(relationship.name)' is named '\(taken.relationship)', because another property has that name"
      )
    }
    var arguments: [String] = []
    let inverseName =
      members?.name
      ?? (members == nil && model.inverse(of: relationship, on: child) == nil ? relationship.inverse : nil)
      ?? guessedMembers(of: child, relationship, parent: parentIndex)
    let isToOne = members.map { !$0.isToMany } ?? false
    var isOrdered = members?.isOrdered ?? relationship.isOrdered
    if isToOne { isOrdered = false }
    if let inverseName {
      var names = planner.plans[parentIndex].names
      let name = names.takeRelationship(inverseName)
      planner.update(parentIndex) { $0.names = names }
      arguments.append("inverse: \(name)")
      if isOrdered, let source { addPosition(name, of: parentIndex, source, index) }
    }
    if let rule = deleteRule(members, relationship, isOptional: isOptional, &remarks) {
      arguments.append("onDelete: \(rule)")
    }
    if isOrdered, inverseName != nil { arguments.append("ordered") }
    if let members, members.isToMany, inverseName != nil {
      arguments += try limits(members, of: parent, source, child: index, parent: parentIndex, &remarks)
    }
    var property = ImportedStruct.Property(
      name: taken.property, column: "", type: SwiftType("\(planner.plans[parentIndex].value.name).ID"),
      isOptional: isOptional, isLet: false)
    property.documentation = relationship.documentation
    var note = "@references" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
    if let column = taken.column { note += " @column(\(SwiftLiteral.string(column)))" }
    if isToOne {
      if let source, source.hasDuplicates {
        remarks.append(
          "several rows have the same '\(relationship.name)', so it is a to-many relationship instead of a one-to-one")
      } else {
        note += " @unique"
      }
    }
    property.notesAbove.append(ImportedStruct.Note(note))
    let destination = planner.plans[parentIndex].root
    planner.update(index) { plan in
      plan.value.properties.append(property)
      plan.value.remarks += remarks
      plan.propertyNames[relationship.name] = taken.property
      plan.columnNames[relationship.name] = source?.expression
      plan.sources.append(
        EntityPlan.Source(
          property: taken.property, expression: source?.expression, form: source?.form ?? .any,
          keys: [key], destination: destination))
    }
  }

  /// A required reference has a value in each row, unless the user names its column, or none.
  private mutating func checkValues(
    of relationship: EntityRelationship, of child: Entity, _ source: ReferenceSource?, _ index: Int
  ) throws {
    let key = "\(child.name).\(relationship.name)"
    guard let store = planner.store, let table = planner.tableName(planner.plans[index]), !relationship.isOptional,
      store.stated[key] == nil
    else { return }
    let numbers = store.layout.family(of: child.name).map(String.init).joined(separator: ", ")
    let rows = "SELECT count(*) FROM \(table) t WHERE Z_ENT IN (\(numbers))"
    guard let source else { return planner.addMissingColumn(of: key, index, try store.rows.number(rows)) }
    let column = source.column
    planner.addMissingValues(
      of: key, column, try store.rows.number("\(rows) AND t.\(SQLText.identifier(column)) IS NULL"))
  }

  /// The name of the to-many side if only the store shows the reference.
  private func guessedMembers(of child: Entity, _ relationship: EntityRelationship, parent: Int) -> String? {
    guard planner.isGuess else { return nil }
    let words = Words.split(child.name)
    let plural = Words.lowerCamel(words.dropLast() + (words.last.map { [Plural.plural($0)] } ?? []))
    let base = relationship.name.lowercased() == relationship.destination.lowercased()
    return base ? plural : plural + "By" + relationship.name.prefix(1).uppercased() + relationship.name.dropFirst()
  }

  /// The values of a reference in the store.
  private struct ReferenceSource {
    var expression: String
    var form: StoredForm
    /// The table of the rows, and the column with the key of the other row.
    var table: String
    var column: String
    var nulls: Int
    var dangling: Int
    var hasDuplicates: Bool
  }

  private func source(_ column: String?, from child: Int, to parent: Int) throws -> ReferenceSource? {
    guard let store = planner.store, let column, let table = planner.tableName(planner.plans[child]) else { return nil }
    let other = planner.plans[parent]
    let name = "t.\(SQLText.identifier(column))"
    guard let target = planner.tableName(other) else { return nil }
    let expression =
      "(SELECT k.\(SQLText.identifier(other.keyColumn)) FROM \(target) k WHERE k.Z_PK = \(name))"
    let nulls = try store.rows.number("SELECT count(*) FROM \(table) t WHERE \(expression) IS NULL")
    let dangling =
      nulls == 0
      ? 0 : try store.rows.number("SELECT count(*) FROM \(table) t WHERE \(name) IS NOT NULL AND \(expression) IS NULL")
    let duplicates = try store.rows.number(
      "SELECT count(*) FROM (SELECT 1 FROM \(table) t WHERE \(name) IS NOT NULL GROUP BY \(name) HAVING count(*) > 1 LIMIT 1)"
    )
    return ReferenceSource(
      expression: expression, form: other.keyForm, table: table, column: column, nulls: nulls, dangling: dangling,
      hasDuplicates: duplicates > 0)
  }

  /// Core Data's numbers of an order become positions with gaps, as Postil's triggers assign them.
  private mutating func addPosition(_ relationship: String, of parent: Int, _ source: ReferenceSource, _ index: Int) {
    guard let table = planner.plans[index].table else { return }
    let order = "Z_FOK_" + source.column.dropFirst()
    let hasOrder = planner.store?.layout.tables.first { $0.name == table }?.column(order) != nil
    let terms = (hasOrder ? "t.\(SQLText.identifier(order)), " : "") + "t.Z_PK"
    let column = "t.\(SQLText.identifier(source.column))"
    let expression =
      "CASE WHEN \(source.expression) IS NOT NULL THEN "
      + "(row_number() OVER (PARTITION BY \(column) ORDER BY \(terms)) - 1) * 4096 END"
    let owner = planner.plans[parent].value.name
    planner.update(index) {
      $0.positions.append(EntityPlan.Position(owner: owner, relationship: relationship, expression: expression))
    }
  }

  private func deleteRule(
    _ members: EntityRelationship?, _ relationship: EntityRelationship, isOptional: Bool, _ remarks: inout [String]
  ) -> String? {
    if relationship.deleteRule == .cascade || relationship.deleteRule == .deny {
      remarks.append(
        "deleting a row doesn't \(relationship.deleteRule == .deny ? "fail because of" : "delete") its '\(relationship.name)' any more, because a "
          + "foreign key acts only in the other direction; write a trigger if that is needed")
    }
    switch members?.deleteRule {
    case .cascade?: return "cascade"
    case .deny?: return isOptional ? "deny" : nil
    // Core Data leaves the reference dangling, which a foreign key doesn't allow.
    case .noAction?: return "noAction"
    case .nullify?, nil:
      if !isOptional, members != nil {
        remarks.append(
          "the model's delete rule would set the required '\(relationship.name)' to 'nil'; deleting the other row is refused instead, "
            + "write 'onDelete: cascade' if this row should be deleted with it")
      }
      return nil
    }
  }

  /// `min:` and `max:`, unless rows of the store violate them.
  private func limits(
    _ members: EntityRelationship, of parent: Entity, _ source: ReferenceSource?, child: Int, parent parentIndex: Int,
    _ remarks: inout [String]
  ) throws -> [String] {
    var arguments: [String] = []
    let owner = planner.plans[parentIndex]
    if let minimum = members.minimum {
      var isKept = parent.name == owner.root && planner.family(of: owner.root).count == 1
      if !isKept {
        remarks.append("the minimum of '\(members.name)' is left out, because the struct also contains other entities")
      } else if let source, let store = planner.store, let table = planner.tableName(owner) {
        let column = SQLText.identifier(source.column)
        let few = try store.rows.number(
          """
          SELECT count(*) FROM \(table) p
          LEFT JOIN (SELECT t.\(column) k, count(*) c FROM \(source.table) t GROUP BY 1) m ON m.k = p.Z_PK
          WHERE coalesce(m.c, 0) < \(minimum)
          """)
        if few > 0 {
          isKept = false
          remarks.append(
            "\(EntityPlanner.rows(few)) fewer '\(members.name)' than the model's minimum of \(minimum), which is left out"
          )
        }
      }
      if isKept { arguments.append("min: \(minimum)") }
    }
    if let maximum = members.maximum {
      var many = 0
      if let source, let store = planner.store {
        many = try store.rows.number(
          "SELECT count(*) FROM (SELECT 1 FROM \(source.table) t WHERE t.\(SQLText.identifier(source.column)) IS NOT NULL "
            + "GROUP BY t.\(SQLText.identifier(source.column)) HAVING count(*) > \(maximum))")
      }
      if many > 0 {
        remarks.append(
          "\(EntityPlanner.rows(many)) more '\(members.name)' than the model's maximum of \(maximum), which is left out"
        )
      } else {
        arguments.append("max: \(maximum)")
      }
    }
    return arguments
  }

  /// Whether a required reference would lead back to its own table.
  private func closesCycle(from child: String, to parent: String) -> Bool {
    var pending = [parent]
    var seen: Set<String> = []
    while let next = pending.popLast() {
      if next == child { return true }
      if seen.insert(next).inserted { pending += required[next] ?? [] }
    }
    return false
  }
}
