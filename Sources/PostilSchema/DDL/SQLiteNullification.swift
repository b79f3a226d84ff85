import PostilSQL

/// `ON DELETE SET NULL` for some columns of a reference, which SQLite's foreign keys don't have: a trigger of the referenced table.
///
/// The foreign key is `NO ACTION`, so SQLite counts the references that a delete breaks, and the trigger repairs them before the statement
/// ends. The trigger runs after the delete, because a statement that deletes many rows may delete the referencing ones next. Source: SQLite,
/// "SQLite Foreign Key Support", section 4.3, and "CREATE TRIGGER", section 3.
package enum SQLiteNullification {
  /// The trigger for a reference of `table`, named for that table; `nil` for a reference that SQLite's `SET NULL` serves.
  package static func trigger(for key: ForeignKey, of table: Table) -> Trigger? {
    guard let columns = table.partlyNullifiedColumns(of: key) else { return nil }
    let values = columns.map { "\(SQLText.identifier($0)) = NULL" }.joined(separator: ", ")
    let references = zip(key.columns, key.referencedColumns).map {
      "\(SQLText.identifier($0)) = OLD.\(SQLText.identifier($1))"
    }
    return Trigger(
      name: ObjectName.trigger(of: table.name, columns: key.columns, "nullify"), table: key.referencedTable,
      event: "AFTER DELETE",
      statements: [
        "UPDATE \(SQLText.identifier(table.name)) SET \(values)\n    WHERE \(references.joined(separator: " AND "))"
      ],
      documentation: ["Removes the references of '\(table.name)' to a deleted row."])
  }
}
