/// The columns that an insert from a query fills: `archive` in `Archive.insert(from: books, in: db) { archive, book in
/// [archive.title.set(book.title)] }`.
///
/// Each of them has `set`, including columns that can't be updated: a `let` property, or a key that the program sets.
@dynamicMemberLookup
public struct InsertedColumns<M: Model> {
  private let columns: M.Columns

  @usableFromInline
  init(_ source: _Source) { columns = M.Columns(source) }

  /// A column that can be updated.
  public subscript<Value: ColumnValue>(dynamicMember member: KeyPath<M.Columns, Column<M, Value>>) -> Column<M, Value> {
    columns[keyPath: member]
  }

  /// A column that can't be updated.
  public subscript<Value: ColumnValue>(
    dynamicMember member: KeyPath<M.Columns, ReadOnlyColumn<M, Value>>
  ) -> Column<M, Value> {
    let column = columns[keyPath: member]
    return Column(column.columnName, of: column._rowSource)
  }

  /// The columns of a group.
  public subscript<Group: _GroupColumns>(
    dynamicMember member: KeyPath<M.Columns, Group>
  ) -> InsertedGroup<M, Group> {
    InsertedGroup(columns[keyPath: member])
  }

  /// The columns of an optional group.
  public subscript<Group: _GroupColumns>(
    dynamicMember member: KeyPath<M.Columns, OptionalGroup<Group>>
  ) -> InsertedOptionalGroup<M, Group> {
    InsertedOptionalGroup(columns[keyPath: member].columns)
  }
}

/// The columns of a group that an insert from a query fills: `archive.address`.
@dynamicMemberLookup
public struct InsertedGroup<M: Model, Columns: _GroupColumns> {
  private let columns: Columns

  init(_ columns: Columns) { self.columns = columns }

  /// A column that can be updated.
  public subscript<Value: ColumnValue>(
    dynamicMember member: KeyPath<Columns, Column<Columns.Owner, Value>>
  ) -> Column<M, Value> {
    let column = columns[keyPath: member]
    return Column(column.columnName, of: column._rowSource)
  }

  /// A column that can't be updated.
  public subscript<Value: ColumnValue>(
    dynamicMember member: KeyPath<Columns, ReadOnlyColumn<Columns.Owner, Value>>
  ) -> Column<M, Value> {
    let column = columns[keyPath: member]
    return Column(column.columnName, of: column._rowSource)
  }

  /// A nested group.
  public subscript<Inner: _GroupColumns>(dynamicMember member: KeyPath<Columns, Inner>) -> InsertedGroup<M, Inner> {
    InsertedGroup<M, Inner>(columns[keyPath: member])
  }

  /// A nested optional group.
  public subscript<Inner: _GroupColumns>(
    dynamicMember member: KeyPath<Columns, OptionalGroup<Inner>>
  ) -> InsertedOptionalGroup<M, Inner> {
    InsertedOptionalGroup<M, Inner>(columns[keyPath: member].columns)
  }

  /// Sets the same value in every row.
  public func set(_ value: Columns.Group) -> Assignment<M> { Assignment(columns, value._boundValues) }

  /// Sets the columns of a group of the same type.
  public func set<Other: _GroupColumns>(_ group: Other) -> Assignment<M> where Other.Group == Columns.Group {
    Assignment(columns, of: group)
  }
}

/// The columns of an optional group that an insert from a query fills.
@dynamicMemberLookup
public struct InsertedOptionalGroup<M: Model, Columns: _GroupColumns> {
  private let columns: Columns

  init(_ columns: Columns) { self.columns = columns }

  /// A column that can be updated.
  public subscript<Value: ColumnValue>(
    dynamicMember member: KeyPath<Columns, Column<Columns.Owner, Value>>
  ) -> Column<M, Value.Unwrapped?> {
    let column = columns[keyPath: member]
    return Column(column.columnName, of: column._rowSource)
  }

  /// A column that can't be updated.
  public subscript<Value: ColumnValue>(
    dynamicMember member: KeyPath<Columns, ReadOnlyColumn<Columns.Owner, Value>>
  ) -> Column<M, Value.Unwrapped?> {
    let column = columns[keyPath: member]
    return Column(column.columnName, of: column._rowSource)
  }

  /// A nested group.
  public subscript<Inner: _GroupColumns>(
    dynamicMember member: KeyPath<Columns, Inner>
  ) -> InsertedOptionalGroup<M, Inner> {
    InsertedOptionalGroup<M, Inner>(columns[keyPath: member])
  }

  /// A nested group that is optional itself.
  public subscript<Inner: _GroupColumns>(
    dynamicMember member: KeyPath<Columns, OptionalGroup<Inner>>
  ) -> InsertedOptionalGroup<M, Inner> {
    InsertedOptionalGroup<M, Inner>(columns[keyPath: member].columns)
  }

  /// Sets the same value in every row; for `nil`, sets every column to `NULL`.
  public func set(_ value: Columns.Group?) -> Assignment<M> { Assignment(columns, value._boundValues) }

  /// Sets the columns of a group of the same type.
  public func set<Other: _GroupColumns>(_ group: Other) -> Assignment<M> where Other.Group == Columns.Group {
    Assignment(columns, of: group)
  }

  /// Sets the columns of an optional group of the same type.
  public func set<Other: _GroupColumns>(_ group: OptionalGroup<Other>) -> Assignment<M>
  where Other.Group == Columns.Group {
    Assignment(columns, of: group.columns)
  }
}

extension Assignment {
  fileprivate init(_ columns: some _GroupColumns, _ values: [BoundValue]) {
    self.init(
      source: columns.columnSlice.source, settings: zip(columns.columnSlice.names, values).map { ($0, .value($1)) })
  }

  fileprivate init(_ columns: some _GroupColumns, of other: some _GroupColumns) {
    self.init(
      source: columns.columnSlice.source,
      settings: zip(columns.columnSlice.names, other.columnSlice.names).map { name, value in
        (name, .column(value, of: other.columnSlice.source))
      })
  }
}
