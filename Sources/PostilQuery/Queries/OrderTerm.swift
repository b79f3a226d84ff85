/// What rows can be ordered by: an expression, optionally with a direction.
public protocol SQLOrderTerm: Sendable {
  /// The expression and its direction.
  var ordering: Ordering { get }
}

/// The place of rows without a value in an order.
public enum NullOrder: Hashable, Sendable {
  /// Before every value: `NULLS FIRST`.
  case first
  /// Behind every value: `NULLS LAST`.
  case last
}

/// An expression with the direction in which it orders rows.
public struct Ordering: SQLOrderTerm {
  let node: ExpressionNode
  let isDescending: Bool
  /// The place of `NULL`; `nil` leaves it to the database.
  let nulls: NullOrder?
  /// Whether the expression's type has a `nil`.
  let takesNull: Bool

  @usableFromInline
  init(_ node: ExpressionNode, isDescending: Bool, nulls: NullOrder? = nil, takesNull: Bool) {
    self.node = node
    self.isDescending = isDescending
    self.nulls = nulls
    self.takesNull = takesNull
  }

  /// The ordering itself.
  public var ordering: Ordering { self }
}

// Without `nulls`, SQLite treats `NULL` as less than every value. Source: SQLite, "SELECT", section 6.
extension SQLExpression {
  /// The smallest first, and `NULL` before every value: `ORDER BY t0."title"`.
  @inlinable
  public var ordering: Ordering { ascending }

  /// The smallest first, and `NULL` before every value: `ORDER BY t0."title"`.
  @inlinable
  public var ascending: Ordering { Ordering(node, isDescending: false, takesNull: Self.takesNull) }

  /// The largest first, and `NULL` after every value: `ORDER BY t0."priority" DESC`.
  @inlinable
  public var descending: Ordering { Ordering(node, isDescending: true, takesNull: Self.takesNull) }

  /// The smallest first, with `NULL` in the given place: `ORDER BY t0."due_at" NULLS LAST`.
  @inlinable
  public func ascending(nulls: NullOrder) -> Ordering {
    Ordering(node, isDescending: false, nulls: nulls, takesNull: Self.takesNull)
  }

  /// The largest first, with `NULL` in the given place: `ORDER BY t0."due_at" DESC NULLS FIRST`.
  @inlinable
  public func descending(nulls: NullOrder) -> Ordering {
    Ordering(node, isDescending: true, nulls: nulls, takesNull: Self.takesNull)
  }
}

extension Ordering {
  /// The terms that a closure makes of columns, as orderings.
  @inlinable
  static func list<Columns, each Term: SQLOrderTerm>(
    _ terms: (Columns) -> (repeat each Term), of columns: Columns
  ) -> [Ordering] {
    let tuple = terms(columns)
    return list(repeat each tuple)
  }

  /// Several terms as orderings.
  @inlinable
  static func list<each Term: SQLOrderTerm>(_ terms: repeat each Term) -> [Ordering] {
    var orderings: [Ordering] = []
    repeat orderings.append((each terms).ordering)
    return orderings
  }
}
