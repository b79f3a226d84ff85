/// The key of a row in a query, where it has several columns: `$0.id`, `$0.parcel.id`.
public struct KeyColumns<Target: Model>: SQLRowValue {
  /// The type of the key.
  public typealias Group = Target.ID
  /// The columns of the key.
  public let rowValueColumns: RowValueColumns

  /// The key of the row at `source`.
  public init(_ source: Source) { self.init(source, isOptional: false) }

  /// - Parameter isOptional: whether the row may not be there.
  init(_ source: Source, isOptional: Bool) {
    rowValueColumns = RowValueColumns(
      source: source, names: Target.table.primaryKey[...], required: 0, takesNull: isOptional)
  }

  /// Whether the row has this key: `t0."carrier" = ?1 AND t0."number" = ?2`; `nil` is the key of a row that is not there.
  public static func == (lhs: Self, rhs: Target.ID?) -> SQLPredicate { SQLPredicate(lhs.equals(rhs)) }

  /// Whether the row has another key: `NOT (t0."carrier" = ?1 AND t0."number" = ?2)`.
  public static func != (lhs: Self, rhs: Target.ID?) -> SQLPredicate { SQLPredicate(.not(lhs.equals(rhs))) }

  private func equals(_ key: Target.ID?) -> ExpressionNode {
    key.map { rowValueColumns.equals($0.bindings) } ?? .isNull(rowValueColumns.requiredColumn)
  }
}
