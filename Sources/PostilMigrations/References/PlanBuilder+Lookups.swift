import PostilEvolution
import PostilSQL
import PostilSchema

/// A row that an expression reads: its name in the statement, and the state of the tables when the statement runs.
struct RowSource {
  /// The time at which a statement runs.
  enum Moment {
    /// Before the migration, like pre-checks.
    case before
    /// After the renames, and before the table is changed.
    case changing
  }

  /// The name that qualifies the row's columns.
  var name: String
  var moment: Moment
  /// The temporary copies that contain the rows of tables, by the keys of the tables' new names.
  var copies: [String: String] = [:]
  /// Whether lookups read the tables of old and new keys.
  var readsKeyTables = true

  func named(_ name: String) -> RowSource {
    var row = self
    row.name = name
    return row
  }
}

/// The values of new columns, as SQL over the old rows.
extension PlanBuilder {
  /// The name of a table at that moment.
  func name(of comparison: TableComparison, _ row: RowSource) -> String {
    row.copies[comparison.new.key] ?? (row.moment == .before ? comparison.old.name : comparison.new.name)
  }

  /// A qualified old column.
  func oldColumn(_ name: String, of comparison: TableComparison, _ row: RowSource) -> String {
    let name = row.moment == .before ? name : renames.newColumn(name, of: comparison.old.name)
    return "\(SQLText.identifier(row.name)).\(SQLText.identifier(name))"
  }

  /// The value of a new column.
  /// - Parameter isQualified: whether columns are qualified with the name of the row.
  /// - Returns: `nil` for a generated column.
  func value(
    of column: NormalizedDefinition.Column, in comparison: TableComparison, _ row: RowSource, isQualified: Bool = false
  ) -> String? {
    switch comparison.origin(of: column) {
    case .generation: return nil
    case .value(let value):
      let given = column.defaultText == nil ? nil : serverDefaults["\(comparison.new.name).\(column.name)"]
      return given ?? value
    case .number: return "row_number() OVER (ORDER BY \(numbering(of: comparison, row).joined(separator: ", ")))"
    case .key(let key):
      guard row.moment == .changing, let table = keyTables[KeyChange(key, of: comparison.new.name)] else {
        return key.value
      }
      return Self.newKey(0, of: [oldColumn(key.pair.old.name, of: comparison, row)], in: table)
    case .pair(let pair):
      let name = row.moment == .before ? pair.old.name : pair.new.name
      return isQualified ? pair.expression(of: oldColumn(pair.old.name, of: comparison, row)) : pair.expression(name)
    case .reference(let change):
      let value =
        switch change.value(of: column.name) {
        case .column(let old): oldColumn(old, of: comparison, row)
        case .lookup: lookup(column.name, by: change, in: comparison, row)
        case nil: "NULL"
        }
      return comparison.fill(of: column).map { "coalesce(\(value), \($0))" } ?? value
    }
  }

  /// The order in which rows are numbered: by rowid, otherwise by key.
  func numbering(of comparison: TableComparison, _ row: RowSource) -> [String] {
    let taken = Set(
      comparison.old.columns.map { $0.name.foldedName } + comparison.new.columns.map { $0.name.foldedName })
    if !comparison.old.table.isWithoutRowID,
      let name = isServer ? "ctid" : ["rowid", "oid", "_rowid_"].first(where: { !taken.contains($0) })
    {
      return ["\(SQLText.identifier(row.name)).\(name)"]
    }
    return comparison.old.table.primaryKey.map { oldColumn($0, of: comparison, row) }
  }

  /// The new key of the row that a child's row references.
  private func lookup(
    _ column: String, by change: ReferenceChange, in comparison: TableComparison, _ row: RowSource
  ) -> String {
    guard let key = change.keyColumn(of: column), let parent = self.comparison(ofNew: change.parent),
      let keyColumn = parent.new.column(key.foldedName)
    else { return "NULL" }
    let values = change.oldColumns.map { oldColumn($0, of: comparison, row) }
    if row.moment == .changing, row.readsKeyTables || parent.newKey(giving: key) != nil,
      let table = keyTables[KeyChange(change)],
      let place = change.newKey.firstIndex(where: { $0.isSameName(as: key) })
    {
      return Self.newKey(place, of: values, in: table)
    }
    let inner = parentRow(of: parent, row)
    let alias = SQLText.identifier(inner.name)
    switch parent.origin(of: keyColumn) {
    case .number, .generation:
      let kept = change.oldKey.enumerated().map {
        ("old_\($0 + 1)", oldColumn($1, of: parent, inner.named(name(of: parent, row))))
      }
      let source = relation(of: change.parent, needing: [key.foldedName], as: inner.name, inner, keeping: kept) ?? alias
      let same = values.enumerated().map { "\(alias).\"old_\($0 + 1)\" = \($1)" }
      return
        "(SELECT \(alias).\(SQLText.identifier(keyColumn.name)) FROM \(source) WHERE "
        + "\(same.joined(separator: " AND ")))"
    default:
      let value = value(of: keyColumn, in: parent, inner, isQualified: true) ?? "NULL"
      return "(SELECT \(value) \(matching(change, values, parent, inner)))"
    }
  }

  /// A column of the new key that belongs to these values of the old one.
  private static func newKey(_ place: Int, of old: [String], in keyTable: String) -> String {
    let table = SQLText.identifier(keyTable)
    let same = old.enumerated().map { "\(table).\"old_\($0 + 1)\" = \($1)" }
    return "(SELECT \"new_\(place + 1)\" FROM \(table) WHERE \(same.joined(separator: " AND ")))"
  }

