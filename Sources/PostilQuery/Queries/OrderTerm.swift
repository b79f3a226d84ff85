/// A term by which rows can be sorted: an expression, optionally with a direction.
public protocol SQLOrderTerm: _OrderTerms, Sendable {
  /// The expression and its direction.
  var ordering: Ordering { get }
}

/// One or several terms by which rows are sorted.
public protocol _OrderTerms {
  /// The terms.
  var _orderings: [Ordering] { get }
}

extension SQLOrderTerm {
  /// The term.
  @inlinable
  public var _orderings: [Ordering] { [ordering] }
}

extension [Ordering]: _OrderTerms {
  /// The terms.
  @inlinable
  public var _orderings: [Ordering] { self }
}

/// The position of `NULL` in an order.
public enum NullOrder: Hashable, Sendable {
  /// Before every value: `NULLS FIRST`.
  case first
  /// After every value: `NULLS LAST`.
  case last
}

/// An expression with a sort direction.
public struct Ordering: SQLOrderTerm {
  package let node: _ExpressionNode
  let isDescending: Bool
  /// The position of `NULL`; `nil` for the database's default.
  let nulls: NullOrder?
  /// Whether the expression's type is optional.
  let takesNull: Bool

  @usableFromInline
  package init(_ node: _ExpressionNode, isDescending: Bool, nulls: NullOrder? = nil, takesNull: Bool) {
    self.node = node
    self.isDescending = isDescending
    self.nulls = nulls
    self.takesNull = takesNull
  }

  /// The ordering itself.
  public var ordering: Ordering { self }
}

// Without `nulls`, SQLite sorts `NULL` before every value. Source: SQLite, "SELECT", section 6.
extension SQLExpression {
  /// In ascending order, with `NULL` first: `ORDER BY t0."title"`.
  @inlinable
  public var ordering: Ordering { ascending }

  /// In ascending order, with `NULL` first: `ORDER BY t0."title"`.
  @inlinable
  public var ascending: Ordering { Ordering(node, isDescending: false, takesNull: Self.takesNull) }

  /// In descending order, with `NULL` last: `ORDER BY t0."priority" DESC`.
  @inlinable
  public var descending: Ordering { Ordering(node, isDescending: true, takesNull: Self.takesNull) }

  /// In ascending order, with the given position of `NULL`: `ORDER BY t0."due_at" NULLS LAST`.
  @inlinable
  public func ascending(nulls: NullOrder) -> Ordering {
    Ordering(node, isDescending: false, nulls: nulls, takesNull: Self.takesNull)
  }

  /// In descending order, with the given position of `NULL`: `ORDER BY t0."due_at" DESC NULLS FIRST`.
  @inlinable
  public func descending(nulls: NullOrder) -> Ordering {
    Ordering(node, isDescending: true, nulls: nulls, takesNull: Self.takesNull)
  }
}

extension Ordering {
  /// Several terms as orderings.
  @inlinable
  static func list<each Term: SQLOrderTerm>(_ terms: repeat each Term) -> [Ordering] {
    var orderings: [Ordering] = []
    repeat orderings.append((each terms).ordering)
    return orderings
  }
}
