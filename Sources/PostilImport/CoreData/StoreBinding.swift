import PostilCompiler
import PostilSQL

/// The columns and join tables of a model's properties.
struct StoreBinding {
  /// The pairs of a many-to-many relationship, as seen from one side.
  struct Pairs {
    var table: String
    /// The column with the rows that have the relationship.
    var owner: String
    /// The column with the members.
    var member: String
    /// The column with the order of the members.
    var order: String?
    /// The column with the order of the owners among the members of the inverse.
    var inverseOrder: String?
  }

  /// The column of each attribute and to-one relationship, by `Entity.property`, and of parts of composites, `Entity.home.city`.
  private var columns: [String: String] = [:]
  /// The column in the destination's table of a to-many relationship without an inverse.
  private(set) var foreignColumns: [String: String] = [:]
  private(set) var pairs: [String: Pairs] = [:]
  /// The number of properties without a column.
  private(set) var missing = 0
  /// The columns that no property has, by table.
  private(set) var unbound: [String: [String]] = [:]

  func column(_ entity: String, _ property: String) -> String? { columns["\(entity).\(property)"] }

  /// - Throws: `ScratchDatabase.Failure`
  init(_ model: EntityModel, _ layout: StoreLayout, _ database: ScratchDatabase) throws {
    for table in layout.tables { try bind(table, model, layout, database) }
    for entity in model.entities {
      for relationship in entity.relationships where relationship.isToMany {
        bindMembers(relationship, of: entity, model, layout)
      }
    }
  }

  /// A property that needs a column, with the names that it may be derived from.
  private struct Claim {
    var key: String
    var names: [String]
    var entities: [Int]
  }

  private mutating func bind(
    _ table: StoreLayout.EntityTable, _ model: EntityModel, _ layout: StoreLayout, _ database: ScratchDatabase
  ) throws {
    var free = table.columns.map(\.name).filter { !$0.hasPrefix("Z_FOK_") }
    var claims: [Claim] = []
    for entity in model.entities where layout.root(of: entity.name) == table.root {
      let numbers = layout.family(of: entity.name)
      for attribute in entity.attributes {
        claims += Self.claims(attribute, path: entity.name, prefix: [], numbers)
      }
      for relationship in entity.relationships where !relationship.isToMany {
        claims.append(
          Claim(
            key: "\(entity.name).\(relationship.name)", names: [relationship.name, relationship.originalName ?? ""],
            entities: numbers))
      }
    }
    // A name that only one property has gets the column of exactly this name.
    let groups = Dictionary(grouping: claims) { $0.names[0].uppercased() }
    for claim in claims where groups[claim.names[0].uppercased()]?.count == 1 {
      guard let column = claim.names.lazy.map({ "Z" + $0.uppercased() }).first(where: free.contains) else { continue }
      columns[claim.key] = column
      free.removeAll { $0 == column }
    }
    for claim in claims where columns[claim.key] == nil {
      let fitting = free.filter { column in
        claim.names.contains { !$0.isEmpty && StoreLayout.isNumbered(column, "Z" + $0.uppercased()) }
      }
      guard let first = fitting.first else {
        missing += 1
        continue
      }
      let chosen = fitting.count == 1 ? first : try Self.fullest(fitting, of: claim, table, database)
      columns[claim.key] = chosen
      free.removeAll { $0 == chosen }
    }
    // 'Z5_PARENT' contains the entity of the row that 'ZPARENT' refers to.
    unbound[table.name] = free.filter { $0.wholeMatch(of: /Z\d+_.+/) == nil }
  }

  private static func claims(
    _ attribute: EntityAttribute, path: String, prefix: [String], _ numbers: [Int]
  ) -> [Claim] {
    let key = "\(path).\(attribute.name)"
    guard case .composite(let parts) = attribute.type else {
      let joined = ["_", ""].map { (prefix + [attribute.name]).joined(separator: $0) }
      let names = prefix.isEmpty ? [attribute.name, attribute.originalName ?? ""] : joined + [attribute.name]
      return [Claim(key: key, names: names, entities: numbers)]
    }
    return parts.flatMap { claims($0, path: key, prefix: prefix + [attribute.name], numbers) }
      + [Claim(key: key, names: [attribute.name, attribute.originalName ?? ""], entities: numbers)]
  }

  /// The column with the most values in the rows of the property's entities.
  private static func fullest(
    _ columns: [String], of claim: Claim, _ table: StoreLayout.EntityTable, _ database: ScratchDatabase
  ) throws -> String {
    let counts = columns.map { "count(\(SQLText.identifier($0)))" }.joined(separator: ", ")
    let numbers = claim.entities.map(String.init).joined(separator: ", ")
    let row =
      try database.rows(
        "SELECT \(counts) FROM \(SQLText.identifier(table.name)) WHERE Z_ENT IN (\(numbers))"
      ).first ?? []
    let values = row.map { $0.flatMap { Int($0) } ?? 0 }
    let best = values.indices.max { values[$0] < values[$1] } ?? 0
    return columns[(values.max() ?? 0) == 0 ? 0 : best]
  }

  private mutating func bindMembers(
    _ relationship: EntityRelationship, of entity: Entity, _ model: EntityModel, _ layout: StoreLayout
  ) {
    let key = "\(entity.name).\(relationship.name)"
    let names = [relationship.name, relationship.originalName ?? relationship.name].map { $0.uppercased() }
    let inverse = model.inverse(of: relationship, on: entity)?.name.uppercased()
    let (ownerRoot, memberRoot) = (layout.root(of: entity.name), layout.root(of: relationship.destination))
    for join in layout.joins {
      for index in 0..<2 {
        let (member, owner) = (join.sides[index], join.sides[1 - index])
        guard names.contains(where: { StoreLayout.isNumbered(member.relationship, $0) }),
          inverse.map({ StoreLayout.isNumbered(owner.relationship, $0) }) ?? true,
          layout.entity(member.entity).map({ layout.root(of: $0.name) }) == memberRoot,
          layout.entity(owner.entity).map({ layout.root(of: $0.name) }) == ownerRoot, pairs[key] == nil
        else { continue }
        pairs[key] = Pairs(
          table: join.name, owner: owner.column, member: member.column, order: member.order, inverseOrder: owner.order)
      }
    }
    guard pairs[key] == nil, inverse == nil, let table = layout.table(of: relationship.destination) else { return }
    for number in layout.entities.map(\.number) where layout.entity(number)?.name == entity.name {
      let column = "Z\(number)" + relationship.name.uppercased()
      if table.column(column) != nil {
        foreignColumns[key] = column
        unbound[table.name]?.removeAll { $0 == column }
      }
    }
  }
}
