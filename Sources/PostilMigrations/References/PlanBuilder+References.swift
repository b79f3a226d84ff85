import PostilCatalog
import PostilSQL
import PostilSchema

/// The findings of new and changed references.
extension PlanBuilder {
  func references(of comparison: TableComparison) -> [MigrationFinding] {
    comparison.new.table.foreignKeys.compactMap { key in
      let change = comparison.references.first { change in
        change.newColumns.map(\.foldedName) == key.columns.map(\.foldedName)
          && change.parent.isSameName(as: key.referencedTable)
      }
      if let change, change.isCircular { return circularReference(change, key, in: comparison) }
      if let change, let finding = missingParents(of: change, key, in: comparison) { return finding }
      return change == nil ? newReference(key, in: comparison) : nil
    }
  }

  private func subject(_ key: CatalogForeignKey, _ comparison: TableComparison) -> String {
    "\(comparison.new.name).\(key.columns.joined(separator: ","))"
  }

  /// A row that references a missing row has no new value. A database with enforced foreign keys has no such rows, so
  /// `--allow` isn't required.
  private func missingParents(
    of change: ReferenceChange, _ key: CatalogForeignKey, in comparison: TableComparison
  ) -> MigrationFinding? {
    guard change.looksUp || !change.lostColumns(in: comparison).isEmpty,
      let parent = self.comparison(ofNew: change.parent)
    else { return nil }
    let row = RowSource(name: comparison.old.name, moment: .before)
    let inner = parentRow(of: parent, row)
    let values = change.oldColumns.map { oldColumn($0, of: comparison, row) }
    let replaced = change.replacedColumns(in: comparison).map {
      "\(oldColumn($0, of: comparison, row)) IS NOT NULL"
    }
    let isWhole = values.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    var conditions = [matching(change, values, parent, inner)]
    for name in change.newKey {
      guard let column = parent.new.column(name.foldedName), !column.isNotNull, column.generation == nil,
        let value = value(of: column, in: parent, inner, isQualified: true)
      else { continue }
      conditions.append("\(value) IS NOT NULL")
    }
    let isHeld = replaced.count < 2 ? replaced.first ?? isWhole : "(\(replaced.joined(separator: " OR ")))"
    var query =
      "SELECT count(*) FROM \(SQLText.identifier(comparison.old.name)) WHERE \(isHeld) "
      + "AND NOT EXISTS (SELECT 1 \(conditions.joined(separator: " AND ")))"
    let keepsAll = zip(change.newColumns, change.values).allSatisfy { name, value in
      let isOwn =
        value != nil
        || change.oldColumns.contains { renames.newColumn($0, of: comparison.old.name).isSameName(as: name) }
      return isOwn && (comparison.new.column(name.foldedName).map { comparison.fill(of: $0) == nil } ?? true)
    }
    // A default that replaces NULL, or a column that wasn't part of the reference, may contain a key that doesn't exist.
    if !keepsAll, let others = danglingRows(key, in: comparison) { query = "SELECT (\(query)) + (\(others))" }
    let subject = subject(key, comparison)
    var finding = finding(
      .newReference, subject,
      "'\(subject)' gets the new key of the row in '\(change.parent)' that it references; first correct or delete "
        + "the rows that reference a missing row", query)
    finding.needsAllowance = !keepsAll
    return finding
  }

  private func circularReference(
    _ change: ReferenceChange, _ key: CatalogForeignKey, in comparison: TableComparison
  ) -> MigrationFinding {
    let subject = subject(key, comparison)
    return finding(
      .newReference, subject,
      "the new key of '\(change.parent)' is the reference '\(subject)' itself, so its values can't be computed; "
        + "first set them to NULL or delete the rows", rowsWithReference(change.oldColumns, of: comparison))
  }

  /// The query that counts the rows with a value in all of these old columns.
  private func rowsWithReference(_ columns: [String], of comparison: TableComparison) -> String {
    let exists = columns.map { "\(SQLText.identifier($0)) IS NOT NULL" }.joined(separator: " AND ")
    return "SELECT count(*) FROM \(SQLText.identifier(comparison.old.name)) WHERE \(exists)"
  }

