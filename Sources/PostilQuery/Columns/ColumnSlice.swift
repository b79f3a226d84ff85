/// Consecutive columns of a table, which form a group, and the row that they are read from.
public struct _ColumnSlice<Owner>: Sendable {
  /// The row that the columns are read from.
  public let source: _Source
  /// Their names in the database.
  public let names: ArraySlice<String>

  /// Creates the columns with these names, read from `source`.
  public init(_ names: [String], of source: _Source) {
    self.init(names[...], of: source)
  }

  init(_ names: ArraySlice<String>, of source: _Source) {
    self.names = names
    self.source = source
  }

  /// The column at `index`, starting at 0.
  public subscript<Value: ColumnValue>(index: Int) -> Column<Owner, Value> { Column(name(at: index), of: source) }

  /// The column at `index`, starting at 0, if it can't be updated.
  public subscript<Value: ColumnValue>(index: Int) -> ReadOnlyColumn<Owner, Value> {
    ReadOnlyColumn(name(at: index), of: source)
  }

  /// The columns of a nested group: `count` columns, starting at `start`.
  public func group<Columns: _GroupColumns>(from start: Int) -> Columns where Columns.Owner == Owner {
    Columns(inner(from: start, count: Columns.Group._columnCount))
  }

  /// The same for a group that can be `nil`.
  public func group<Columns: _GroupColumns>(from start: Int) -> OptionalGroup<Columns> where Columns.Owner == Owner {
    OptionalGroup(group(from: start) as Columns)
  }

  /// The columns of a nested group that can't be updated.
  public func group<Columns: _GroupColumns>(from start: Int) -> Columns where Columns.Owner == _ReadOnly<Owner> {
    Columns(_ColumnSlice<_ReadOnly<Owner>>(inner(from: start, count: Columns.Group._columnCount).names, of: source))
  }

  /// The same for a group that can be `nil`.
  public func group<Columns: _GroupColumns>(from start: Int) -> OptionalGroup<Columns>
  where Columns.Owner == _ReadOnly<Owner> {
    OptionalGroup(group(from: start) as Columns)
  }

  private func inner(from start: Int, count: Int) -> _ColumnSlice {
    let first = min(names.startIndex + start, names.endIndex)
    return _ColumnSlice(names[first..<min(first + count, names.endIndex)], of: source)
  }

  /// The name of a column. If generated code has too few names, it is empty, which no table accepts.
  func name(at index: Int) -> String {
    let index = names.startIndex + index
    return names.indices.contains(index) ? names[index] : ""
  }
}

/// Replaces the model in the type of columns that can't be updated. Their assignments then have a different type than
/// the model's, so they don't compile.
public enum _ReadOnly<Owner>: Sendable {}