  /// The part of a query after `FROM` that finds the parent's row with these values of the old key.
  func matching(_ change: ReferenceChange, _ values: [String], _ parent: TableComparison, _ inner: RowSource) -> String
  {
    let table = SQLText.identifier(name(of: parent, inner))
    let alias = SQLText.identifier(inner.name)
    let same = zip(change.oldKey, values).map { name, value -> String in
      // A temporary copy of the table has no collations.
      let collation = inner.copies[parent.new.key] == nil ? nil : parent.old.column(name.foldedName)?.collation
      let column = oldColumn(name, of: parent, inner)
      return "\(column)\(collation.map { " COLLATE \(SQLText.identifier($0))" } ?? "") = \(value)"
    }
    return "FROM \(table == alias ? table : "\(table) AS \(alias)") WHERE \(same.joined(separator: " AND "))"
  }

  /// The row of a parent that is looked up for a row of a child.
  func parentRow(of parent: TableComparison, _ row: RowSource) -> RowSource {
    let table = name(of: parent, row)
    return row.named(table.isSameName(as: row.name) ? "postil_parent" : table)
  }

  // MARK: - the order of changes, and keys that are kept

  /// Orders the changes of tables: a child is changed before its parent, while the old key can be read. If that isn't
  /// possible for every child, the migration keeps the parent's old and new keys in a separate table.
  mutating func orderChanges() {
    let parents = comparisons.map { comparison in
      var found: Set<Int> = []
      for change in comparison.references where change.looksUp { addParents(of: change, to: &found) }
      return found
    }
    changeOrder = TableOrder.order(
      comparisons.indices.map { parent in
        Set(comparisons.indices.filter { $0 != parent && parents[$0].contains(parent) })
      })
    let late = Set(
      changeOrder.enumerated().flatMap { position, child in
        parents[child].filter { parent in
          comparisons[parent].method != .none && changeOrder[..<position].contains(parent)
        }
      })
    let changes = comparisons.flatMap(\.references).filter(\.looksUp)
    // What is made anew for a row is kept. Other keys can contain it.
    for change in changes {
      guard let comparison = comparison(ofNew: change.parent), let key = comparison.newKey else { continue }
      keep(KeyChange(key, of: comparison.new.name))
    }
    for change in changes where late.contains(where: { comparisons[$0].new.name.isSameName(as: change.parent) }) {
      keep(KeyChange(change))
    }
  }

  private mutating func keep(_ key: KeyChange) {
    guard keyTables[key] == nil else { return }
    let count = keyTables.keys.count { $0.table == key.table }
    keyTables[key] = freeName("postil_keys_", key.table + (count > 0 ? "_\(count + 1)" : ""))
    keyTableOrder.append(key)
  }

  /// The tables that a lookup reads: the parent, and those in which its key is looked up.
  private func addParents(of change: ReferenceChange, to found: inout Set<Int>) {
    guard let index = comparisons.firstIndex(where: { $0.new.name.isSameName(as: change.parent) }),
      found.insert(index).inserted
    else { return }
    for name in change.newKey {
      guard let next = comparisons[index].reference(giving: name), next.value(of: name) == .lookup else { continue }
      addParents(of: next, to: &found)
    }
  }

  mutating func addKeyTables() {
    for key in keyTableOrder {
      guard let table = keyTables[key], let comparison = comparison(ofNew: key.table) else { continue }
      var row = RowSource(name: comparison.new.name, moment: .changing)
      row.readsKeyTables = false
      let old = key.oldKey.enumerated().map { index, name -> String in
        let column = comparison.old.column(name.foldedName)
        let collation = column?.collation.map { " COLLATE \(SQLText.identifier($0))" } ?? ""
        return "\"old_\(index + 1)\" \(column?.declaredType ?? "")\(collation)"
      }
      let new = key.newKey.indices.map { "\"new_\($0 + 1)\"" }
      let unique = key.oldKey.indices.map { "\"old_\($0 + 1)\"" }.joined(separator: ", ")
      let kept = key.oldKey.enumerated().map { ("old_\($0 + 1)", oldColumn($1, of: comparison, row)) }
      let rows: String
      if let made = comparison.newKey, KeyChange(made, of: key.table) == key {
        rows = "\(kept[0].1), \(made.value)\nFROM \(SQLText.identifier(row.name))"
      } else {
        let names = [unique] + key.newKey.map { SQLText.identifier($0) }
        let source = relation(of: key.table, needing: Set(key.newKey.map(\.foldedName)), as: nil, row, keeping: kept)
        rows = "\(names.joined(separator: ", "))\nFROM \(source ?? "")"
      }
      steps.append(
        MigrationStep(
          ["The keys of '\(key.table)' before and after, until every reference has the new ones."],
          [
            "CREATE TABLE \(SQLText.identifier(table)) (\((old + new).joined(separator: ", ")), UNIQUE (\(unique)))",
            "INSERT INTO \(SQLText.identifier(table))\nSELECT \(rows)",
          ]))
    }
  }

  mutating func addKeyTableDrops() {
    let names = keyTableOrder.compactMap { keyTables[$0] }
    guard !names.isEmpty else { return }
    steps.append(
      MigrationStep(
        ["Every reference has the new keys."], names.map { "DROP TABLE \(SQLText.identifier($0))" }))
  }
}
