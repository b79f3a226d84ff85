import PostilCatalog
import PostilSQL

/// References without a foreign key.
extension Planner {
  /// The stated and suggested references of a table that a `@references(enforced: false)` can express.
  func unenforcedReferences(of table: CatalogTable, besides accepted: [ReferencePlan]) -> [ReferencePlan] {
    var plans: [ReferencePlan] = []
    for (number, reference) in unenforced.enumerated() where same(reference.table, table.name) {
      let index = table.foreignKeys.count + number
      let what = "the reference from \(Remark.list(reference.columns)) to '\(reference.parent)'"
      if let reason = refusals.reasons[.reference(table: table.name, index)] {
        tell(table, "\(what) is left out: \(reason)")
        continue
      }
      let isKnown = (accepted + plans).contains { same($0.target, reference.parent) && $0.columns == reference.columns }
      if isKnown { continue }
      guard let target = self.table(reference.parent) else {
        tell(table, "\(what) is left out: '\(reference.parent)' has no struct")
        continue
      }
      guard Set(key(of: target).columns.map(\.foldedName)) == Set(reference.key.map(\.foldedName)),
        reference.columns.allSatisfy({ table.column($0) != nil && !isLeftOut($0, of: table) })
      else {
        if reference.isStated { tell(table, "\(what) is left out: the key of '\(target.name)' can't be used in Swift") }
        continue
      }
      let ordered = target.columns.map(\.name).filter { name in reference.key.contains { same($0, name) } }
      let columns = ordered.compactMap { name in
        zip(reference.columns, reference.key).first { same($0.1, name) }?.0
      }
      let nullable = columns.map { column in table.column(column).map { isOptional($0, of: table) } ?? true }
      plans.append(
        ReferencePlan(
          index: index, table: table.name, columns: columns, target: target.name, targetColumns: ordered,
          onDelete: "NO ACTION", isOptional: nullable.contains(true), isNullable: !nullable.contains(false),
          isUnique: isUnique(columns, in: table), isIndexed: isIndexed(columns, in: table), isEnforced: false))
      tell(table, remark(reference))
    }
    return plans
  }

  private func remark(_ reference: UnenforcedReference) -> String {
    let columns = Remark.list(reference.columns)
    guard reference.isStated else {
      return "\(columns) has no foreign key, and becomes a reference that isn't enforced, because its name fits "
        + "'\(reference.parent)' and all of its values are in '\(reference.parent).\(reference.key[0])'"
    }
    let orphans = reference.orphans
    let missing =
      orphans == 0
      ? ""
      : "; \(orphans) row\(orphans == 1 ? " refers" : "s refer") to a missing row, which 'postil check' prints a query for"
    return
      "\(columns) has no foreign key, and becomes a reference to '\(reference.parent)' that isn't enforced, as stated"
      + missing
  }
}
