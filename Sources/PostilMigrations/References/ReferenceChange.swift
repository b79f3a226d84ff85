import PostilCatalog
import PostilEvolution
import PostilSQL

/// A reference whose values change because the key that it references changes.
///
/// A child row finds its parent row by the old columns and the old key, and gets that row's new key.
struct ReferenceChange: Hashable {
  /// The old columns of the child, and the columns of the parent's old key that they hold, by their old names.
  var oldColumns: [String]
  var oldKey: [String]
  /// The new name of the parent.
  var parent: String
  /// The new columns of the child, and the columns of the parent's new key that they hold.
  var newColumns: [String]
  var newKey: [String]
  /// The source of the new columns' values, by position; `nil` if a column keeps its value.
  var values: [Value?] = []
  /// Whether the new key is this reference itself, so that looking it up would never end.
  var isCircular = false

  /// The source of a new column's value.
  enum Value: Hashable {
    /// From this old column of the child, which already holds the value.
    case column(String)
    /// From the parent's row.
    case lookup
  }

  /// Whether the parent's rows are read.
  var looksUp: Bool { values.contains(.lookup) }

  /// The source of the value of a new column with this name; `nil` if this change doesn't set it.
  func value(of column: String) -> Value? {
    newColumns.firstIndex { $0.isSameName(as: column) }.flatMap { values[$0] }
  }

  /// The column of the parent's new key that corresponds to a new column of the child.
  func keyColumn(of column: String) -> String? {
    newColumns.firstIndex { $0.isSameName(as: column) }.map { newKey[$0] }
  }

  /// The old columns whose values are replaced or dropped.
  func replacedColumns(in comparison: TableComparison) -> [String] {
    oldColumns.filter { old in
      guard let pair = comparison.pairs.first(where: { $0.old.name.isSameName(as: old) }) else { return true }
      return value(of: pair.new.name) != nil
    }
  }
}

extension ReferenceChange {
  /// The old columns that are dropped and not copied to a new column. The parent row still has their values.
  func lostColumns(in comparison: TableComparison) -> [String] {
    oldColumns.filter { old in
      comparison.dropped.contains { $0.name.isSameName(as: old) } && !values.contains(.column(old))
    }
  }
}

/// The old and the new key of a table, used to translate references.
struct KeyChange: Hashable {
  /// The table's new name.
  var table: String
  /// Old names.
  var oldKey: [String]
  var newKey: [String]

  init(_ change: ReferenceChange) { (table, oldKey, newKey) = (change.parent, change.oldKey, change.newKey) }

  init(_ key: NewKey, of table: String) {
    (self.table, oldKey, newKey) = (table, [key.pair.old.name], [key.pair.new.name])
  }
}

/// The origin of a new column's value.
enum ColumnOrigin {
  /// The column exists in both schemas.
  case pair(ColumnPair)
  /// The column is part of a reference whose values change.
  case reference(ReferenceChange)
  /// The rows are numbered.
  case number
  /// Each row gets another value.
  case key(NewKey)
  /// Every row gets the value of this SQL.
  case value(String)
  case generation
}

extension TableComparison {
  /// The new integer key of a table, if existing rows have no value for it, so that the rows are numbered. Source:
  /// SQLite, "ROWIDs and the INTEGER PRIMARY KEY".
  var numberedColumn: NormalizedDefinition.Column? {
    added.first { column in
      let key = column.name.foldedName
      return new.isRowID(key) && !new.referencingColumns.contains(key) && column.generation == nil
        && column.defaultText == nil && initialValues[key] == nil
    }
  }

  /// The reference change that sets the values of a new column.
  func reference(giving column: String) -> ReferenceChange? {
    references.first { $0.value(of: column) != nil }
  }

  /// The key that is made anew, if it is this new column.
  func newKey(giving column: String) -> NewKey? {
    newKey.flatMap { $0.pair.new.name.isSameName(as: column) ? $0 : nil }
  }

  /// The reference change that reads an old column.
  func reference(replacing column: String) -> ReferenceChange? {
    references.first { $0.oldColumns.contains { $0.isSameName(as: column) } }
  }

  /// Whether a new column keeps its values, possibly under another name.
  func isCopied(_ pair: ColumnPair) -> Bool { pair.isCopied && reference(giving: pair.new.name) == nil }

  /// Whether different old values remain different in the new column.
  func keepsValuesApart(_ pair: ColumnPair) -> Bool {
    newKey(giving: pair.new.name) != nil || pair.keepsValuesApart && reference(giving: pair.new.name) == nil
  }

  /// The SQL that replaces `NULL` in a required column whose reference was optional.
  func fill(of column: NormalizedDefinition.Column) -> String? {
    if let pair = pairs.first(where: { $0.new.name.isSameName(as: column.name) }) {
      return pair.becomesRequired ? pair.fill : nil
    }
    guard column.isNotNull else { return nil }
    return column.defaultText.map { "(\($0))" } ?? initialValues[column.name.foldedName]
  }

  /// The origin of a new column's value.
  func origin(of column: NormalizedDefinition.Column) -> ColumnOrigin {
    if column.generation != nil { return .generation }
    if let reference = reference(giving: column.name) { return .reference(reference) }
    if let key = newKey(giving: column.name) { return .key(key) }
    if let pair = pairs.first(where: { $0.new.name.isSameName(as: column.name) }) { return .pair(pair) }
    if let numberedColumn, numberedColumn.name.isSameName(as: column.name) { return .number }
    if let initial = initialValues[column.name.foldedName] { return .value(initial) }
    return .value(column.safeDefault ?? "NULL")
  }

  /// One phrase for each reference whose values change.
  var referencePhrases: [String] {
    references.compactMap { change in
      let names = change.newColumns.enumerated().filter { change.values[$0.offset] != nil }.map { "'\($0.element)'" }
      guard !names.isEmpty else { return nil }
      return
        "\(names.joined(separator: " and ")) \(names.count == 1 ? "gets" : "get") the new key of '\(change.parent)'"
    }
  }
}

extension NormalizedDefinition.Column {
  /// The default in parentheses, on one line.
  var safeDefault: String? { defaultText.map { "(\(SQLLexer.tokens(of: $0).safeLine))" } }
}

extension CatalogForeignKey {
  /// The referenced columns: those of the parent's primary key if the reference names none.
  func referencedColumns(in parent: TableShape?) -> [String] {
    referencedColumns ?? parent?.table.primaryKey ?? []
  }
}
