/// Several columns of a query as one value: an embedded struct, a reference to a composite key, or the key of a row itself.
public protocol SQLRowValue<Group>: Sendable {
  /// The Swift type that the columns hold.
  associatedtype Group: _StoredValue
  /// The columns.
  var rowValueColumns: _RowValueColumns { get }
}

/// The columns of a row value.
///
/// This type is opaque; ``_GroupColumns``, ``OptionalGroup`` and ``_KeyColumns`` create it.
public struct _RowValueColumns: Sendable {
  let source: _Source
  let names: ArraySlice<String>
  /// The index of the column that is `NULL` exactly if there is no value.
  let required: Int
  /// Whether one of the columns can be `NULL`.
  let takesNull: Bool

  var nodes: [_ExpressionNode] { names.map { .column($0, of: source) } }

  /// The column that is `NULL` exactly if there is no value.
  var requiredColumn: _ExpressionNode {
    let index = names.startIndex + required
    return .column(names.indices.contains(index) ? names[index] : "", of: source)
  }

  /// Whether all columns are equal to the value's.
  func equals(_ values: [BoundValue]) -> _ExpressionNode {
    equals(values.map { .value($0) }, takingNull: false)
  }

  /// Whether all columns are equal to the other columns, pairwise.
  /// - Parameter isKey: whether no part of a value is `nil`.
  func equals(_ others: [_ExpressionNode], takingNull: Bool, isKey: Bool = false) -> _ExpressionNode {
    let equalities = zip(nodes, others).enumerated().map { index, pair in
      var nullability = Nullability(takesNull, takingNull)
      if nullability == .both, !isKey, index != required { nullability = .bothParts }
      return _ExpressionNode.comparison(.equal, pair.0, pair.1, nullability)
    }
    guard let first = equalities.first else { return .value(.integer(1)) }
    return equalities.dropFirst().reduce(first) { .and($0, $1) }
  }

  /// Whether all columns are equal to those of one of the rows.
  func areIn(_ rows: [[BoundValue]]) -> _ExpressionNode {
    // For equalities, SQLite uses an index on the whole key, which it doesn't for `IN (VALUES …)`.
    guard let first = rows.first, rows.count <= ValueList.maximumParameters else {
      return takesNull
        ? .rowMembership(nodes.map(\.optional), RowList(rows), nullable: [requiredColumn])
        : .rowMembership(nodes, RowList(rows), nullable: [])
    }
    return rows.dropFirst().reduce(equals(first)) { .or($0, equals($1)) }
  }
}

extension SQLRowValue {
  /// Whether both have the same values: `t0."parcel_carrier" = t1."carrier" AND t0."parcel_number" = t1."number"`, or
  /// with `IS` if both can be `NULL`.
  @_disfavoredOverload
  public static func == <R: SQLRowValue>(lhs: Self, rhs: R) -> SQLPredicate where R.Group == Group {
    SQLPredicate(equality(lhs.rowValueColumns, rhs.rowValueColumns))
  }

  /// Whether any column differs from the other's.
  @_disfavoredOverload
  public static func != <R: SQLRowValue>(lhs: Self, rhs: R) -> SQLPredicate where R.Group == Group {
    SQLPredicate(.not(equality(lhs.rowValueColumns, rhs.rowValueColumns)))
  }

  private static func equality(_ lhs: _RowValueColumns, _ rhs: _RowValueColumns) -> _ExpressionNode {
    lhs.equals(rhs.nodes, takingNull: rhs.takesNull, isKey: Group.self is any KeyValue.Type)
  }
}

extension SQLRowValue where Group: KeyValue {
  /// Whether the key is in the list: `t0."carrier" = ?1 AND t0."number" = ?2 OR t0."carrier" = ?3 AND t0."number" =
  /// ?4`. For an empty list, no row matches.
  ///
  /// The list can have any length. A long one is passed as one parameter: `(t0."carrier", t0."number") IN (SELECT
  /// CAST(value ->> 0 AS TEXT), CAST(value ->> 1 AS INTEGER) FROM json_each(?1))`. `nil` is never in the list.
  public func `in`(_ keys: some Sequence<Group>) -> SQLPredicate {
    SQLPredicate(rowValueColumns.areIn(keys.map(\._boundValues)))
  }

  /// Whether the key isn't in the list: `NOT (t0."carrier" = ?1 AND t0."number" = ?2)`. True for `nil`.
  public func notIn(_ keys: some Sequence<Group>) -> SQLPredicate { !self.in(keys) }
}

/// The key of a row in a query, if it has several columns: `$0.id`, `$0.parcel.id`.
public struct _KeyColumns<Target: Model>: SQLRowValue, SQLEquatable {
  /// The type of the key.
  public typealias Group = Target.ID
  /// The columns of the key.
  public let rowValueColumns: _RowValueColumns

  /// Creates the key of the row at `source`.
  public init(_ source: _Source) { self.init(source, isOptional: false) }

  /// - Parameter isOptional: whether the row may be missing.
  init(_ source: _Source, isOptional: Bool) {
    rowValueColumns = _RowValueColumns(
      source: source, names: Target.table.primaryKey[...], required: 0, takesNull: isOptional)
  }

  /// Whether the row has this key: `t0."carrier" = ?1 AND t0."number" = ?2`; `nil` is the key of a missing row.
  public func _equals(_ key: Target.ID?) -> _ExpressionNode {
    key.map { rowValueColumns.equals($0._boundValues) } ?? .isNull(rowValueColumns.requiredColumn)
  }
}

// Comparing a to-one path with a row, '$0.project == project', compares only their keys, like `$0.tags.contains(tag)`. `$0.projectID ==
// project.id` has the same meaning and doesn't join the project.

extension ModelColumns {
  /// Whether the path leads to this row: `$0.project == project` is `t1."id" = ?1`.
  public func _equals(_ row: OwningModel._Row) -> _ExpressionNode {
    _rowSource.isRow(of: row.id._boundValues, in: OwningModel.table, takesNull: false)
  }
}

extension OptionalColumns: SQLEquatable where Target: Model {
  /// Whether the path leads to this row: `$0.parent == node` is `t1."id" = ?1`, `$0.parent == nil` is `t1."id" IS NULL`.
  public func _equals(_ row: Target?) -> _ExpressionNode {
    row.map { _rowSource.isRow(of: $0.id._boundValues, in: Target.table, takesNull: true) } ?? isNil.node
  }
}

extension _Source {
  /// Whether the row has one of these keys.
  func isRow(of keys: [some KeyValue], in table: _TableDescription) -> _ExpressionNode {
    let rows = keys.map(\._boundValues)
    guard table.primaryKey.count > 1 || rows.count == 1 else {
      return .membership(.column(table.primaryKey[0], of: self), rows.flatMap { $0 }, takesNull: false)
    }
    let columns = _RowValueColumns(source: self, names: table.primaryKey[...], required: 0, takesNull: false)
    return columns.areIn(rows)
  }

  /// Whether the row has this key.
  fileprivate func isRow(of key: [BoundValue], in table: _TableDescription, takesNull: Bool) -> _ExpressionNode {
    _RowValueColumns(source: self, names: table.primaryKey[...], required: 0, takesNull: takesNull).equals(key)
  }
}
