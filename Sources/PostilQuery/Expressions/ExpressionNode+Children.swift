extension ExpressionNode {
  /// The expressions that this one is made of, one level down, in the order in which they are written; those of a subquery
  /// are not among them.
  var children: [ExpressionNode] {
    switch kind {
    case .column, .position, .value, .literal, .match, .fullText, .exists, .count, .scalar, .result, .failure: []
    case .comparison(_, let left, let right, _), .logical(_, let left, let right), .arithmetic(_, let left, let right):
      [left, right]
    case .not(let operand), .selected(let operand, _, _), .isNull(let operand), .isTrue(let operand),
      .isNotTrue(let operand),
      .membership(let operand, _, _), .pattern(_, let operand, _, _),
      .negative(let operand), .cast(let operand, _),
      .collated(let operand, _):
      [operand]
    case .between(let operand, let low, let high): [operand, low, high]
    case .rowMembership(let row, _): row.nodes
    case .rowComparison(_, let row, _): row
    case .function(_, let arguments): arguments
    case .raw(let raw, _): raw.expressions
    case .aggregate(let call): call.children
    case .window(let call): call.children
    case .branches(let branches, let otherwise):
      branches.flatMap { [$0.condition, $0.value] } + (otherwise.map { [$0] } ?? [])
    case .ifPresent(let operand, let key): [key, operand]
    case .jsonValue(let node), .jsonEntry(let node, _), .jsonCount(let node, _), .jsonContains(let node, _):
      [node.document]
    case .jsonAny(let node, _, let condition): [node.document, condition]
    }
  }
}
