/// An expression tree, which a query renders for each engine. Values are bindings, and the renderer quotes identifiers.
///
/// This type is opaque; operators, functions and relationships create it.
public struct _ExpressionNode: Sendable {
  let kind: Kind
  /// The number of conditions in the chain of the same conjunction that this is; otherwise 1.
  let length: UInt32
  /// The number of levels. A short chain is one level, and a long one is a balanced tree of short ones.
  let depth: UInt16
  /// Properties of the tree, not counting subqueries.
  let traits: Traits

  /// The maximum number of levels that is rendered, because the rendering thread may have a stack of only half a megabyte.
  static let maximumDepth: UInt16 = 250
  /// The maximum length of a short chain.
  static let shortLength: UInt32 = 100

  indirect enum Kind: Sendable {
    case column(String, of: _Source)
    /// The column with a member's position, in whichever table has it.
    case position(String, of: _Source)
    case value(BoundValue)
    /// A constant number, as in `instr(x, ?1) > 0`.
    case literal(StaticString)
    case comparison(Comparison, _ExpressionNode, _ExpressionNode, Nullability)
    /// Compares a row of expressions with a row of values that aren't `NULL`: less or greater.
    case rowComparison(Comparison, [_ExpressionNode], [BoundValue])
    case logical(Conjunction, _ExpressionNode, _ExpressionNode)
    case not(_ExpressionNode)
    case isNull(_ExpressionNode)
    case isTrue(_ExpressionNode)
    case between(_ExpressionNode, _ExpressionNode, _ExpressionNode)
    case membership(_ExpressionNode, ValueList, takesNull: Bool)
    /// Whether the row of expressions is in the list. If one of the `nullable` expressions is `NULL`, it isn't.
    case rowMembership([_ExpressionNode], RowList, nullable: [_ExpressionNode])
    case pattern(Pattern, _ExpressionNode, BoundValue, escape: BoundValue?)
    case arithmetic(Arithmetic, _ExpressionNode, _ExpressionNode)
    case negative(_ExpressionNode)
    case cast(_ExpressionNode, StorageClass)
    case collated(_ExpressionNode, Collation)
    case function(Function, [_ExpressionNode])
    /// An aggregate over the rows of a group.
    case aggregate(AggregateCall)
    /// A window function.
    case window(WindowCall)
    /// The value of the first condition that is true.
    case branches([CaseBranch], otherwise: _ExpressionNode?)
    /// An expression over a row that may be missing; `NULL` if it is.
    case ifPresent(_ExpressionNode, key: _ExpressionNode)
    /// Whether the row's entry in a full-text index matches an expression.
    case match(BoundValue, of: _Source)
    /// A function of a full-text match.
    case fullText(FullTextFunction, of: _Source)
    case jsonValue(JSONNode)
    /// The value of a key in an object.
    case jsonEntry(JSONNode, BoundValue)
    case jsonCount(JSONNode, isArray: Bool)
    case jsonContains(JSONNode, BoundValue)
    /// Whether the condition is true for an element, which the source represents.
    case jsonAny(JSONNode, element: _Source, _ExpressionNode)
    /// Whether the query returns a row, as a subquery of this form.
    case exists(QueryCore, as: SubqueryForm)
    case count(QueryCore)
    /// The single result of a statement's first row.
    case scalar(SelectStatement)
    case selected(_ExpressionNode, in: SelectStatement, takesNull: Bool)
    /// A result of the enclosing statement, by position.
    case result(Int)
    /// Raw SQL. `isCondition` means that it is read as a `Bool`.
    case raw(RawSQL, isCondition: Bool)
    case failure(QueryError)
  }

  init(_ kind: Kind, depth: UInt16 = 1, length: UInt32 = 1, traits: Traits = []) {
    if depth > Self.maximumDepth {
      self = _ExpressionNode(failing: .expressionTooDeep)
    } else {
      self = _ExpressionNode(kind: kind, depth: depth, length: length, traits: traits)
    }
  }

