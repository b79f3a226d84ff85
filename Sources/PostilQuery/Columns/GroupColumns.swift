/// The columns of a group in a query: `$0.address`, with members such as `$0.address.city`.
public protocol _GroupColumns<Owner>: SQLRowValue, SQLEquatable where Group: _ColumnGroup, _Comparand == Group {
  /// The model whose table has the columns.
  associatedtype Owner
  /// Creates the columns of the group.
  init(_ columns: _ColumnSlice<Owner>)
  /// The columns of the group.
  var columnSlice: _ColumnSlice<Owner> { get }
}

extension _GroupColumns {
  /// Creates the columns with these names, read from `source`.
  public init(_ names: [String], of source: _Source) { self.init(_ColumnSlice(names, of: source)) }

  /// Whether all columns are equal to the value's: `t0."address_street" = ?1 AND t0."address_city" = ?2`.
  public func _equals(_ value: Group) -> _ExpressionNode { rowValueColumns.equals(value._boundValues) }

  /// An assignment of a value in an update: `"address_street" = ?1, "address_city" = ?2`.
  public func set(_ value: Group) -> Assignment<Owner> { assignment(value._boundValues) }

  /// The columns. A `nil` in a struct is `NULL`; no part of a key is `nil`.
  public var rowValueColumns: _RowValueColumns { rowValueColumns(takesNull: !(Group.self is any KeyValue.Type)) }

  func rowValueColumns(takesNull: Bool) -> _RowValueColumns {
    _RowValueColumns(
      source: columnSlice.source, names: columnSlice.names, required: Group.requiredColumn, takesNull: takesNull)
  }

  func assignment(_ values: [BoundValue]) -> Assignment<Owner> {
    Assignment(source: columnSlice.source, settings: zip(columnSlice.names, values).map { ($0, .value($1)) })
  }
}

/// The columns of a group that can be `nil`. In a query, each of them can be `NULL`.
@dynamicMemberLookup
public struct OptionalGroup<Columns: _GroupColumns>: SQLRowValue, SQLEquatable {
  /// The stored type.
  public typealias Group = Columns.Group
  let columns: Columns

  /// Makes each of these columns nullable.
  public init(_ columns: Columns) { self.columns = columns }

  /// Creates the columns with these names, read from `source`.
  public init(_ names: [String], of source: _Source) { columns = Columns(names, of: source) }

  /// A column that can be updated.
  public subscript<Value: ColumnValue>(
    dynamicMember member: KeyPath<Columns, Column<Columns.Owner, Value>>
  ) -> Column<Columns.Owner, Value.Unwrapped?> {
    let column = columns[keyPath: member]
    return Column(column.columnName, of: column._rowSource)
  }

  /// A column that can't be updated.
  public subscript<Value: ColumnValue>(
    dynamicMember member: KeyPath<Columns, ReadOnlyColumn<Columns.Owner, Value>>
  ) -> ReadOnlyColumn<Columns.Owner, Value.Unwrapped?> {
    let column = columns[keyPath: member]
    return ReadOnlyColumn(column.columnName, of: column._rowSource)
  }

  /// A nested group.
  public subscript<Inner: _GroupColumns>(dynamicMember member: KeyPath<Columns, Inner>) -> OptionalGroup<Inner> {
    OptionalGroup<Inner>(columns[keyPath: member])
  }

  /// A nested optional group.
  public subscript<Inner: _GroupColumns>(
    dynamicMember member: KeyPath<Columns, OptionalGroup<Inner>>
  ) -> OptionalGroup<Inner> {
    columns[keyPath: member]
  }

  /// Whether the value is `nil`: `t0."address_street" IS NULL`.
  public var isNil: SQLPredicate { SQLPredicate(.isNull(rowValueColumns.requiredColumn)) }

  /// Whether the value isn't `nil`: `t0."address_street" IS NOT NULL`.
  public var isNotNil: SQLPredicate { SQLPredicate(.isNotNull(rowValueColumns.requiredColumn)) }

  /// Whether all columns are equal to the value's. For `nil`, it is `t0."address_street" IS NULL`.
  public func _equals(_ value: Columns.Group?) -> _ExpressionNode {
    value.map { rowValueColumns.equals($0._boundValues) } ?? isNil.node
  }

  /// An assignment in an update: `"address_street" = ?1, "address_city" = ?2`. For `nil`, every column is set to `NULL`.
  public func set(_ value: Columns.Group?) -> Assignment<Columns.Owner> { columns.assignment(value._boundValues) }

  /// The columns; each of them can be `NULL`.
  public var rowValueColumns: _RowValueColumns { columns.rowValueColumns(takesNull: true) }
}
