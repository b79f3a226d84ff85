import PostilSQL
import PostilSchema

/// The table whose rows are the members of a to-many relationship: the target's, or the join table.
struct MemberTable {
  var table: String
  /// The columns of the table as far as they are known.
  var columns: [Column]
  /// The primary key.
  var key: [String]
  /// The columns that reference the owner.
  var ownerColumns: [String]
  /// The column that says when a member was deleted, where rows stay behind: such a one is no member until it is restored.
  var deletion: String?

  /// - Returns: `nil` where the table could not be resolved, which was reported.
  init?(of relationship: ResolvedRelationship, owner: Int, in resolver: Resolver) {
    if let join = relationship.join, let table = resolver.joinTables.first(where: { $0.name == join.table }) {
      self.init(table, ownerColumns: join.near)
    } else if let join = relationship.join,
      let state = resolver.models.first(where: { $0.tableName == join.table })
    {
      self.init(resolver.table(of: state), ownerColumns: join.near)
    } else if let target = resolver.modelIndex[relationship.target] {
      self.init(resolver.table(of: resolver.models[target]), ownerColumns: relationship.far)
      deletion = resolver.models[target].deletionColumn
    } else {
      return nil
    }
    guard !key.isEmpty, ownerColumns.allSatisfy({ name in columns.contains { $0.name == name } }) else { return nil }
  }

  private init(_ table: Table, ownerColumns: [String]) {
    self.table = table.name
    columns = table.columns
    key = table.primaryKey.columns
    self.ownerColumns = ownerColumns
  }

  /// The columns that reference the owner, as a table of its own has them.
  var ownerColumnsAlone: [Column] {
    ownerColumns.compactMap { name in
      columns.first { $0.name == name }.map { Column(name: name, type: $0.type, collation: $0.collation) }
    }
  }

  /// Whether a member may have no owner.
  var ownerIsOptional: Bool { columns.contains { ownerColumns.contains($0.name) && $0.isNullable } }

  // MARK: - SQL over a row: `NEW` or `OLD`

  private func quoted(_ name: String, of row: String) -> String { "\(row).\(SQLText.identifier(name))" }

  /// `NEW."item_id"`
  func owner(of row: String) -> [String] { ownerColumns.map { quoted($0, of: row) } }

  /// `"item_id" = NEW."item_id"`
  func hasOwner(of row: String) -> String {
    ownerColumns.map { "\(SQLText.identifier($0)) = \(quoted($0, of: row))" }.joined(separator: " AND ")
  }

  /// `"id" = NEW."id"`
  func isSame(as row: String) -> String {
    key.map { "\(SQLText.identifier($0)) = \(quoted($0, of: row))" }.joined(separator: " AND ")
  }

  /// `NEW."item_id" IS NOT NULL`; `nil` where every member has an owner.
  func ownerExists(of row: String) -> String? {
    let optional = columns.filter { ownerColumns.contains($0.name) && $0.isNullable }
    guard !optional.isEmpty else { return nil }
    return optional.map { "\(quoted($0.name, of: row)) IS NOT NULL" }.joined(separator: " AND ")
  }

  /// `NEW."item_id" IS NOT OLD."item_id"`
  var ownerChanges: String {
    ownerColumns.map { "\(quoted($0, of: "NEW")) IS NOT \(quoted($0, of: "OLD"))" }.joined(separator: " OR ")
  }

  /// What `UPDATE OF` names for ``membershipChanges``.
  var membershipColumns: [String] { ownerColumns + (deletion.map { [$0] } ?? []) }

  /// Whether the row comes to an owner or leaves one: by its reference, by a deletion, or by being restored.
  var membershipChanges: String {
    guard let deletion else { return ownerChanges }
    return ownerChanges
      + " OR (\(quoted(deletion, of: "NEW")) IS NULL) <> (\(quoted(deletion, of: "OLD")) IS NULL)"
  }

  /// ` AND NEW."deleted_at" IS NULL`; nothing where rows are deleted for good.
  func andIsLive(_ row: String) -> String { deletion.map { " AND \(quoted($0, of: row)) IS NULL" } ?? "" }

  /// ` AND "deleted_at" IS NULL`; nothing where rows are deleted for good.
  var andLive: String { deletion.map { " AND \(SQLText.identifier($0)) IS NULL" } ?? "" }
}
