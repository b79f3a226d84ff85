extension ExpressionNode {
  /// The trees of the expressions that a closure makes of columns.
  @inlinable
  static func list<Columns, each E: SQLExpression>(
    _ expressions: (Columns) -> (repeat each E), of columns: Columns
  ) -> [ExpressionNode] {
    let tuple = expressions(columns)
    return list(repeat each tuple)
  }

  /// The trees of several expressions.
  @inlinable
  static func list<each E: SQLExpression>(_ expressions: repeat each E) -> [ExpressionNode] {
    var nodes: [ExpressionNode] = []
    repeat nodes.append((each expressions).node)
    return nodes
  }
}
