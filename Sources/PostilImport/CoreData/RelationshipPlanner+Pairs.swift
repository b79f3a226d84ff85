import PostilSQL
import PostilSchema

extension RelationshipPlanner {
  mutating func addPairs(
    _ relationship: EntityRelationship, of entity: Entity, _ inverse: EntityRelationship?, of other: Entity
  ) throws {
    guard let index = planner.index(of: entity.name), let otherIndex = planner.index(of: other.name) else { return }
    let isReflexive = inverse?.name == relationship.name && index == otherIndex
    let inverse = isReflexive ? nil : inverse
    var names = planner.plans[index].names
    let name = names.takeRelationship(relationship.name)
    planner.update(index) { $0.names = names }
    var inverseName: String?
    if let inverse {
      var names = planner.plans[otherIndex].names
      inverseName = names.takeRelationship(inverse.name)
      planner.update(otherIndex) { $0.names = names }
    }
    let binding = planner.store?.binding.pairs["\(entity.name).\(relationship.name)"]
    var remarks: [String] = []
    if planner.store != nil, binding == nil { remarks.append("the store has no pairs of '\(relationship.name)'") }
    if isReflexive {
      remarks.append(
        "'\(relationship.name)' is its own inverse, but a pair has a direction in Postil; the copy contains both, so add and remove both"
      )
    }
    for (side, owner) in [(relationship, entity)] + (inverse.map { [($0, other)] } ?? []) {
      if side.deleteRule == .cascade || side.deleteRule == .deny {
        remarks.append(
          "the delete rule '\(side.deleteRule.rawValue)' of '\(owner.name).\(side.name)' is left out: deleting a row deletes its pairs, but no other rows"
        )
      }
    }
    let target = planner.plans[otherIndex].value.name
    let structName = planner.plans[index].value.name
    var arguments = ["\(name): \(target)"] + (inverseName.map { ["inverse: \($0)"] } ?? [])
    if relationship.isOrdered { arguments.append("ordered") }
    arguments += try pairLimits(relationship, of: entity, index, &remarks)
    let note = ImportedStruct.Note("@manyToMany(\(arguments.joined(separator: ", ")))")
    let destination = planner.plans[otherIndex].root
    planner.update(index) { plan in
      plan.value.notes.append(note)
      plan.value.remarks += remarks
      plan.pairs.append(
        EntityPlan.Pairs(
          relationship: name, inverse: inverseName, destination: destination, binding: binding,
          isReflexive: isReflexive))
    }
    if let inverse, let inverseName {
      var remarks: [String] = []
      let limits = try pairLimits(inverse, of: other, otherIndex, &remarks)
      let arguments = (inverse.isOrdered ? ["ordered"] : []) + limits
      let note =
        "@manyToMany(\((["\(inverseName): \(structName)", "inverse: \(name)"] + arguments).joined(separator: ", ")))"
      planner.update(otherIndex) { plan in
        plan.value.remarks += remarks
        if !arguments.isEmpty { plan.value.notes.append(ImportedStruct.Note(note)) }
      }
    }
  }

  /// `min:` and `max:` of a many-to-many relationship, unless rows of the store violate them.
  private func pairLimits(
    _ members: EntityRelationship, of entity: Entity, _ index: Int, _ remarks: inout [String]
  ) throws -> [String] {
    guard members.minimum != nil || members.maximum != nil else { return [] }
    var (fewest, most) = (Int.max, 0)
    if let store = planner.store, let table = planner.tableName(planner.plans[index]) {
      guard let pairs = store.binding.pairs["\(entity.name).\(members.name)"] else { return [] }
      let counts =
        "(SELECT coalesce(m.c, 0) c FROM \(table) p LEFT JOIN (SELECT j.\(SQLText.identifier(pairs.owner)) k, count(*) c "
        + "FROM \(SQLText.identifier(pairs.table)) j GROUP BY 1) m ON m.k = p.Z_PK)"
      fewest = try store.rows.number("SELECT coalesce(min(c), 0) FROM \(counts)")
      most = try store.rows.number("SELECT coalesce(max(c), 0) FROM \(counts)")
    }
    var arguments: [String] = []
    let isWhole = planner.family(of: planner.plans[index].root).count == 1
    for (label, limit, isKept) in [
      ("min", members.minimum, fewest >= members.minimum ?? 0 && isWhole),
      ("max", members.maximum, most <= members.maximum ?? .max),
    ] {
      guard let limit else { continue }
      if isKept {
        arguments.append("\(label): \(limit)")
      } else {
        remarks.append(
          "the model's '\(label): \(limit)' of '\(members.name)' is left out, because some rows don't comply with it")
      }
    }
    return arguments
  }
}
