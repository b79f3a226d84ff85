// A to-one path beside a row, '$0.list == list', means the same row: the one with its key. Whatever else the two hold is not
// compared, as it is not in `$0.tags.contains(tag)`.

extension ModelColumns where OwningModel: Model {
  /// Whether the path leads to this row: `$0.list == list` is `t1."id" = ?1`. `$0.listID == list.id` says the same without
  /// reading the list.
  public static func == (lhs: Self, rhs: OwningModel) -> SQLPredicate { SQLPredicate(lhs.isRow(of: rhs.id)) }

  /// Whether the path leads to another row: `$0.list != list` is `NOT (t1."id" = ?1)`.
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

extension Source {
  /// Whether the row has this key.
  fileprivate func isRow(of key: some KeyValue, in table: TableDescription, takesNull: Bool) -> ExpressionNode {
    RowValueColumns(source: self, names: table.primaryKey[...], required: 0, takesNull: takesNull).equals(key.bindings)
  }
}
