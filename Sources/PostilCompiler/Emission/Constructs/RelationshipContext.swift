import PostilSchema

/// A relationship with what its generated constructs share: both models, parameter names, words for documentation.
package final class RelationshipContext {
  let owner: ModelContext
  package let relationship: ResolvedRelationship
  let target: ResolvedModel

  package init(_ relationship: ResolvedRelationship, of owner: ModelContext) {
    self.owner = owner
    self.relationship = relationship
    target = owner.target(of: relationship)
  }

  var names: RuntimeNames { owner.names }
  var access: Access { owner.access(with: target) }
  var inlinable: [String] {
    guard let joinModel, !joinModel.isInlinable else { return owner.inlinable(with: target) }
    return []
  }
  /// The join model, if there is one.
  var joinModel: ModelContext? { relationship.join?.through.flatMap { owner.model(named: $0.model) } }
  /// `tags`
  var name: String { relationship.name }
  /// `Tags`
  var capitalizedName: String { SwiftNames.capitalized(name) }

  // MARK: - Parameters

  /// The names that a function of the relationship uses besides the target's: its other parameters, and the owner's key.
  private static let otherNames: Set<String> = ["db", "id", "index", "other"]

  /// `tag`: the parameter for one target, named after its type; `row` if another name of the function is the same.
  var targetName: String { Self.otherNames.contains(target.valueName) ? "row" : target.valueName }
  /// `tags`: the parameter for several targets, named like the relationship; `rows` if another name is the same.
  var targetNames: String { Self.otherNames.contains(name) ? "rows" : name }
  /// `Tag.ID`
  var targetIDType: String { target.swiftName + ".ID" }

  // MARK: - Statements

  /// The statements for the foreign key, on whichever side it is.
  package var foreignKeySQL: ForeignKeySQL {
    let holder = relationship.kind == .toOne ? owner.model : target
    let rows = holder.rowSQL
    let reference = relationship.kind == .toOne ? relationship.near : relationship.far
    return ForeignKeySQL(
      table: holder.table.name, key: holder.keyColumns, reference: reference, fixed: fixedColumns,
      columns: holder.columnNames,
      orders: rows.orders.filter { $0.owner == reference }, refreshments: rows.refreshments(), live: rows.live)
  }

  /// The columns of a reference that can't be set, because they are a `let` or part of the row's own key, if others can: the tenant of
  /// `@references(project: Project, from: tenantID, projectNumber)`.
  var fixedColumns: Set<String> {
    guard relationship.join == nil, !relationship.isLet else { return [] }
    let (holder, reference) =
      relationship.kind == .toOne ? (owner.model, relationship.near) : (target, relationship.far)
    let settable = holder.properties.filter(holder.isSettable).flatMap(\.columnNames)
    let fixed = Set(reference).subtracting(settable)
    return fixed.count == reference.count ? [] : fixed
  }

  // MARK: - Prose

  /// `` `@references` on `projectID` ``
  var origin: String {
    relationship.origin.split(separator: " ").map { $0 == "on" || $0 == "of" ? String($0) : "`\($0)`" }
      .joined(separator: " ")
  }

  /// ` at the end` if the relationship is ordered.
  var atTheEnd: String { relationship.order == nil ? "" : " at the end" }

  /// `tags`; `open tasks` for `openTasks`.
  var words: String {
    SnakeCase.name(name).split(separator: "_").joined(separator: " ")
  }
}
