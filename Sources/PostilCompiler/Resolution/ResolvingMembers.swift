import PostilSchema

/// `ordered`, `min:` and `max:`: options for the members of a to-many relationship.
///
/// They can be written on either side: `@hasMany(steps: Step, inverse: item, ordered)` on `Item` and
/// `@references(inverse: steps, ordered)` on `Step.itemID` mean the same. Those of a `@manyToMany` apply to the
/// annotated side.
extension Resolver {
  /// The annotations with options for the members of one relationship.
  private struct MemberNotes {
    var model: Int
    var relationship: Int
    var notes: [BoundAnnotation]
  }

  func resolveMembers() {
    for members in memberNotes() {
      let relationship = models[members.model].relationships[members.relationship].relationship
      let isOrdered = members.notes.contains { $0.flags["ordered"] != nil }
      guard let arity = arity(of: relationship, of: members.model, in: members.notes),
        !isOrdered || canBeOrdered(relationship, in: members.notes),
        knowsDeletions(relationship, in: members.notes),
        let place = memberTable(of: relationship)
      else { continue }
      var rules = MemberRules(
        name: "\(models[members.model].tableName)_\(SnakeCase.name(relationship.name))", columns: place.ownerColumns,
        owner: models[members.model].tableName, ownerKey: relationship.near)
      (rules.deletion, rules.ownerDeletion) = (place.deletion, models[members.model].deletionColumn)
      if isOrdered {
        let former = members.notes.lazy.compactMap { self.formerName($0, of: members.model) }.first
        addOrder(to: members.relationship, of: members.model, place, &rules, formerly: former)
      }
      (rules.minimum, rules.maximum) = (arity.minimum, arity.maximum)
      if arity != ResolvedArity() { addArity(arity, to: members.relationship, of: members.model, place, rules.name) }
      if isOrdered || arity != ResolvedArity() { change(place) { $0.members.append(rules) } }
    }
  }

  /// - Returns: `nil` if the table couldn't be resolved, which was reported.
  private func memberTable(of relationship: ResolvedRelationship) -> MemberTable? {
    if let join = relationship.join {
      let table =
        relationshipTables.first { $0.name == join.table }
        ?? models.first { $0.tableName == join.table }.map(table(of:))
      return table.flatMap { MemberTable($0, ownerColumns: join.near) }
    }
    return modelIndex[relationship.target].flatMap { target in
      MemberTable(
        table(of: models[target]), ownerColumns: relationship.far, deletion: models[target].deletionColumn)
    }
  }

  /// In the order of the models and their relationships.
  private func memberNotes() -> [MemberNotes] {
    var found: [MemberNotes] = []
    func add(_ note: BoundAnnotation, model: Int, name: String) {
      guard note.flags["ordered"] != nil || !note.counts.isEmpty,
        let relationship = models[model].relationships.firstIndex(where: {
          $0.relationship.name == name && $0.relationship.kind != .toOne
        })
      else { return }
      if let index = found.firstIndex(where: { $0.model == model && $0.relationship == relationship }) {
        found[index].notes.append(note)
      } else {
        found.append(MemberNotes(model: model, relationship: relationship, notes: [note]))
      }
    }
    for model in models.indices {
      for note in models[model].source.notes where ["hasMany", "hasOne", "manyToMany"].contains(note.name) {
        if let name = note.relationship?.name.text { add(note, model: model, name: name) }
      }
    }
    for reference in references {
      let source = models[reference.owner].source
      let notes = source.properties.compactMap { $0.note("references") } + source.notes("references")
      guard let note = notes.first(where: { $0.place == reference.place }) else { continue }
      if let inverse = reference.inverse {
        add(note, model: reference.target, name: inverse.text)
      } else if let word = note.flags.keys.sorted().first(where: { $0 != "unindexed" })
        ?? note.counts.keys.sorted().first.map({ "\($0):" })
      {
        report.error(
          Message.membersWithoutInverse(word, target: models[reference.target].name), at: note.place)
      }
    }
    return found.sorted { ($0.model, $0.relationship) < ($1.model, $1.relationship) }
  }

  private func canBeOrdered(_ relationship: ResolvedRelationship, in notes: [BoundAnnotation]) -> Bool {
    guard relationship.kind == .hasOne else { return true }
    for note in notes {
      if let word = note.flags["ordered"] {
        report.error(Message.orderOfOne(relationship.name), at: note.place(of: word))
      }
    }
    return false
  }

  /// A soft-deleted row isn't a member until it is restored. A join table can't detect either change.
  private func knowsDeletions(_ relationship: ResolvedRelationship, in notes: [BoundAnnotation]) -> Bool {
    guard relationship.kind == .manyToMany, let target = modelIndex[relationship.target],
      models[target].deletionColumn != nil
    else { return true }
    for note in notes {
      let words =
        (note.flags["ordered"].map { [("ordered", $0)] } ?? [])
        + ["min", "max"].compactMap { label in note.counts[label].map { (label + ":", $0.text) } }
      if let (word, text) = words.first {
        report.error(
          Message.membersSoftDeleted(word, relationship.name, relationship.target), at: note.place(of: text),
          notes: [(Message.modelIsHere(relationship.target), models[target].place)])
      }
    }
    return false
  }