  /// The same expression, of an optional type.
  @usableFromInline
  var optional: _ExpressionNode {
    traits.contains(.optional)
      ? self : _ExpressionNode(kind: kind, depth: depth, length: length, traits: traits.union(.optional))
  }

  /// The same expression with another operator or other operands of the same size.
  func with(_ kind: Kind) -> _ExpressionNode {
    _ExpressionNode(kind: kind, depth: depth, length: length, traits: traits)
  }

  private init(kind: Kind, depth: UInt16, length: UInt32, traits: Traits) {
    self.kind = kind
    self.length = length
    self.depth = depth
    self.traits = traits
  }

  /// An expression that can't be written as SQL, with the reason.
  init(failing error: QueryError) {
    self.init(kind: .failure(error), depth: 1, length: 1, traits: [])
  }

  init(_ kind: Kind, over child: _ExpressionNode) {
    self.init(kind, depth: child.depth + 1, traits: child.traits)
  }

  init(_ kind: Kind, over left: _ExpressionNode, _ right: _ExpressionNode) {
    self.init(kind, depth: max(left.depth, right.depth) + 1, traits: left.traits.union(right.traits))
  }

  init(_ kind: Kind, over children: [_ExpressionNode]) {
    var depth: UInt16 = 0
    var traits: Traits = []
    for child in children {
      depth = max(depth, child.depth)
      traits.formUnion(child.traits)
    }
    self.init(kind, depth: depth + 1, traits: traits)
  }

  /// Joins two predicates, each of which may already be a chain of the same conjunction.
  init(_ left: _ExpressionNode, _ conjunction: Conjunction, _ right: _ExpressionNode) {
    let (before, after) = (left.length(as: conjunction), right.length(as: conjunction))
    // Half of the conditions of a long chain shouldn't be on each level, as they are in a chain that is built in a loop.
    if before > max(after * 2, Self.shortLength), case .logical(_, let first, let last) = left.kind {
      self.init(first, conjunction, balanced: _ExpressionNode(last, conjunction, right))
    } else if after > max(before * 2, Self.shortLength), case .logical(_, let first, let last) = right.kind {
      self.init(balanced: _ExpressionNode(left, conjunction, first), conjunction, last)
    } else {
      self.init(joining: left, conjunction, right)
    }
  }

  private init(_ left: _ExpressionNode, _ conjunction: Conjunction, balanced right: _ExpressionNode) {
    if right.length(as: conjunction) > left.length(as: conjunction) * 2,
      case .logical(_, let first, let last) = right.kind
    {
      self.init(joining: _ExpressionNode(joining: left, conjunction, first), conjunction, last)
    } else {
      self.init(joining: left, conjunction, right)
    }
  }

  private init(balanced left: _ExpressionNode, _ conjunction: Conjunction, _ right: _ExpressionNode) {
    if left.length(as: conjunction) > right.length(as: conjunction) * 2,
      case .logical(_, let first, let last) = left.kind
    {
      self.init(joining: first, conjunction, _ExpressionNode(joining: last, conjunction, right))
    } else {
      self.init(joining: left, conjunction, right)
    }
  }

  private init(joining left: _ExpressionNode, _ conjunction: Conjunction, _ right: _ExpressionNode) {
    let isChain = left.length(as: conjunction) > 1
    self.init(
      .logical(conjunction, left, right), depth: max(left.depth + (isChain ? 0 : 1), right.depth + 1),
      length: left.length(as: conjunction) + right.length(as: conjunction), traits: left.traits.union(right.traits))
  }

  /// The number of conditions that this is in a chain.
  private func length(as conjunction: Conjunction) -> UInt32 {
    if case .logical(conjunction, _, _) = kind { length } else { 1 }
  }
}

/// A comparison operator.
@usableFromInline
enum Comparison: UInt8, Sendable { case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual }

/// Which operands of a comparison can be `NULL`.
@usableFromInline
enum Nullability: UInt8, Sendable {
  case none, one, both
  /// Both, in two parts of a value: where both are `nil`, the values are still equal.
  case bothParts

  @usableFromInline
  init(_ left: Bool, _ right: Bool) { self = left && right ? .both : left || right ? .one : .none }
}

