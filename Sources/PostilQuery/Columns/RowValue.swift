/// Several columns of a query as one value: an embedded struct, a reference to a composite key, and the key of
/// a row itself.
public protocol SQLRowValue<Group>: Sendable {
  /// The Swift type that the columns hold.
  associatedtype Group: _StoredValue
  /// The columns.
  var rowValueColumns: _RowValueColumns { get }
}

/// The columns of a row value, as a query writes them.
///
/// It is opaque: ``_GroupColumns``, ``OptionalGroup`` and ``_KeyColumns`` make it.
public struct _RowValueColumns: Sendable {
  let source: _Source
  let names: ArraySlice<String>
  /// The column that is `NULL` exactly if there is no value.
  let required: Int
  /// Whether one of the columns can be `NULL`.
  let takesNull: Bool

  var nodes: [ExpressionNode] { names.map { .column($0, of: source) } }

  /// A column that is `NULL` exactly if there is no value.
  var requiredColumn: ExpressionNode {
    let index = names.startIndex + required
    return .column(names.indices.contains(index) ? names[index] : "", of: source)
  }

  /// Whether every column has the value's.
  func equals(_ values: [BoundValue]) -> ExpressionNode {
    equals(values.map { .value($0) }, takingNull: false)
  }

  /// Whether every column is equal to one of the others, in their order.
  func equals(_ others: [ExpressionNode], takingNull: Bool) -> ExpressionNode {
    let equalities = zip(nodes, others).map { column, other in
      ExpressionNode.comparison(.equal, column, other, Nullability(takesNull, takingNull))
    }
    guard let first = equalities.first else { return .value(.integer(1)) }
    return equalities.dropFirst().reduce(first) { .and($0, $1) }
  }
}

extension SQLRowValue {
  /// Whether both have the same values: `t0."parcel_carrier" = t1."carrier" AND t0."parcel_number" = t1."number"`, or `IS` where
  /// both can be `NULL`.
  public static func == <R: SQLRowValue>(lhs: Self, rhs: R) -> SQLPredicate where R.Group == Group {
    SQLPredicate(equality(lhs.rowValueColumns, rhs.rowValueColumns))
  }

  /// Whether a column has another value than the other's.
  public static func != <R: SQLRowValue>(lhs: Self, rhs: R) -> SQLPredicate where R.Group == Group {
    SQLPredicate(.not(equality(lhs.rowValueColumns, rhs.rowValueColumns)))
  }

  private static func equality(_ lhs: _RowValueColumns, _ rhs: _RowValueColumns) -> ExpressionNode {
    lhs.equals(rhs.nodes, takingNull: rhs.takesNull)
  }
}

extension SQLRowValue where Group: KeyValue {
  /// Whether the key is one of these: `t0."carrier" = ?1 AND t0."number" = ?2 OR t0."carrier" = ?3 AND t0."number" = ?4`; of none
  /// there is no row.
  ///
  /// The list can have any length: a long one is one parameter, `(t0."carrier", t0."number") IN
  /// (SELECT CAST(value ->> 0 AS TEXT), CAST(value ->> 1 AS INTEGER) FROM json_each(?1))`. What is `nil` is in no list.
  public func `in`(_ keys: some Sequence<Group>) -> SQLPredicate {
    let (columns, rows) = (rowValueColumns, keys.map(\._boundValues))
    // SQLite drives equalities by the whole key's index, which it doesn't for `IN (VALUES …)`.
    guard let first = rows.first, rows.count <= ValueList.maximumParameters else {
      return SQLPredicate(.rowMembership(columns, RowList(rows)))
    }
    return SQLPredicate(rows.dropFirst().reduce(columns.equals(first)) { .or($0, columns.equals($1)) })
  }

  /// Whether the key is none of these: `NOT (t0."carrier" = ?1 AND t0."number" = ?2)`; true of what is `nil`.
  public func notIn(_ keys: some Sequence<Group>) -> SQLPredicate { !self.in(keys) }
}

/// The key of a row in a query, where it has several columns: `$0.id`, `$0.parcel.id`.
public struct _KeyColumns<Target: Model>: SQLRowValue {
  /// The type of the key.
  public typealias Group = Target.ID
  /// The columns of the key.
  public let rowValueColumns: _RowValueColumns

  /// The key of the row at `source`.
  public init(_ source: _Source) { self.init(source, isOptional: false) }

  /// - Parameter isOptional: whether the row may be missing.
  init(_ source: _Source, isOptional: Bool) {
    rowValueColumns = _RowValueColumns(
      source: source, names: Target.table.primaryKey[...], required: 0, takesNull: isOptional)
  }

  /// Whether the row has this key: `t0."carrier" = ?1 AND t0."number" = ?2`; `nil` is the key of a row that is not there.
  public static func == (lhs: Self, rhs: Target.ID?) -> SQLPredicate { SQLPredicate(lhs.equals(rhs)) }

  /// Whether the row has another key: `NOT (t0."carrier" = ?1 AND t0."number" = ?2)`.
  public static func != (lhs: Self, rhs: Target.ID?) -> SQLPredicate { SQLPredicate(.not(lhs.equals(rhs))) }

  private func equals(_ key: Target.ID?) -> ExpressionNode {
    key.map { rowValueColumns.equals($0._boundValues) } ?? .isNull(rowValueColumns.requiredColumn)
  }
}

// A to-one path beside a row, '$0.project == project', compares the keys of the rows. Their other values are not
// compared, as in `$0.tags.contains(tag)`.

extension ModelColumns where OwningModel: Model {
  /// Whether the path leads to this row: `$0.project == project` is `t1."id" = ?1`. `$0.projectID == project.id` says the same
  /// without reading the project.
  public static func == (lhs: Self, rhs: OwningModel) -> SQLPredicate { SQLPredicate(lhs.isRow(of: rhs.id)) }

  /// Whether the path leads to another row: `$0.project != project` is `NOT (t1."id" = ?1)`.
  public static func != (lhs: Self, rhs: OwningModel) -> SQLPredicate { SQLPredicate(.not(lhs.isRow(of: rhs.id))) }

  private func isRow(of key: OwningModel.ID) -> ExpressionNode {
    rowSource.isRow(of: key, in: OwningModel.table, takesNull: false)
  }
}

extension OptionalColumns where Target: Model {
  /// Whether the path leads to this row: `$0.parent == node` is `t1."id" = ?1`.
  public static func == (lhs: Self, rhs: Target) -> SQLPredicate { SQLPredicate(lhs.isRow(of: rhs.id)) }

  /// Whether the path leads to another row or to none: `$0.parent != node` is `NOT (t1."id" IS ?1)`.
  public static func != (lhs: Self, rhs: Target) -> SQLPredicate { SQLPredicate(.not(lhs.isRow(of: rhs.id))) }

  private func isRow(of key: Target.ID) -> ExpressionNode {
    rowSource.isRow(of: key, in: Target.table, takesNull: true)
  }
}

extension _Source {
  /// Whether the row has this key.
  fileprivate func isRow(of key: some KeyValue, in table: _TableDescription, takesNull: Bool) -> ExpressionNode {
    _RowValueColumns(source: self, names: table.primaryKey[...], required: 0, takesNull: takesNull).equals(
      key._boundValues)
  }
}
