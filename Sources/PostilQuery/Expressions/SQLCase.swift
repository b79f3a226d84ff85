/// The value of the first condition that is true: `CASE WHEN t0."done" = 1 THEN ?1 END`; `nil` if none is.
///
/// `SQL.when` starts the expression, and `when` adds further conditions. `otherwise` sets the value if no condition is
/// true, so that the result isn't optional:
/// ```swift
/// SQL.when($0.done, then: "done").when($0.dueAt < now, then: "late").otherwise("open")
/// ```
public struct SQLCase<Branch: ColumnValue>: SQLExpression {
  /// The Swift type of the values, as an optional.
  public typealias Value = Branch.Unwrapped?

  @usableFromInline let branches: [CaseBranch]

  @usableFromInline
  init(_ branches: [CaseBranch]) { self.branches = branches }

  /// The expression as a tree, which a query renders.
  @inlinable
  public var node: _ExpressionNode { SQLOperation<Value>(collating: .branches(branches, otherwise: nil)).node }

  /// Adds the value for a condition, which is used if no earlier condition is true.
  @inlinable
  public func when<P: SQLExpression<Bool>>(_ condition: P, then value: Branch.Plain) -> SQLCase<Branch> {
    SQLCase(branches + [CaseBranch(condition.node, .value(Branch._boundValue(of: value)))])
  }

  /// Adds the expression for a condition, which is used if no earlier condition is true.
  @inlinable @_disfavoredOverload
  public func when<P: SQLExpression<Bool>, E: SQLExpression<Branch>>(
    _ condition: P, then expression: E
  ) -> SQLCase<Branch> {
    SQLCase(branches + [CaseBranch(condition.node, expression.node)])
  }

  /// Sets the value if no condition is true: `CASE WHEN t0."done" = 1 THEN ?1 ELSE ?2 END`.
  @inlinable
  public func otherwise(_ value: Branch.Plain) -> SQLOperation<Branch> {
    SQLOperation(collating: .branches(branches, otherwise: .value(Branch._boundValue(of: value))))
  }

  /// Sets the expression if no condition is true: `CASE WHEN t0."done" = 1 THEN ?1 ELSE t0."title" END`. The result can be `NULL` if
  /// the expression can be.
  @inlinable @_disfavoredOverload
  public func otherwise<E: SQLExpression>(_ expression: E) -> SQLOperation<E.Value>
  where Branch.Unwrapped == Branch, E.Value.Unwrapped == Branch {
    SQLOperation(collating: .branches(branches, otherwise: expression.node))
  }

  /// Sets the expression if no condition is true. The result can be `NULL`, like the values.
  @inlinable @_disfavoredOverload
  public func otherwise<E: SQLExpression>(_ expression: E) -> SQLOperation<Branch>
  where Branch: _OptionalColumnValue, E.Value.Unwrapped == Branch.Unwrapped {
    SQLOperation(collating: .branches(branches, otherwise: expression.node))
  }
}

extension SQL {
  /// A value or an expression if a condition is true: `CASE WHEN t0."done" = 1 THEN t0."title" END`; see ``SQLCase``.
  @inlinable
  public static func when<P: SQLExpression<Bool>, E: ProjectedValue>(
    _ condition: P, then value: E
  ) -> SQLCase<E._Projected> {
    SQLCase([CaseBranch(condition.node, value._projectedNode)])
  }
}

/// A condition and its value.
@usableFromInline
struct CaseBranch: Sendable {
  let condition: _ExpressionNode
  let value: _ExpressionNode

  @usableFromInline
  init(_ condition: _ExpressionNode, _ value: _ExpressionNode) {
    self.condition = condition
    self.value = value.asValue
  }
}

extension _ExpressionNode {
  @usableFromInline
  static func branches(_ branches: [CaseBranch], otherwise: _ExpressionNode?) -> _ExpressionNode {
    let last = otherwise?.asValue
    var children = branches.flatMap { [$0.condition, $0.value] }
    if let last { children.append(last) }
    return _ExpressionNode(.branches(branches, otherwise: last), over: children)
  }
}
