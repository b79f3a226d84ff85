extension ExpressionNode {
  /// What a clause must know of an expression before it writes it: kept in each tree, so that no tree is searched for it.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    /// An aggregate such as `sum(t0."price")`, which is no window function.
    static let aggregate = Traits(rawValue: 1)
    /// A window function such as `rank() OVER (…)`.
    static let window = Traits(rawValue: 2)
  }

  /// Whether an aggregate is in the expression, one that is neither a window function nor in a subquery:
  /// `sum(t0."price") > ?1`, but not `sum(t0."price") OVER ()`.
  var containsAggregate: Bool { traits.contains(.aggregate) }

  /// Whether a window function is in the expression, outside its subqueries.
  var containsWindow: Bool { traits.contains(.window) }
}
