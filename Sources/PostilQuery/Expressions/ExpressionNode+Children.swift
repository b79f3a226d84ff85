extension ExpressionNode {
  /// The expressions that this one is made of, one level down, in the order in which they are written; those of a subquery
  /// are not among them.
  var children: [ExpressionNode] {
    switch kind {
    case .column, .value, .literal, .match, .fullText, .exists, .count, .failure: []
    case .comparison(_, let left, let right, _), .logical(_, let left, let right), .arithmetic(_, let left, let right):
      [left, right]
    case .not(let operand), .isNull(let operand), .isTrue(let operand), .isNotTrue(let operand),
      .between(let operand, _, _), .membership(let operand, _, _), .pattern(_, let operand, _, _),
      .negative(let operand), .cast(let operand, _),
      .collated(let operand, _):
      [operand]
    case .rowMembership(let row, _): row.nodes
    case .function(_, let arguments): arguments
    case .aggregate(let call): call.children
    case .ifPresent(let operand, let key): [key, operand]
    case .jsonValue(let node), .jsonEntry(let node, _), .jsonCount(let node, _), .jsonContains(let node, _):
      [node.document]
    }
  }
}
