/// What stands for several columns in a query, as one value: an embedded struct, a reference to a composite key, and the key of
/// a row itself.
public protocol SQLRowValue<Group>: Sendable {
  /// The Swift type that the columns hold.
  associatedtype Group: StoredValue
  /// The columns.
  var rowValueColumns: RowValueColumns { get }
}

/// The columns of a row value, as a query writes them.
///
/// It is opaque: ``GroupColumns``, ``OptionalGroup`` and ``KeyColumns`` make it.
public struct RowValueColumns: Sendable {
  let source: Source
  let names: ArraySlice<String>
  /// Which of the columns is `NULL` exactly where there is no value.
  let required: Int
  /// Whether one of the columns can be `NULL`.
  let takesNull: Bool

  var nodes: [ExpressionNode] { names.map { .column($0, of: source) } }

  /// A column that is `NULL` exactly where there is no value.
  var requiredColumn: ExpressionNode {
    let index = names.startIndex + required
    return .column(names.indices.contains(index) ? names[index] : "", of: source)
  }

  /// Whether every column has the value's.
  func equals(_ values: [Binding]) -> ExpressionNode {
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

  private static func equality(_ lhs: RowValueColumns, _ rhs: RowValueColumns) -> ExpressionNode {
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
    let (columns, rows) = (rowValueColumns, keys.map(\.bindings))
    // SQLite drives equalities by the whole key's index, which it does not for `IN (VALUES …)`.
    guard let first = rows.first, rows.count <= ValueList.maximumParameters else {
      return SQLPredicate(.rowMembership(columns, RowList(rows)))
    }
    return SQLPredicate(rows.dropFirst().reduce(columns.equals(first)) { .or($0, columns.equals($1)) })
  }

  /// Whether the key is none of these: `NOT (t0."carrier" = ?1 AND t0."number" = ?2)`; true of what is `nil`.
  public func notIn(_ keys: some Sequence<Group>) -> SQLPredicate { !self.in(keys) }
}
