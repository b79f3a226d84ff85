import PostilCatalog
import PostilCompiler
import PostilSQL

/// Derives a model from a store alone: the entities have their names, and properties have the names of their columns in lower case.
struct StoreModel {
  private let layout: StoreLayout
  private let database: ScratchDatabase
  private(set) var model: EntityModel
  /// The columns that the user names, and those of the properties that only the store has.
  private(set) var stated: StatedColumns
  /// What the store doesn't show about the properties of the given model.
  private(set) var questions: [String] = []

  /// Completes a model with what only the store contains.
  /// - Parameter given: the model of the application; `nil` without one.
  /// - Throws: `ScratchDatabase.Failure`
  init(
    completing given: EntityModel?, _ layout: StoreLayout, _ database: ScratchDatabase, _ stated: StatedColumns
  ) throws {
    self.layout = layout
    self.database = database
    self.stated = stated
    model = given ?? EntityModel()
    let known = Set(model.entities.map(\.name))
    addEntities()
    let binding = try StoreBinding(model, layout, database, stated: stated)
    questions = binding.questions
    for table in layout.tables {
      try addColumns(binding.unbound[table.name] ?? [], of: table, isWhole: !known.contains(table.root))
    }
    addPairs(binding)
  }

  private mutating func addEntities() {
    // Entities that only the model has, have no rows.
    for entity in layout.entities where model.entity(entity.name) == nil {
      let parent = entity.parent.flatMap { layout.entity($0)?.name }
      model.entities.append(Entity(name: entity.name, parent: parent))
    }
  }

  private mutating func addColumns(_ columns: [String], of table: StoreLayout.EntityTable, isWhole: Bool) throws {
    guard let index = model.entities.firstIndex(where: { $0.name == table.root }) else { return }
    for name in columns {
      guard let column = table.column(name) else { continue }
      let entity = model.entities[index]
      let taken = Set(entity.attributes.map(\.name) + entity.relationships.map(\.name))
      func free(_ name: String) -> String {
        var (free, number) = (name, 2)
        while taken.contains(free) { (free, number) = ("\(name)\(number)", number + 1) }
        return free
      }
      if var relationship = try relationship(column, of: table) {
        relationship.name = free(relationship.name)
        stated.state(name, of: "\(entity.name).\(relationship.name)")
        model.entities[index].relationships.append(relationship)
      } else {
        let attribute = EntityAttribute(
          name: free(NameStyle.swift.propertyName(of: Self.attribute(of: name))),
          type: .unknown(column.declaredType.uppercased()), isOptional: true)
        stated.state(name, of: "\(entity.name).\(attribute.name)")
        model.entities[index].attributes.append(attribute)
      }
      if !isWhole {
        model.entities[index].remarks.append(
          "the column '\(name)' of the store belongs to no property of the model, and is imported with its name")
      }
    }
  }

  private static func attribute(of column: String) -> String {
    let name = column.dropFirst(column.hasPrefix("Z") ? 1 : 0).drop { $0 == "_" }
    return name.isEmpty ? column : String(name)
  }