/// How two predicates are combined.
enum Conjunction: UInt8, Sendable { case and, or }

/// How text is matched with a pattern.
@usableFromInline
enum Pattern: UInt8, Sendable { case like, glob }

/// How two values are combined.
@usableFromInline
enum Arithmetic: UInt8, Sendable { case add, subtract, multiply, divide, remainder, concatenate, bitAnd, bitOr }

/// The functions that expressions can call.
@usableFromInline
package enum Function: String, Sendable {
  case lower, upper, length, trim, ltrim, rtrim, replace, substr, instr, abs, round, min, max, coalesce, nullif, sign,
    random, hex,
    unicode, printf, strftime, date, datetime, julianday, typeof
  // Functions of Postil's connections.
  case decimalAdd = "postil_decimal_add"
  case decimalSubtract = "postil_decimal_subtract"
  case decimalMultiply = "postil_decimal_multiply"
  case decimalDivide = "postil_decimal_divide"
  case decimalRound = "postil_decimal_round"
  case decimalAbsolute = "postil_decimal_abs"
  case jsonSet = "postil_json_set"
  case localTime = "postil_local_time"
  case startOfDay = "postil_start_of_day"
  case startOfMonth = "postil_start_of_month"
  case startOfYear = "postil_start_of_year"
  // Functions from Mathematics.swift.
  case ceil, floor, trunc, sqrt, pow, exp, ln, log, sin, cos, tan, asin, acos, atan, atan2, radians, degrees
}

extension _ExpressionNode {
  /// Properties of an expression that a clause must check before writing it. They are stored in the tree, so that the
  /// tree doesn't have to be searched.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    /// Contains an aggregate such as `sum(t0."price")` that isn't a window function.
    static let aggregate = Traits(rawValue: 1)
    /// Contains a window function such as `rank() OVER (…)`.
    static let window = Traits(rawValue: 2)
    /// Contains an expression of an optional type, whose value can be `NULL`.
    static let optional = Traits(rawValue: 4)
    /// Contains an explicit collation.
    static let collated = Traits(rawValue: 8)
    /// Has another value each time it is computed: `random()`.
    static let volatile = Traits(rawValue: 16)
  }

  /// Whether the expression contains an aggregate that is neither a window function nor in a subquery: `sum(t0."price")
  /// > ?1`, but not `sum(t0."price") OVER ()`.
  var containsAggregate: Bool { traits.contains(.aggregate) }

  /// Whether the expression's value can be `NULL`, judging by the types of its parts.
  var isOptional: Bool { traits.contains(.optional) }

  /// Whether the expression contains a window function outside its subqueries.
  var containsWindow: Bool { traits.contains(.window) }
}

extension _ExpressionNode {
  /// The direct operands of this expression, in the order in which they are written, without those in subqueries.
  var children: [_ExpressionNode] {
    switch kind {
    case .column, .position, .value, .literal, .match, .fullText, .exists, .count, .scalar, .result, .failure: []
    case .comparison(_, let left, let right, _), .logical(_, let left, let right), .arithmetic(_, let left, let right):
      [left, right]
    case .not(let operand), .selected(let operand, _, _), .isNull(let operand), .isTrue(let operand),
      .membership(let operand, _, _), .pattern(_, let operand, _, _), .negative(let operand), .cast(let operand, _),
      .collated(let operand, _):
      [operand]
    case .between(let operand, let low, let high): [operand, low, high]
    case .rowMembership(let row, _, _), .rowComparison(_, let row, _): row
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

extension _ExpressionNode {
  /// The trees of the expressions in a tuple.
  @inlinable
  static func list<each E: SQLExpression>(of expressions: () -> (repeat each E)) -> [_ExpressionNode] {
    let tuple = expressions()
    return list(repeat each tuple)
  }

  /// The trees of several expressions, constants and rows.
  @inlinable
  static func list<each E: SelectedElement>(_ elements: repeat each E) -> [_ExpressionNode] {
    var nodes: [_ExpressionNode] = []
    repeat nodes += (each elements)._selectedNodes
    return nodes
  }
}
