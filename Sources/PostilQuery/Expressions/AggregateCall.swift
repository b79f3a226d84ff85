/// A call of an aggregate: `count(DISTINCT t0."title") FILTER (WHERE t0."done" = 1)`.
@usableFromInline
struct AggregateCall: Sendable {
  @usableFromInline
  enum Function: String, Sendable {
    case count, sum, total, min, max
    case average = "avg"
    case groupConcatenation = "group_concat"
    case jsonArray = "json_group_array"
    case jsonObject = "json_group_object"
  }

  let function: Function
  /// None is `*`: every row.
  let arguments: [ExpressionNode]
  let isDistinct: Bool
  /// Which rows are taken.
  private(set) var filter: ExpressionNode?

  @usableFromInline
  init(_ function: Function, _ arguments: ExpressionNode..., isDistinct: Bool = false) {
    self.function = function
    self.arguments = arguments.map(\.asValue)
    self.isDistinct = isDistinct
  }

  /// The expressions that the call is made of.
  var children: [ExpressionNode] { filter.map { arguments + [$0] } ?? arguments }

  /// The call over those of the rows for which `predicate` is true, too.
  @usableFromInline
  func filtered(by predicate: ExpressionNode) -> AggregateCall {
    var call = self
    call.filter = filter.map { .and($0, predicate) } ?? predicate
    return call
  }

  /// The call as an expression over the rows of a group.
  @usableFromInline
  var node: ExpressionNode {
    let tree = ExpressionNode(.aggregate(self), over: children)
    if tree.containsAggregate || tree.containsWindow {
      return ExpressionNode(failing: .nestedAggregate(function: function.rawValue))
    }
    return ExpressionNode(tree.kind, depth: tree.depth, traits: .aggregate)
  }
}
