import PostilSchema

/// Many-to-many relationships and their join tables.
extension Resolver {
  /// A `@manyToMany`.
  private struct Side {
    var model: Int
    var target: Int
    var name: SourceText
    var inverse: SourceText?
    var note: BoundAnnotation
    /// The join model, if the annotation names one.
    var through: ThroughState?

    var place: SourcePlace { note.place(of: name) }
  }

  func resolveManyToMany() {
    var sides: [Side] = []
    for model in models.indices {
      for note in models[model].source.notes("manyToMany") {
        guard let relationship = note.relationship, let target = target(of: relationship, note: note, of: model) else {
          continue
        }
        var side = Side(
          model: model, target: target, name: relationship.name, inverse: note.names["inverse"], note: note)
        if note.names["through"] != nil || note.names["from"] != nil || note.names["to"] != nil {
          guard let through = through(note, from: model, to: target) else { continue }
          side.through = through
        }
        sides.append(side)
      }
    }
    var done: Set<Int> = []
    for index in sides.indices where !done.contains(index) {
      let side = sides[index]
      guard let inverse = side.inverse else {
        guard !isNamedAsInverse(side, in: sides) else { continue }
        if let other = sides.indices.first(where: { !done.contains($0) && isUnnamedInverse(sides[$0], of: side) }),
          !isNamedAsInverse(sides[other], in: sides)
        {
          done.insert(other)
          let both = [describe(side, inverse: sides[other].name), describe(sides[other], inverse: side.name)]
          report.error(
            Message.manyToManyWithoutInverse(describe(side), describe(sides[other]), with: both), at: side.place,
            notes: [(Message.otherSide, sides[other].place)])
          continue
        }
        add(side, other: nil)
        continue
      }
      if side.model == side.target, inverse.text == side.name.text {
        report.error(Message.ownInverse(side.name.text), at: side.note.place(of: inverse))
        continue
      }
      guard
        let other = sides.indices.first(where: { sides[$0].model == side.target && sides[$0].name.text == inverse.text }
        )
      else {
        add(side, other: nil)
        continue
      }
      done.insert(other)
      guard sides[other].target == side.model, sides[other].inverse?.text == side.name.text,
        sides[other].through?.reversed == side.through
      else {
        report.error(
          Message.manyToManyContradiction(describe(side), describe(sides[other])), at: side.place,
          notes: [(Message.otherSide, sides[other].place)])
        continue
      }
      add(side, other: sides[other])
    }
  }

  /// Whether another annotation names this one as its inverse. It is then handled, or rejected, together with the other.
  private func isNamedAsInverse(_ side: Side, in sides: [Side]) -> Bool {
    sides.contains { $0.target == side.model && $0.inverse?.text == side.name.text }
  }

  /// Whether two annotations without `inverse:` look like the two sides of one relationship. A model can have several
  /// relationships with itself.
  private func isUnnamedInverse(_ other: Side, of side: Side) -> Bool {
    other.model == side.target && other.target == side.model && side.model != side.target && other.inverse == nil
      && side.through == nil && other.through == nil
  }

  private func describe(_ side: Side, inverse: SourceText? = nil) -> String {
    let inverse = (inverse ?? side.inverse).map { ", inverse: \($0.text)" } ?? ""
    let through = side.through.map { through in
      ", through: \(models[through.model].name), from: \(references[through.near].name), "
        + "to: \(references[through.far].name)"
    }
    return
      "\(models[side.model].name): @manyToMany(\(side.name.text): \(models[side.target].name)\(through ?? "")\(inverse))"
  }

  private func add(_ side: Side, other: Side?) {
    let (nearKey, farKey) = (models[side.model].keyLeaves, models[side.target].keyLeaves)
    // A key that couldn't be resolved was reported.
    guard !nearKey.isEmpty, !farKey.isEmpty else { return }
    if let through = side.through {
      let join = join(through)
      models[through.model].pairedSides += pairedSides(of: side, near: join.near, far: join.far)
      return addSides(
        of: side, other, from: nearKey, to: farKey, over: join, onDelete: references[through.near].onDelete)
    }
    let isSelf = side.model == side.target
    let inverse = side.inverse?.text
    let owners = [models[side.model].tableName, models[side.target].tableName]
    let ownName = "\(owners[0])_\(SnakeCase.name(side.name.text))"
    // The side that declares the relationship names it. If both do, the smaller name is used, so that the order of the files doesn't matter.
    let otherName = isSelf || other == nil ? nil : inverse.map { "\(owners[1])_\(SnakeCase.name($0))" }
    let isReversed = otherName.map { $0 < ownName } ?? false
    let name = isReversed ? otherName ?? ownName : ownName
    let near = nearKey.map { "\(owners[0])_\($0.column)" }
    // If both columns reference the same table, the relationship's name distinguishes them.
    let far = farKey.map { "\(isSelf ? SnakeCase.name(side.name.text) : owners[1])_\($0.column)" }
    check(name, what: "table", at: side.place)
    guard objectNames.take(name) else {
      return report.error(Message.joinTableTaken(name, side.name.text), at: side.place)
    }
    let joinKeys = [(near, nearKey, owners[0]), (far, farKey, owners[1])]
    var table = joinTable(name, keys: isReversed ? joinKeys.reversed() : joinKeys, of: side, inverse: inverse)
    table.pairedSides = pairedSides(of: side, near: near, far: far)
    addFormerNames(to: &table, of: side, other, nearKey: nearKey, farKey: farKey)
    relationshipTables.append(table)
    addSides(of: side, other, from: nearKey, to: farKey, over: ResolvedJoin(table: name, near: near, far: far))
  }

