import PostilSQL
import PostilSchema

/// `@softDelete(with: project)`: a row is deleted, and restored, with the row that it refers to.
extension Resolver {
  func resolveJointDeletion(of model: Int) {
    guard let deletion = models[model].deletion, let note = deletion.source.note("softDelete") else { return }
    for term in note.columns {
      let (name, place) = (term.name.text, note.place(of: term.name))
      guard let reference = toOne(name, of: model), let parent = modelIndex[reference.target] else {
        let names = models[model].relationships.map(\.relationship).filter { $0.kind == .toOne }.map(\.name)
        report.error(Message.deletedWithUnknown(name, model: models[model].name, references: names), at: place)
        continue
      }
      guard let ofParent = models[parent].deletion else {
        report.error(Message.deletedWithoutDeletion(name, target: reference.target), at: place)
        continue
      }
      guard ofParent.role == deletion.role else {
        report.error(
          Message.deletedInOtherForm(name, target: reference.target), at: place,
          notes: [(Message.modelIsHere(reference.target), ofParent.place)])
        continue
      }
      guard parent == model || !isDeleted(parent, with: model) else {
        report.error(Message.deletedInCircle(name, target: reference.target), at: place)
        continue
      }
      models[parent].addedTriggers.append(jointDeletion(of: model, with: parent, by: reference))
    }
  }

  private func toOne(_ name: String, of model: Int) -> ResolvedRelationship? {
    models[model].relationships.lazy.map(\.relationship).first { $0.kind == .toOne && $0.name == name }
  }

  /// Whether the rows of a model are deleted with those of another one, directly or through others.
  private func isDeleted(_ model: Int, with other: Int, seen: Set<Int> = []) -> Bool {
    (models[model].deletion?.source.note("softDelete")?.columns ?? []).contains { term in
      guard let parent = toOne(term.name.text, of: model).flatMap({ modelIndex[$0.target] }) else { return false }
      return parent == other || !seen.contains(parent) && isDeleted(parent, with: other, seen: seen.union([parent]))
    }
  }

  /// Deletes the rows that aren't deleted, and restores those that were deleted at the same time: in both cases, they have what the row
  /// that they refer to had before.
  private func jointDeletion(of model: Int, with parent: Int, by reference: ResolvedRelationship) -> Trigger {
    let (child, table) = (models[model], models[parent].tableName)
    let (column, ofParent) = (child.deletionColumn ?? "", SQLText.identifier(models[parent].deletionColumn ?? ""))
    let members = zip(reference.near, reference.far).map { "\(SQLText.identifier($0)) = NEW.\(SQLText.identifier($1))" }
      .joined(separator: " AND ")
    let source = SQLText.identifier(child.tableName)
    // SQLite runs no trigger for what the trigger itself changes, so it changes all rows below at once. Source: SQLite, "CREATE TRIGGER".
    let below = zip(reference.near, reference.far).map {
      "\(source).\(SQLText.identifier($0)) = \"below\".\(SQLText.identifier($1))"
    }.joined(separator: " AND ")
    let key = SQLText.identifiers(reference.far)
    let keys = reference.far.map { "\(source).\(SQLText.identifier($0))" }.joined(separator: ", ")
    let rows =
      parent == model
      ? """
      (\(key)) IN (
            WITH RECURSIVE "below" (\(key)) AS (
              SELECT \(key) FROM \(source) WHERE \(members)
              UNION SELECT \(keys) FROM \(source) JOIN "below" ON \(below)
            ) SELECT \(key) FROM "below")
      """ : members
    let assignments =
      ["\(SQLText.identifier(column)) = NEW.\(ofParent)"]
      + child.properties.compactMap { $0.role.refreshment(of: $0.column) }
    return Trigger(
      name: objectNames.takeUnique(ObjectName.trigger(of: child.tableName, columns: reference.near, "soft_delete")),
      table: table, event: "AFTER UPDATE OF \(ofParent)", condition: "NEW.\(ofParent) IS NOT OLD.\(ofParent)",
      statements: [
        "UPDATE \(source) SET \(assignments.joined(separator: ", "))\n    WHERE \(rows)\n"
          + "    AND \(SQLText.identifier(column)) IS OLD.\(ofParent)"
      ],
      documentation: ["Deletes and restores rows of '\(child.tableName)' with those that they refer to."])
  }
}
