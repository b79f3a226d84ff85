/// The columns of a group in a query: `$0.address`, whose leaves are `$0.address.city`.
public protocol _GroupColumns<Owner>: SQLRowValue where Group: _ColumnGroup {
  /// The model whose table has the columns.
  associatedtype Owner
  /// Names the columns of the group.
  init(_ columns: _ColumnSlice<Owner>)
  /// The columns of the group.
  var columnSlice: _ColumnSlice<Owner> { get }
}

extension _GroupColumns {
  /// The columns of these names, read from `source`.
  public init(_ names: [String], of source: _Source) { self.init(_ColumnSlice(names, of: source)) }

  /// Whether every column has the value's: `t0."address_street" = ?1 AND t0."address_city" = ?2`.
  public static func == (lhs: Self, rhs: Group) -> SQLPredicate {
    SQLPredicate(lhs.rowValueColumns.equals(rhs._boundValues))
  }

  /// Whether a column has another value: `NOT (t0."address_street" = ?1 AND t0."address_city" = ?2)`.
  public static func != (lhs: Self, rhs: Group) -> SQLPredicate {
    SQLPredicate(.not(lhs.rowValueColumns.equals(rhs._boundValues)))
  }

  /// What an update writes to the columns: `"address_street" = ?1, "address_city" = ?2`.
  public func set(_ value: Group) -> Assignment<Owner> { assignment(value._boundValues) }

  /// The columns; what is `nil` in a struct is `NULL`, and no part of a key is.
  public var rowValueColumns: _RowValueColumns { rowValueColumns(takesNull: !(Group.self is any KeyValue.Type)) }

  func rowValueColumns(takesNull: Bool) -> _RowValueColumns {
    _RowValueColumns(
      source: columnSlice.source, names: columnSlice.names, required: Group.requiredColumn, takesNull: takesNull)
  }

  func assignment(_ values: [BoundValue]) -> Assignment<Owner> {
    Assignment(source: columnSlice.source, settings: zip(columnSlice.names, values).map { ($0, .value($1)) })
  }
}

/// The columns of a group that may be `nil`, in a query; each of them can be `NULL` here.
@dynamicMemberLookup
public struct OptionalGroup<Columns: _GroupColumns>: SQLRowValue {
  /// The type that is stored in them.
  public typealias Group = Columns.Group
  let columns: Columns

  /// The same columns, each of which can be `NULL`.
  public init(_ columns: Columns) { self.columns = columns }

  /// The columns of these names, read from `source`.
  public init(_ names: [String], of source: _Source) { columns = Columns(names, of: source) }

  /// A column that an update may set.
  public subscript<Value: ColumnValue>(
    dynamicMember member: KeyPath<Columns, Column<Columns.Owner, Value>>
  ) -> Column<Columns.Owner, Value.Unwrapped?> {
    let column = columns[keyPath: member]
    return Column(column.columnName, of: column.rowSource)
  }

  /// A column that no update may set.
  public subscript<Value: ColumnValue>(
    dynamicMember member: KeyPath<Columns, ReadOnlyColumn<Columns.Owner, Value>>
  ) -> ReadOnlyColumn<Columns.Owner, Value.Unwrapped?> {
    let column = columns[keyPath: member]
    return ReadOnlyColumn(column.columnName, of: column.rowSource)
  }

  /// A group in the group.
  public subscript<Inner: _GroupColumns>(dynamicMember member: KeyPath<Columns, Inner>) -> OptionalGroup<Inner> {
    OptionalGroup<Inner>(columns[keyPath: member])
  }

  /// An optional group in the group.
  public subscript<Inner: _GroupColumns>(
    dynamicMember member: KeyPath<Columns, OptionalGroup<Inner>>
  ) -> OptionalGroup<Inner> {
    columns[keyPath: member]
  }

  /// Whether there is no value: `t0."address_street" IS NULL`.
  public var isNil: SQLPredicate { SQLPredicate(.isNull(rowValueColumns.requiredColumn)) }

  /// Whether there is a value: `t0."address_street" IS NOT NULL`.
  public var isNotNil: SQLPredicate { SQLPredicate(.isNotNull(rowValueColumns.requiredColumn)) }

  /// Whether every column has the value's; `nil` is `t0."address_street" IS NULL`.
  public static func == (lhs: Self, rhs: Columns.Group?) -> SQLPredicate {
    rhs.map { SQLPredicate(lhs.rowValueColumns.equals($0._boundValues)) } ?? lhs.isNil
  }

  /// Whether a column has another value; `nil` is `t0."address_street" IS NOT NULL`.
  public static func != (lhs: Self, rhs: Columns.Group?) -> SQLPredicate {
    rhs.map { SQLPredicate(.not(lhs.rowValueColumns.equals($0._boundValues))) } ?? lhs.isNotNil
  }

  /// What an update writes to the columns: `"address_street" = ?1, "address_city" = ?2`, or `NULL` to each.
  public func set(_ value: Columns.Group?) -> Assignment<Columns.Owner> { columns.assignment(value._boundValues) }

  /// The columns, each of which can be `NULL`.
  public var rowValueColumns: _RowValueColumns { columns.rowValueColumns(takesNull: true) }
}