  /// The information that migrations need about a relationship whose pairs have these columns.
  private func pairedSides(of side: Side, near: [String], far: [String]) -> [PairedSide] {
    let own = PairedSide(
      table: models[side.model].tableName, name: SnakeCase.name(side.name.text), columns: near)
    guard let inverse = side.inverse else { return [own] }
    return [
      own,
      PairedSide(table: models[side.target].tableName, name: SnakeCase.name(inverse.text), columns: far),
    ]
  }

  /// The names that a join table and its columns had before the models and the relationship were renamed, all or some of them.
  private func addFormerNames(
    to table: inout Table, of side: Side, _ other: Side?, nearKey: [PropertyState], farKey: [PropertyState]
  ) {
    let isSelf = side.model == side.target
    func names(_ model: Int) -> [String] { [models[model].renamedFrom].compactMap(\.self) + [models[model].tableName] }
    let former = formerName(side.note, of: side.model)
    let own = [former, side.name.text].compactMap { $0.map(SnakeCase.name) }
    let inverse = [other.flatMap { formerName($0.note, of: $0.model) }, side.inverse?.text]
      .compactMap { $0.map(SnakeCase.name) }
    let owners = [names(side.model), isSelf ? own : names(side.target)]
    let ownNames = owners[0].flatMap { first in own.map { "\(first)_\($0)" } }
    let otherNames = isSelf || other == nil ? [] : owners[1].flatMap { second in inverse.map { "\(second)_\($0)" } }
    let tables = ownNames.flatMap { name in otherNames.isEmpty ? [name] : otherNames.map { min($0, name) } }
      .filter { $0 != table.name }
    table.renamedFrom = tables.first
    table.otherFormerNames = Array(tables.dropFirst())
    for (names, key) in zip(owners, [nearKey, farKey]) {
      for property in key {
        let column = "\(names[names.count - 1])_\(property.column)"
        guard let index = table.columns.firstIndex(where: { $0.name == column }) else { continue }
        let former = names.flatMap { name in (property.formerNames + [property.column]).map { "\(name)_\($0)" } }
          .filter { $0 != column }
        table.columns[index].renamedFrom = former.first
        table.columns[index].otherFormerNames = Array(former.dropFirst())
      }
    }
  }

  /// Adds the relationship to the annotated side, and to the other side if it has a name there.
  private func addSides(
    of side: Side, _ other: Side?, from nearKey: [PropertyState], to farKey: [PropertyState],
    over join: ResolvedJoin, onDelete: DeleteRule = .cascade
  ) {
    let origin = "@manyToMany(\(side.name.text):)"
    models[side.model].relationships.append(
      RelationshipState(
        relationship: relationship(
          side.name.text, from: nearKey, to: farKey, target: side.target, origin: origin, join: join,
          onDelete: onDelete, inverse: side.inverse?.text, isDrafted: true),
        place: side.place, declaringModel: side.model))
    guard let inverse = side.inverse else { return }
    models[side.target].relationships.append(
      RelationshipState(
        relationship: relationship(
          inverse.text, from: farKey, to: nearKey, target: side.model,
          origin: other == nil ? "\(origin) of \(models[side.model].name)" : "@manyToMany(\(inverse.text):)",
          join: ResolvedJoin(
            table: join.table, near: join.far, far: join.near, through: join.through.map(\.reversed)),
          onDelete: onDelete, inverse: side.name.text, isDrafted: other != nil),
        place: other?.place ?? side.note.place(of: inverse), declaringModel: other?.model ?? side.model))
  }

  private func relationship(
    _ name: String, from near: [PropertyState], to far: [PropertyState], target: Int, origin: String,
    join: ResolvedJoin, onDelete: DeleteRule, inverse: String?, isDrafted: Bool
  ) -> ResolvedRelationship {
    ResolvedRelationship(
      kind: .manyToMany, name: name, target: models[target].name, origin: origin, keyProperties: [],
      near: near.map(\.column), far: far.map(\.column), join: join, isRequired: false, onDelete: onDelete,
      inverse: inverse, isDrafted: isDrafted)
  }

  private func joinTable(
    _ name: String, keys: [(columns: [String], key: [PropertyState], table: String)], of side: Side, inverse: String?
  ) -> Table {
    let columns = keys.flatMap(\.columns)
    let reversed = keys.reversed().flatMap(\.columns)
    let sides = "\(models[side.model].name).\(side.name.text)"
    let inverseText = inverse.map { " and \(models[side.target].name).\($0)" } ?? ""
    return Table(
      name: name, documentation: ["The pairs of \(sides)\(inverseText)."],
      columns: keys.flatMap { side in
        zip(side.columns, side.key).map { Column(name: $0, type: $1.type.stored.columnType, collation: $1.collation) }
      },
      primaryKey: KeyConstraint(name: ObjectName.primaryKey(of: name), columns: columns),
      foreignKeys: keys.map {
        ForeignKey(
          name: ObjectName.foreignKey(of: name, columns: $0.columns), columns: $0.columns, referencedTable: $0.table,
          referencedColumns: $0.key.map(\.column), onDelete: .cascade)
      },
      indexes: [
        Index(
          name: objectNames.takeUnique(ObjectName.index(of: name, columns: reversed)),
          terms: reversed.map { Index.Term(column: $0) })
      ],
      isWithoutRowID: true)
  }
}
