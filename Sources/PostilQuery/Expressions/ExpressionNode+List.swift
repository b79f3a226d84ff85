extension ExpressionNode {
  /// The trees of several expressions.
  @inlinable
  static func list<each E: SQLExpression>(_ expressions: repeat each E) -> [ExpressionNode] {
    var nodes: [ExpressionNode] = []
    repeat nodes.append((each expressions).node)
    return nodes
  }
}
