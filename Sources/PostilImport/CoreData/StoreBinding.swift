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
  private var foreignColumns: [String: String] = [:]
  private(set) var pairs: [String: Pairs] = [:]
  /// The number of properties without a column.
  private(set) var missing = 0
  /// The columns that no property has, by table.
  private(set) var unbound: [String: [String]] = [:]
  /// What the store doesn't show, with the option that states it.
  private(set) var questions: [String] = []

  func column(_ entity: String, _ property: String) -> String? { column("\(entity).\(property)") }

  /// The column of `Entity.property`.
  func column(_ key: String) -> String? { columns[key] ?? foreignColumns[key] }

  /// - Parameter stated: the columns that the user names.
  /// - Throws: `ScratchDatabase.Failure`
  init(
    _ model: EntityModel, _ layout: StoreLayout, _ database: ScratchDatabase, stated: StatedColumns = StatedColumns()
  ) throws {
    for table in layout.tables { try bind(table, model, layout, database, stated) }
    // 'TAGS2' can be the relationship 'tags2', or a second 'tags'. Exact names come first.
    for isExact in [true, false] {
      let claimed = Set(pairs.values.map(\.table))
      for entity in model.entities {
        for relationship in entity.relationships where relationship.isToMany {
          bindMembers(relationship, of: entity, model, layout, isExact, besides: claimed)
        }
      }
    }
  }

  /// Core Data numbers the columns of properties whose names are equal in capitals: `ZID` and `ZID1` for `id` and the part `id` of a
  /// composite, or for the properties of two subentities. The numbers don't show which is which, but usually the rows do.
  private mutating func bind(
    _ table: StoreLayout.EntityTable, _ model: EntityModel, _ layout: StoreLayout, _ database: ScratchDatabase,
    _ stated: StatedColumns
  ) throws {
    var claims = model.entities.filter { layout.root(of: $0.name) == table.root }.flatMap {
      ColumnClaim.all(of: $0, layout)
    }
    var free = table.columns.map(\.name).filter { !$0.hasPrefix("Z_FOK_") }
    for claim in claims {
      guard let column = stated[claim.key] else { continue }
      columns[claim.key] = column
      free.removeAll { $0 == column }
    }
    claims.removeAll { stated[$0.key] != nil }
    var matching = ColumnMatching(candidates: claims.map { Self.candidates($0, claims, free) })
    var wanted: [String: Int] = [:]
    for column in matching.candidates.joined() { wanted[column, default: 0] += 1 }
    let contested = matching.candidates.indices.filter { index in
      matching.candidates[index].count > 1 || matching.candidates[index].contains { wanted[$0] ?? 0 > 1 }
    }
    for index in claims.indices where !contested.contains(index) {
      columns[claims[index].key] = matching.candidates[index].first
    }
    if !contested.isEmpty {
      matching.candidates = contested.map { matching.candidates[$0] }
      try decide(contested.map { claims[$0] }, matching, table, TypeShape(model), database)
    }
    for claim in claims {
      if let column = columns[claim.key] { free.removeAll { $0 == column } } else { missing += 1 }
    }
    // 'Z5_PARENT' contains the entity of the row that 'ZPARENT' refers to.
    unbound[table.name] = free.filter { $0.wholeMatch(of: /Z\d+_.+/) == nil }
  }

  /// The columns that have one of the names of a property, possibly with a number. A column whose name is exactly that of another property
  /// belongs to that one.
  private static func candidates(_ claim: ColumnClaim, _ claims: [ColumnClaim], _ free: [String]) -> [String] {
    for name in claim.names {
      let fitting = free.filter { column in
        column == "Z" + name
          || StoreLayout.isNumbered(column, "Z" + name) && !claims.contains { $0.names.contains { "Z" + $0 == column } }
      }
      if !fitting.isEmpty { return fitting }
    }
    return []
  }

  private mutating func decide(
    _ claims: [ColumnClaim], _ matching: ColumnMatching, _ table: StoreLayout.EntityTable, _ shape: TypeShape,
    _ database: ScratchDatabase
  ) throws {
    let evidence = ColumnEvidence(table: table, shape: shape, database: database)
    var matching = matching
    for test in evidence.tests { matching = try matching.narrowed { try test(claims[$0], $1, columns) } }
    let found = matching.columns()
    for (claim, column) in zip(claims, found) { columns[claim.key] = column }
    let undecided = try matching.undecided(evidence.areEqual)
    if undecided.isEmpty { return }
    let names = Set(undecided.flatMap { matching.candidates[$0] }).sorted()
    let open = claims.indices.filter {
      undecided.contains($0) || matching.candidates[$0].contains(where: names.contains)
    }
    let shown = try names.map { name in try "'\(name)'" + (evidence.example(of: name).map { " (such as \($0))" } ?? "")
    }
    let assignments = open.map { "\(claims[$0].key)=\(found[$0] ?? "none")" }.joined(separator: ",")
    questions.append(
      "the store doesn't show which of the columns \(shown.joined(separator: ", ")) of '\(table.name)' belong to "
        + "\(open.map { "'\(claims[$0].key)'" }.joined(separator: ", ")); look at their values, and pass "
        + "'--columns \(assignments)', or other columns")
  }

  private mutating func bindMembers(
    _ relationship: EntityRelationship, of entity: Entity, _ model: EntityModel, _ layout: StoreLayout, _ isExact: Bool,
    besides claimed: Set<String>
  ) {
    let key = "\(entity.name).\(relationship.name)"
    let names = [relationship.name, relationship.originalName ?? relationship.name].map { $0.uppercased() }
    let inverse = model.inverse(of: relationship, on: entity)?.name.uppercased()
    let (ownerRoot, memberRoot) = (layout.root(of: entity.name), layout.root(of: relationship.destination))
    let isNamed = { (found: String, name: String) in isExact ? found == name : StoreLayout.isNumbered(found, name) }
    for join in layout.joins where !claimed.contains(join.name) {
      for index in 0..<2 {
        let (member, owner) = (join.sides[index], join.sides[1 - index])
        guard names.contains(where: { isNamed(member.relationship, $0) }),
          inverse.map({ isNamed(owner.relationship, $0) }) ?? true,
          layout.entity(member.entity).map({ layout.root(of: $0.name) }) == memberRoot,
          layout.entity(owner.entity).map({ layout.root(of: $0.name) }) == ownerRoot,
          !isExact || layout.entity(owner.entity)?.name == entity.name, pairs[key] == nil
        else { continue }
        pairs[key] = Pairs(
          table: join.name, owner: owner.column, member: member.column, order: member.order, inverseOrder: owner.order)
      }
    }
    guard !isExact, pairs[key] == nil, inverse == nil, let table = layout.table(of: relationship.destination) else {
      return
    }
    for number in layout.entities.map(\.number) where layout.entity(number)?.name == entity.name {
      let column = "Z\(number)" + relationship.name.uppercased()
      if table.column(column) != nil {
        foreignColumns[key] = column
        unbound[table.name]?.removeAll { $0 == column }
      }
    }
  }
}