  /// A column that contains the keys of another entity, according to its name, its indexes and its values.
  private func relationship(_ column: CatalogColumn, of table: StoreLayout.EntityTable) throws -> EntityRelationship? {
    guard column.declaredType.uppercased() == "INTEGER" else { return nil }
    // 'Z3STEPS' belongs to a to-many relationship of entity 3 without an inverse.
    if let match = column.name.wholeMatch(of: /Z(\d+)([^_].*)/), let number = Int(match.1),
      let owner = layout.entity(number)
    {
      var relationship = EntityRelationship(
        name: NameStyle.swift.propertyName(of: owner.name), originalName: String(column.name.dropFirst()),
        destination: owner.name)
      // The destination has no such relationship, so it names the members of the reference.
      relationship.inverse = NameStyle.swift.propertyName(of: String(match.2))
      return relationship
    }
    let name = String(column.name.dropFirst())
    let order = "Z_FOK_" + name
    let companion = table.columns.first { $0.name.wholeMatch(of: /Z\d+_.+/) != nil && $0.name.hasSuffix("_" + name) }
    let isOrdered = table.column(order) != nil
    guard table.indexed.contains(column.name) || isOrdered || companion != nil else { return nil }
    let base = String(name.reversed().drop(while: \.isNumber).reversed())
    let fitting = layout.entities.filter { entity in
      let entity = entity.name.uppercased()
      return base == entity || base.hasSuffix(entity) || entity.hasSuffix(base) && base.count > 2
    }.sorted { ($0.name.uppercased() == base ? 0 : 1, $0.number) < ($1.name.uppercased() == base ? 0 : 1, $1.number) }
    var candidates = fitting.map(\.name)
    if let number = companion?.name.prefixMatch(of: /Z(\d+)_/).flatMap({ Int($0.1) }),
      let entity = layout.entity(number)
    {
      candidates.insert(entity.name, at: 0)
    }
    if candidates.isEmpty {
      // The name doesn't show the entity, so the values must.
      let whole = try layout.tables.filter { try fit(column.name, of: table, in: $0) == .all }.map(\.root)
      candidates = whole.count == 1 || !whole.contains(table.root) || base != "PARENT" ? whole : [table.root]
      if candidates.count > 1 { return nil }
    }
    for candidate in candidates {
      guard let parent = layout.table(of: candidate) else { continue }
      let fit = try fit(column.name, of: table, in: parent)
      // Core Data doesn't enforce references, so some can lead to missing rows.
      guard fit != .few, fit != .most || candidate.uppercased() == base || isOrdered else { continue }
      // The entity's name shows the words of a reference that is named after it.
      let words = candidate.uppercased() == base ? candidate : name
      var relationship = EntityRelationship(
        name: NameStyle.swift.propertyName(of: words), originalName: name, destination: candidate)
      relationship.isOrdered = isOrdered
      return relationship
    }
    return nil
  }

  /// How many values of a column are keys of a table.
  private enum Fit { case none, few, most, all }

  private func fit(
    _ column: String, of table: StoreLayout.EntityTable, in parent: StoreLayout.EntityTable
  ) throws -> Fit {
    let (column, child) = (SQLText.identifier(column), SQLText.identifier(table.name))
    let sql = """
      SELECT count(*), count((SELECT 1 FROM \(SQLText.identifier(parent.name)) p WHERE p.Z_PK = c.\(column)))
      FROM \(child) c WHERE c.\(column) IS NOT NULL
      """
    let counts = try database.rows(sql).first?.compactMap { $0.flatMap { Int($0) } } ?? []
    guard counts.count == 2, counts[0] > 0 else { return .none }
    return counts[0] == counts[1] ? .all : counts[1] * 2 >= counts[0] ? .most : .few
  }

  /// The many-to-many relationships that the model doesn't have. The to-many side of references is named after the entity.
  private mutating func addPairs(_ binding: StoreBinding) {
    let bound = Set(binding.pairs.values.map(\.table))
    for join in layout.joins where !bound.contains(join.name) {
      guard let first = layout.entity(join.sides[0].entity), let second = layout.entity(join.sides[1].entity),
        let index = model.entities.firstIndex(where: { $0.name == first.name })
      else { continue }
      let isReflexive = join.sides[1].column == "REFLEXIVE"
      var names = join.sides.map { side in
        NameStyle.swift.propertyName(of: String(side.relationship.reversed().drop(while: \.isNumber).reversed()))
      }
      if names[0] == names[1], !isReflexive { names[0] += "Inverse" }
      var forward = EntityRelationship(
        name: names[1], originalName: join.sides[1].relationship, destination: second.name, isToMany: true)
      forward.isOrdered = join.sides[1].order != nil
      forward.inverse = isReflexive ? names[1] : names[0]
      model.entities[index].relationships.append(forward)
      guard !isReflexive, let other = model.entities.firstIndex(where: { $0.name == second.name }) else { continue }
      var backward = EntityRelationship(
        name: names[0], originalName: join.sides[0].relationship, destination: first.name, isToMany: true)
      backward.isOrdered = join.sides[0].order != nil
      backward.inverse = names[1]
      model.entities[other].relationships.append(backward)
    }
  }
}
