/// What can be compared with a value of Swift: an expression, the columns of a row, or those of a part of it.
///
/// All of them share one `==` and one `!=`: every overload makes the type checker slower in each file that imports Postil, whether the
/// file contains queries or not. It also makes errors worse: for an unknown case, as in `$0.genre == .nvoel`, Swift prefers the overload
/// for another kind of operand, whose value could have any type.
public protocol SQLEquatable {
  /// The value. It is optional if there may be none.
  associatedtype _Comparand
  /// Whether it is equal to the value.
  func _equals(_ value: _Comparand) -> _ExpressionNode
  /// Whether it differs from the value.
  func _differs(from value: _Comparand) -> _ExpressionNode
}

extension SQLEquatable {
  /// Whether it is equal to this value; `nil` is `NULL`.
  ///
  /// `$0.title == "Door"` is `t0."title" = ?1`, and `$0.dueAt == nil` is `t0."due_at" IS NULL`. For a nullable column,
  /// it is `t0."due_at" IS ?1`, or `=` if the two are equivalent. Text is compared using the column's collation.
  ///
  /// A struct is equal if all its columns are: `t0."address_street" = ?1 AND t0."address_city" = ?2`. Rows are equal if their keys are:
  /// `$0.project == project` is `t1."id" = ?1`.
  @inlinable
  public static func == (lhs: Self, rhs: _Comparand) -> SQLPredicate { SQLPredicate(lhs._equals(rhs)) }

  /// Whether it differs from this value; `nil` is `NULL`.
  ///
  /// `$0.title != "Door"` is `t0."title" <> ?1`, and `$0.dueAt != nil` is `t0."due_at" IS NOT NULL`. For a nullable
  /// column, it is `t0."due_at" IS NOT ?1`, which is true for `NULL`. `$0.project != project` is `NOT (t1."id" = ?1)`.
  @inlinable
  public static func != (lhs: Self, rhs: _Comparand) -> SQLPredicate { SQLPredicate(lhs._differs(from: rhs)) }

  /// Whether it isn't equal to the value.
  public func _differs(from value: _Comparand) -> _ExpressionNode { .not(_equals(value)) }
}
