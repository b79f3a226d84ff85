import PostilSQL

/// The table whose rows are the members of a to-many relationship: the target's, or the join table.
package struct MemberTable {
  package var table: String
  /// The known columns of the table.
  package var columns: [Column]
  /// The primary key.
  var key: [String]
  /// The key's columns that SQLite's indexes don't contain: none if the key is the rowid, or the table has none. Source: SQLite,
  /// "File Format", section 2.5.
  package let keyOutsideIndexes: [String]
  /// The columns that reference the owner.
  package var ownerColumns: [String]
  /// The column with the time when a member was deleted, if the members are soft-deleted. A deleted row isn't a member
  /// until it is restored.
  package var deletion: String?

  /// - Returns: `nil` if the table has no key or lacks one of the columns.
  package init?(_ table: Table, ownerColumns: [String], deletion: String? = nil) {
    guard !table.primaryKey.columns.isEmpty,
      ownerColumns.allSatisfy({ name in table.columns.contains { $0.name == name } })
    else { return nil }
    self.table = table.name
    columns = table.columns
    key = table.primaryKey.columns
    let types = key.compactMap { name in
      table.columns.first { $0.name == name }.map { SQLiteColumnType.name(of: $0.type) }
    }
    keyOutsideIndexes = table.isWithoutRowID || types == ["INTEGER"] ? [] : key
    self.ownerColumns = ownerColumns
    self.deletion = deletion
  }

  /// The columns that reference the owner, as columns of a separate table.
  var ownerColumnsAlone: [Column] {
    ownerColumns.compactMap { name in
      columns.first { $0.name == name }.map { Column(name: name, type: $0.type, collation: $0.collation) }
    }
  }

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

  /// `NEW."item_id" IS NOT NULL`; `nil` if every member has an owner.
  func ownerExists(of row: String) -> String? {
    let optional = columns.filter { ownerColumns.contains($0.name) && $0.isNullable }
    guard !optional.isEmpty else { return nil }
    return optional.map { "\(quoted($0.name, of: row)) IS NOT NULL" }.joined(separator: " AND ")
  }

  /// `NEW."item_id" IS NOT OLD."item_id"`
  var ownerChanges: String {
    ownerColumns.map { "\(quoted($0, of: "NEW")) IS NOT \(quoted($0, of: "OLD"))" }.joined(separator: " OR ")
  }

  /// The columns in `UPDATE OF` for ``membershipChanges``.
  var membershipColumns: [String] { ownerColumns + (deletion.map { [$0] } ?? []) }

  /// Whether the row joins or leaves an owner: its reference changes, or it is deleted or restored.
  var membershipChanges: String {
    guard let deletion else { return ownerChanges }
    return ownerChanges
      + " OR (\(quoted(deletion, of: "NEW")) IS NULL) <> (\(quoted(deletion, of: "OLD")) IS NULL)"
  }

  /// ` AND "deleted_at" IS NULL`; empty without soft deletion.
  var andLive: String { deletion.map { " AND \(SQLText.identifier($0)) IS NULL" } ?? "" }
}