  /// - Returns: `nil` if an error was reported.
  private func arity(
    of relationship: ResolvedRelationship, of model: Int, in notes: [BoundAnnotation]
  ) -> ResolvedArity? {
    let name = "\(models[model].name).\(relationship.name)"
    var arity = ResolvedArity()
    for note in notes {
      for (label, path) in [("min", \ResolvedArity.minimum), ("max", \ResolvedArity.maximum)] {
        guard let count = note.counts[label] else { continue }
        let place = note.place(of: count.text)
        if relationship.kind == .hasOne, label == "max" || count.value > 1 {
          report.error(Message.arityOfOne(label, name), at: place)
          return nil
        }
        if let other = arity[keyPath: path], other != count.value {
          report.error(Message.arityContradiction(label, name, other, count.value), at: place)
          return nil
        }
        arity[keyPath: path] = count.value
        if let minimum = arity.minimum, let maximum = arity.maximum, minimum > maximum {
          report.error(Message.arityReversed(minimum: minimum, maximum: maximum, name), at: place)
          return nil
        }
      }
    }
    return arity
  }

  private func addOrder(
    to relationship: Int, of model: Int, _ place: MemberTable, _ rules: inout MemberRules, formerly former: String?
  ) {
    let name = SnakeCase.name(models[model].relationships[relationship].relationship.name)
    let prefix = rules.name
    let column = freeColumn("\(name)_position", in: place)
    let columns = place.ownerColumns + [column]
    rules.position = column
    models[model].relationships[relationship].relationship.order = ResolvedOrder(column: column, table: place.table)
    change(place) { table in
      table.columns.append(
        Column(
          name: column, renamedFrom: former.map { "\(SnakeCase.name($0))_position" }, type: .integer(bits: 62),
          isNullable: true, documentation: ["The position among the members of '\(prefix)'."]))
      table.indexes.append(
        Index(
          name: objectNames.takeUnique(ObjectName.index(of: place.table, columns: columns)),
          terms: (columns + place.keyOutsideIndexes).map { Index.Term(column: $0) }))
      let trigger = objectNames.takeUnique(ObjectName.trigger(of: prefix, columns: [], "place"))
      table.triggers.append(OrderSQL(members: place, column: column).trigger(trigger))
    }
  }

  private func addArity(
    _ arity: ResolvedArity, to relationship: Int, of model: Int, _ place: MemberTable, _ prefix: String
  ) {
    var arity = arity
    let name = models[model].relationships[relationship].relationship.name
    let sql = AritySQL(
      relationship: "\(models[model].name).\(name)", members: place, owner: models[model].tableName,
      ownerKey: models[model].relationships[relationship].relationship.near, ownerDeletion: models[model].deletionColumn
    )
    func triggerName(_ purpose: String) -> String {
      objectNames.takeUnique(ObjectName.trigger(of: prefix, columns: [], purpose))
    }
    if let maximum = arity.maximum {
      change(place) { $0.triggers += sql.maximumTriggers(maximum, name: triggerName) }
    }
    if let minimum = arity.minimum {
      let unmet = objectNames.takeUnique("\(prefix)_unmet")
      arity.unmet = unmet
      relationshipTables.append(sql.unmetTable(unmet, minimum))
      change(place) { $0.triggers += sql.memberTriggers(minimum, unmet: unmet, name: triggerName) }
      models[model].addedTriggers += sql.ownerTriggers(minimum, unmet: unmet, name: triggerName)
    }
    models[model].relationships[relationship].relationship.arity = arity
  }

  /// Changes the table that holds a relationship's members: a model's or a join table.
  private func change(_ place: MemberTable, _ body: (inout TableAdditions) -> Void) {
    var additions = TableAdditions()
    body(&additions)
    if let join = relationshipTables.firstIndex(where: { $0.name == place.table }) {
      relationshipTables[join].columns += additions.columns
      relationshipTables[join].indexes += additions.indexes
      relationshipTables[join].triggers += additions.triggers
      relationshipTables[join].members += additions.members
    } else if let model = models.firstIndex(where: { $0.tableName == place.table }) {
      models[model].addedColumns += additions.columns
      models[model].indexes += additions.indexes
      models[model].addedTriggers += additions.triggers
      models[model].members += additions.members
    }
  }

  /// The columns, constraints and triggers that relationships add to a table.
  private struct TableAdditions {
    var columns: [Column] = []
    var indexes: [Index] = []
    var triggers: [Trigger] = []
    var members: [MemberRules] = []
  }

  private func freeColumn(_ name: String, in place: MemberTable) -> String {
    var names = NameRegister()
    for column in place.columns { _ = names.take(column.name) }
    return names.takeUnique(name)
  }
}
