/// What rows can be ordered by: an expression, or one with its direction.
public protocol SQLOrderTerm: Sendable {
  /// The expression and its direction.
  var ordering: Ordering { get }
}

/// An expression with the direction in which it orders rows.
public struct Ordering: SQLOrderTerm {
  let node: ExpressionNode
  let isDescending: Bool

  /// The ordering itself.
  public var ordering: Ordering { self }
}

extension SQLExpression {
  /// The smallest first, and `NULL` before every value: `ORDER BY t0."title"`.
  public var ordering: Ordering { ascending }

  /// The smallest first, and `NULL` before every value: `ORDER BY t0."title"`.
  public var ascending: Ordering { Ordering(node: node, isDescending: false) }

  /// The largest first, and `NULL` after every value: `ORDER BY t0."priority" DESC`.
  public var descending: Ordering { Ordering(node: node, isDescending: true) }
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