  private func newReference(_ key: CatalogForeignKey, in comparison: TableComparison) -> MigrationFinding? {
    let subject = subject(key, comparison)
    func newColumns(_ old: CatalogForeignKey) -> [String] {
      old.columns.map { renames.newColumn($0, of: comparison.old.name).foldedName }
    }
    let old = comparison.old.table.foreignKeys.filter { Set(newColumns($0)) == Set(key.columns.map(\.foldedName)) }
    let sameTable = old.filter { renames.newTable($0.referencedTable).isSameName(as: key.referencedTable) }
    // A default that replaces NULL is also a reference.
    let isFilled = comparison.pairs.contains { pair in
      pair.becomesRequired && pair.fill != nil && key.columns.contains { $0.isSameName(as: pair.new.name) }
    }
    // Another reference over the same column may change its values.
    let isShared = key.columns.contains { comparison.reference(giving: $0) != nil }
    // The reference is to the same columns, so no lookup was needed.
    let isKept =
      !isFilled
      && sameTable.contains { former in
        former.columns.count == key.columns.count && keeps(former, key, in: comparison)
      }
    if isKept, !isShared { return nil }
    let added = comparison.added.filter { column in key.columns.contains { $0.isSameName(as: column.name) } }
    // Pairs reference the same rows as the new column.
    if added.contains(where: { move(toColumn: $0.name, of: comparison.new) != nil }) { return nil }
    // A new column contains NULL, or `newRequired` already covers it.
    if added.contains(where: {
      $0.defaultText == nil && comparison.initialValues[$0.name.foldedName] == nil
        && comparison.reference(giving: $0.name) == nil
    }) {
      return nil
    }
    if sameTable.isEmpty, let former = old.first {
      return finding(
        .newReference, subject,
        "'\(subject)' now references '\(key.referencedTable)' instead of '\(former.referencedTable)', so its values "
          + "would reference unrelated rows; first set them to NULL or delete the rows, or add a new property for "
          + "the new reference",
        rowsWithReference(former.columns, of: comparison))
    }
    return danglingRows(key, in: comparison).map { query in
      var finding = finding(
        .newReference, subject,
        "'\(subject)' becomes a reference to '\(key.referencedTable)'; first correct or delete the rows that the "
          + "query finds", query)
      finding.needsAllowance = !isKept
      return finding
    }
  }

  /// Whether a reference is to the same columns as before.
  private func keeps(_ old: CatalogForeignKey, _ new: CatalogForeignKey, in comparison: TableComparison) -> Bool {
    let former = old.referencedColumns(in: from.table(old.referencedTable.foldedName))
    let now = new.referencedColumns(in: to.table(new.referencedTable.foldedName))
    guard former.count == old.columns.count, now.count == new.columns.count else { return false }
    let before = zip(old.columns, former).map {
      [renames.newColumn($0, of: comparison.old.name), renames.newColumn($1, of: old.referencedTable)].map(\.foldedName)
    }
    return Set(before) == Set(zip(new.columns, now).map { [$0, $1].map(\.foldedName) })
  }

  /// The query that counts the rows whose new values reference a missing row.
  private func danglingRows(_ key: CatalogForeignKey, in comparison: TableComparison) -> String? {
    guard let parent = to.table(key.referencedTable.foldedName),
      let child = relation(of: comparison.new.name, needing: Set(key.columns.map(\.foldedName)), as: "child")
    else { return nil }
    let referenced = key.referencedColumns(in: parent)
    var conditions = key.columns.map { "\"child\".\(SQLText.identifier($0)) IS NOT NULL" }
    if let parents = relation(of: key.referencedTable, needing: Set(referenced.map(\.foldedName)), as: "parent") {
      let same = zip(referenced, key.columns).map {
        "\"parent\".\(SQLText.identifier($0)) = \"child\".\(SQLText.identifier($1))"
      }
      conditions.append("NOT EXISTS (SELECT 1 FROM \(parents) WHERE \(same.joined(separator: " AND ")))")
    }
    return "SELECT count(*) FROM \(child) WHERE \(conditions.joined(separator: " AND "))"
  }
}
