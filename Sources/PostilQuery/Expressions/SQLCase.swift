/// The value of the first of some conditions that is true: `CASE WHEN t0."done" = 1 THEN ?1 END`; `nil` if none is.
///
/// `SQL.when` begins one. More conditions follow by `when`; `otherwise` gives what it is where none is true, so that it has
/// always a value:
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
  public var node: ExpressionNode { SQLOperation<Value>(collating: .branches(branches, otherwise: nil)).node }

  /// The value where this condition is true and none before it is.
  @inlinable
  public func when<P: SQLExpression<Bool>>(_ condition: P, then value: Branch.Plain) -> SQLCase<Branch> {
    SQLCase(branches + [CaseBranch(condition.node, .value(Branch._boundValue(of: value)))])
  }

  /// The expression's value where this condition is true and none before it is.
  @inlinable @_disfavoredOverload
  public func when<P: SQLExpression<Bool>, E: SQLExpression<Branch>>(
    _ condition: P, then expression: E
  ) -> SQLCase<Branch> {
    SQLCase(branches + [CaseBranch(condition.node, expression.node)])
  }

  /// What it is where no condition is true: `CASE WHEN t0."done" = 1 THEN ?1 ELSE ?2 END`.
  @inlinable
  public func otherwise(_ value: Branch.Plain) -> SQLOperation<Branch> {
    SQLOperation(collating: .branches(branches, otherwise: .value(Branch._boundValue(of: value))))
  }

  /// The value of this expression where no condition is true: `CASE WHEN t0."done" = 1 THEN ?1 ELSE t0."title" END`.
  @inlinable @_disfavoredOverload
  public func otherwise<E: SQLExpression<Branch>>(_ expression: E) -> SQLOperation<Branch> {
    SQLOperation(collating: .branches(branches, otherwise: expression.node))
  }

  /// The value of this expression, which can be `NULL`, where no condition is true.
  @inlinable @_disfavoredOverload
  public func otherwise<E: SQLExpression>(_ expression: E) -> SQLOperation<E.Value> where E.Value == Branch? {
    SQLOperation(collating: .branches(branches, otherwise: expression.node))
  }

  /// The value of this expression, which is never `NULL`, where no condition is true.
  @inlinable @_disfavoredOverload
  public func otherwise<E: SQLExpression>(_ expression: E) -> SQLOperation<Branch> where Branch == E.Value? {
    SQLOperation(collating: .branches(branches, otherwise: expression.node))
  }
}

extension SQL {
  /// A value where a condition is true: `CASE WHEN t0."done" = 1 THEN ?1 END`; see ``SQLCase``.
  @inlinable
  public static func when<P: SQLExpression<Bool>, Branch: ColumnValue>(
    _ condition: P, then value: Branch
  ) -> SQLCase<Branch> {
    SQLCase([CaseBranch(condition.node, .value(value._boundValue))])
  }

  /// The value of an expression where a condition is true: `CASE WHEN t0."done" = 1 THEN t0."title" END`; see ``SQLCase``.
  @inlinable @_disfavoredOverload
  public static func when<P: SQLExpression<Bool>, E: SQLExpression>(
    _ condition: P, then expression: E
  ) -> SQLCase<E.Value> {
    SQLCase([CaseBranch(condition.node, expression.node)])
  }
}

/// A condition with the value that it leads to.
@usableFromInline
struct CaseBranch: Sendable {
  let condition: ExpressionNode
  let value: ExpressionNode

  @usableFromInline
  init(_ condition: ExpressionNode, _ value: ExpressionNode) {
    self.condition = condition
    self.value = value.asValue
  }
}

extension ExpressionNode {
  @usableFromInline
  static func branches(_ branches: [CaseBranch], otherwise: ExpressionNode?) -> ExpressionNode {
    let last = otherwise?.asValue
    var children = branches.flatMap { [$0.condition, $0.value] }
    if let last { children.append(last) }
    return ExpressionNode(.branches(branches, otherwise: last), over: children)
  }
}
