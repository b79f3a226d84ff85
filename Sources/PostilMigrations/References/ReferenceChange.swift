import PostilCatalog

/// A reference whose values change, because the key of the rows that it references changes.
///
/// A child row of before finds its parent by the old columns and the old key, and gets that parent's new key.
struct ReferenceChange: Hashable {
  /// The old columns of the child, and the columns of the parent's old key that they hold, by their old names.
  var oldColumns: [String]
  var oldKey: [String]
  /// The new name of the parent.
  var parent: String
  /// The new columns of the child, and the columns of the parent's new key that they hold.
  var newColumns: [String]
  var newKey: [String]
  /// How the new columns get their values, by position; `nil` where a column keeps what it holds.
  var values: [Value?] = []

  /// How a new column gets its values.
  enum Value: Hashable {
    /// From this old column of the child, which holds the value already.
    case column(String)
    /// From the parent's row.
    case lookup
  }

  /// Whether the parent's rows are read.
  var looksUp: Bool { values.contains(.lookup) }

  /// How the new column of this name gets its values; `nil` where it is not this change that gives them.
  func value(of column: String) -> Value? {
    newColumns.firstIndex { Name.isSame($0, column) }.flatMap { values[$0] }
  }

  /// The column of the parent's new key that belongs to a new column of the child.
  func keyColumn(of column: String) -> String? {
    newColumns.firstIndex { Name.isSame($0, column) }.map { newKey[$0] }
  }

  /// The old columns whose values are replaced or dropped.
  func replacedColumns(in comparison: TableComparison) -> [String] {
    oldColumns.filter { old in
      guard let pair = comparison.pairs.first(where: { Name.isSame($0.old.name, old) }) else { return true }
      return value(of: pair.new.name) != nil
    }
  }
}

extension ReferenceChange {
  /// The old columns that are dropped, and whose values no new column takes: the parent's row has them.
  func lostColumns(in comparison: TableComparison) -> [String] {
    oldColumns.filter { old in
      comparison.dropped.contains { Name.isSame($0.name, old) } && !values.contains(.column(old))
    }
  }
}

/// The key of a table, before and after: what references are looked up with.
struct KeyChange: Hashable {
  /// The table's new name.
  var table: String
  /// Old names.
  var oldKey: [String]
  var newKey: [String]

  init(_ change: ReferenceChange) {
    table = change.parent
    oldKey = change.oldKey
    newKey = change.newKey
  }
}

/// Where the value of a new column comes from.
enum ColumnOrigin {
  /// The column exists on both sides.
  case pair(ColumnPair)
  /// The column is part of a reference whose values change.
  case reference(ReferenceChange)
  /// The rows are numbered.
  case number
  /// Every row gets this SQL.
  case value(String)
  case generation
}

extension TableComparison {
  /// The new key of a table whose rows have no value for it yet: SQLite numbers rows where the key is one integer.
  /// Source: SQLite, "ROWIDs and the INTEGER PRIMARY KEY".
  var numberedColumn: SeparatedDefinition.Column? {
    let key = new.table.primaryKey
    guard key.count == 1, !new.table.isWithoutRowID, !new.referencingColumns.contains(Name.key(key[0])) else {
      return nil
    }
    return added.first { column in
      Name.isSame(column.name, key[0]) && column.declaredType.lowercased() == "integer" && column.generation == nil
        && column.defaultText == nil && initialValues[Name.key(column.name)] == nil
    }
  }

  /// The change of a reference that gives a new column its values.
  func reference(giving column: String) -> ReferenceChange? {
    references.first { $0.value(of: column) != nil }
  }

  /// The change of a reference that takes the values of an old column along.
  func reference(replacing column: String) -> ReferenceChange? {
    references.first { $0.oldColumns.contains { Name.isSame($0, column) } }
  }

  /// Whether a new column holds what it held, with another name at most.
  func isCopied(_ pair: ColumnPair) -> Bool { pair.isCopied && reference(giving: pair.new.name) == nil }

  /// What stands for `NULL` in a new column that is required and gets its values from a reference that was optional.
  func fill(of column: SeparatedDefinition.Column) -> String? {
    if let pair = pairs.first(where: { Name.isSame($0.new.name, column.name) }) {
      return pair.becomesRequired ? pair.fill : nil
    }
    guard column.isNotNull else { return nil }
    return column.defaultText.map { "(\($0))" } ?? initialValues[Name.key(column.name)]
  }

  /// Where the value of a new column comes from.
  func origin(of column: SeparatedDefinition.Column) -> ColumnOrigin {
    if column.generation != nil { return .generation }
    if let reference = reference(giving: column.name) { return .reference(reference) }
    if let pair = pairs.first(where: { Name.isSame($0.new.name, column.name) }) { return .pair(pair) }
    if let numberedColumn, Name.isSame(numberedColumn.name, column.name) { return .number }
    if let initial = initialValues[Name.key(column.name)] { return .value(initial) }
    return .value(column.defaultText.map { "(\(SQLTokens($0).tokens.safeLine))" } ?? "NULL")
  }

  /// What changes of references, one phrase each.
  var referencePhrases: [String] {
    references.compactMap { change in
      let names = change.newColumns.enumerated().filter { change.values[$0.offset] != nil }.map { "'\($0.element)'" }
      guard !names.isEmpty else { return nil }
      return
        "\(names.joined(separator: " and ")) \(names.count == 1 ? "gets" : "get") the new key of '\(change.parent)'"
    }
  }
}

extension CatalogForeignKey {
  /// The columns that are referenced: those of the parent's primary key where the reference names none.
  func referencedColumns(in parent: TableShape?) -> [String] {
    referencedColumns ?? parent?.table.primaryKey ?? []
  }
}
