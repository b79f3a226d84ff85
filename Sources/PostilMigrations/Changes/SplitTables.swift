import PostilCatalog
import PostilEvolution
import PostilSQL

/// Suggests statements that preserve the values of a table that is split into two, or of two that are joined into one.
///
/// The two tables are recognized by a reference, and by columns with the same names and types. Tables that are renamed in the same
/// migration aren't.
extension PlanBuilder {
  /// A suggestion if a dropped column may be in a new table that references the column's table.
  func tableSplitNotes(_ column: NormalizedDefinition.Column, of comparison: TableComparison) -> [String] {
    guard !isUndo, comparison.old.key == comparison.new.key else { return [] }
    return created.compactMap { table -> String? in
      guard let key = reference(from: table, to: comparison.new), let owners = kept(key, in: comparison) else {
        return nil
      }
      let moved = comparison.dropped.filter { isSame($0, in: table) }.map(\.name)
      guard moved.contains(column.name), isComplete(table, with: key.columns + moved) else { return nil }
      let name = SQLText.identifier(comparison.old.name)
      let place =
        isServer || comparison.method == .alter
        ? "the first 'DROP COLUMN'" : "the line '-- @rebuild(\(name))'"
      let words = moved.map { "--allow dropColumn:\(comparison.old.name).\($0)" }.joined(separator: " ")
      let values = moved.map { "\(SQLText.identifier($0)) IS NOT NULL" }.joined(separator: " OR ")
      return
        "a split, which keeps the values in '\(table.name)': pass '\(words)' and add this line to the file, above \(place): "
        + "INSERT INTO \(SQLText.identifier(table.name)) (\(SQLText.identifiers(key.columns + moved))) "
        + "SELECT \(SQLText.identifiers(owners + moved)) FROM \(name) WHERE \(values);"
    }
  }

  /// A suggestion if the columns of a dropped table may be in the table that it references.
  func tableMergeNotes(_ table: TableShape) -> [String] {
    guard !isUndo else { return [] }
    return comparisons.compactMap { comparison -> String? in
      guard comparison.old.key == comparison.new.key, let key = reference(from: table, to: comparison.old),
        let owners = kept(key, in: comparison)
      else { return nil }
      let moved = comparison.added.filter { isSame($0, in: table) }
      // A required column needs a value at once.
      let isRequired = moved.contains {
        $0.isNotNull && $0.defaultText == nil && comparison.initialValues[$0.name.foldedName] == nil
      }
      guard !moved.isEmpty, !isRequired else { return nil }
      let (source, target) = (SQLText.identifier(table.name), SQLText.identifier(comparison.new.name))
      let same = zip(key.columns, owners).map {
        "\(source).\(SQLText.identifier($0)) = \(target).\(SQLText.identifier($1))"
      }.joined(separator: " AND ")
      let sets = moved.map { column in
        let name = SQLText.identifier(column.name)
        return "\(name) = (SELECT \(name) FROM \(source) WHERE \(same) ORDER BY "
          + "\(SQLText.identifiers(table.table.primaryKey)) LIMIT 1)"
      }
      return "a merge, which keeps the values of one row for each row of '\(comparison.new.name)': pass '--allow "
        + "dropTable:\(table.name)' and add this line to the file, above 'DROP TABLE \(source)': UPDATE \(target) SET "
        + "\(sets.joined(separator: ", ")) WHERE EXISTS (SELECT 1 FROM \(source) WHERE \(same));"
    }
  }

  /// The only reference of a table to another one.
  private func reference(from table: TableShape, to other: TableShape) -> CatalogForeignKey? {
    let keys = table.table.foreignKeys.filter { $0.referencedTable.isSameName(as: other.name) }
    return keys.count == 1 && !table.isJoin ? keys[0] : nil
  }

  /// The columns that a reference leads to; `nil` if they change.
  private func kept(_ key: CatalogForeignKey, in comparison: TableComparison) -> [String]? {
    let columns = key.referencedColumns(in: comparison.new)
    let isKept = columns.allSatisfy { name in
      comparison.pairs.contains { $0.new.name.isSameName(as: name) && $0.old.name.isSameName(as: name) }
    }
    return isKept && columns.count == key.columns.count ? columns : nil
  }

  private func isSame(_ column: NormalizedDefinition.Column, in table: TableShape) -> Bool {
    guard column.generation == nil, let other = table.column(column.name.foldedName) else { return false }
    return other.generation == nil && other.declaredType.lowercased() == column.declaredType.lowercased()
      && !table.isKeyed(column.name.foldedName)
  }

  /// Whether a row needs no other values than those of these columns.
  private func isComplete(_ table: TableShape, with columns: [String]) -> Bool {
    table.columns.allSatisfy { column in
      !column.isNotNull || column.defaultText != nil || column.generation != nil
        || table.isRowID(column.name.foldedName)
        || columns.contains { $0.isSameName(as: column.name) }
    }
  }
}
