/// An expression as a tree: what a query renders for each engine. A value is in it as a binding, an identifier as a name that
/// the renderer quotes.
///
/// It is opaque: operators, functions and relationships make it.
public struct ExpressionNode: Sendable {
  let kind: Kind
  /// How many levels the tree has; a chain of one conjunction is one level.
  let depth: UInt16
  /// How many conditions the chain has that ends here.
  let length: UInt16
  /// What is in the tree, subqueries aside.
  let traits: Traits

  /// The deepest tree that is rendered: the thread that renders it may have half a megabyte of stack.
  static let maximumDepth: UInt16 = 250
  /// The longest chain that is rendered, for the same reason.
  static let maximumLength: UInt16 = 1000

  indirect enum Kind: Sendable {
    case column(String, of: _Source)
    /// The column that has the position of a member, of whichever table it is.
    case position(String, of: _Source)
    case value(BoundValue)
    /// A number of the library's own, as in `instr(x, ?1) > 0`.
    case literal(StaticString)
    case comparison(Comparison, ExpressionNode, ExpressionNode, Nullability)
    /// A row of expressions compared with one of values, none of which is `NULL`: less or greater.
    case rowComparison(Comparison, [ExpressionNode], [BoundValue])
    case logical(Conjunction, ExpressionNode, ExpressionNode)
    case not(ExpressionNode)
    case isNull(ExpressionNode)
    case isTrue(ExpressionNode)
    case isNotTrue(ExpressionNode)
    case between(ExpressionNode, ExpressionNode, ExpressionNode)
    case membership(ExpressionNode, ValueList, takesNull: Bool)
    /// Whether the columns are those of a row of the list.
    case rowMembership(_RowValueColumns, RowList)
    case pattern(Pattern, ExpressionNode, BoundValue, escape: BoundValue?)
    case arithmetic(Arithmetic, ExpressionNode, ExpressionNode)
    case negative(ExpressionNode)
    case cast(ExpressionNode, StorageClass)
    case collated(ExpressionNode, Collation)
    case function(Function, [ExpressionNode])
    /// A value of all the rows of a group.
    case aggregate(AggregateCall)
    /// A value of the rows around each row.
    case window(WindowCall)
    /// The value of the first condition that is true.
    case branches([CaseBranch], otherwise: ExpressionNode?)
    /// An expression over a row that may be missing, and whether it is.
    case ifPresent(ExpressionNode, key: ExpressionNode)
    /// Whether an entry of an index of words matches an expression.
    case match(BoundValue, of: _Source)
    /// A function of a match.
    case fullText(FullTextFunction, of: _Source)
    case jsonValue(JSONNode)
    /// The value of a key of an object.
    case jsonEntry(JSONNode, BoundValue)
    case jsonCount(JSONNode, isArray: Bool)
    case jsonContains(JSONNode, BoundValue)
    /// Whether the condition is true of an element, which the source represents.
    case jsonAny(JSONNode, element: _Source, ExpressionNode)
    case exists(QueryCore)
    case count(QueryCore)
    /// The only result of a statement's first row.
    case scalar(SelectStatement)
    case selected(ExpressionNode, in: SelectStatement, takesNull: Bool)
    /// A result of the statement around it, by its place.
    case result(Int)
    /// SQL of the program's own; a condition is one that is read as a `Bool`.
    case raw(RawSQL, isCondition: Bool)
    case failure(QueryError)
  }

  init(_ kind: Kind, depth: UInt16 = 1, length: UInt16 = 1, traits: Traits = []) {
    if depth > Self.maximumDepth || length > Self.maximumLength {
      self = ExpressionNode(failing: .expressionTooDeep)
    } else {
      self = ExpressionNode(kind: kind, depth: depth, length: length, traits: traits)
    }
  }

  private init(kind: Kind, depth: UInt16, length: UInt16, traits: Traits) {
    self.kind = kind
    self.depth = depth
    self.length = length
    self.traits = traits
  }

  /// What can't be written, and why.
  init(failing error: QueryError) {
    self.init(kind: .failure(error), depth: 1, length: 1, traits: [])
  }

  init(_ kind: Kind, over child: ExpressionNode) {
    self.init(kind, depth: child.depth + 1, traits: child.traits)
  }

  init(_ kind: Kind, over left: ExpressionNode, _ right: ExpressionNode) {
    self.init(kind, depth: max(left.depth, right.depth) + 1, traits: left.traits.union(right.traits))
  }

  init(_ kind: Kind, over children: [ExpressionNode]) {
    var depth: UInt16 = 0
    var traits: Traits = []
    for child in children {
      depth = max(depth, child.depth)
      traits.formUnion(child.traits)
    }
    self.init(kind, depth: depth + 1, traits: traits)
  }

  /// Two predicates, the first of which may be a chain of the same conjunction.
  init(_ left: ExpressionNode, _ conjunction: Conjunction, _ right: ExpressionNode) {
    let kind = Kind.logical(conjunction, left, right)
    if case .logical(conjunction, _, _) = left.kind {
      self.init(
        kind, depth: max(left.depth, right.depth + 1), length: left.length + 1,
        traits: left.traits.union(right.traits))
    } else {
      self.init(kind, over: left, right)
    }
  }
}

/// How two values are compared.
@usableFromInline
enum Comparison: Sendable { case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual }

/// How many sides of a comparison can be `NULL`.
@usableFromInline
enum Nullability: Sendable {
  case none, one, both

  @usableFromInline
  init(_ left: Bool, _ right: Bool) { self = left && right ? .both : left || right ? .one : .none }
}

/// How two predicates are joined.
enum Conjunction: Sendable { case and, or }

/// How a text is matched with a pattern.
@usableFromInline
enum Pattern: Sendable { case like, glob }

/// How two values are combined.
@usableFromInline
enum Arithmetic: Sendable { case add, subtract, multiply, divide, remainder, concatenate }

/// The functions that expressions call.
@usableFromInline
enum Function: String, Sendable {
  case lower, upper, length, trim, ltrim, rtrim, replace, substr, instr, abs, round, min, max, coalesce, nullif, sign,
    random, hex,
    unicode, printf, strftime, date, datetime, julianday, typeof
  // Those of Mathematics.swift.
  case ceil, floor, trunc, sqrt, pow, exp, ln, log, sin, cos, tan, asin, acos, atan, atan2, radians, degrees
}

extension ExpressionNode {
  /// What a clause needs to check about an expression before writing it. It is stored in each tree, so no tree is searched for it.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    /// An aggregate such as `sum(t0."price")` that isn't a window function.
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

extension ExpressionNode {
  /// The operands of this expression, one level down, in the order in which they are written; those of a subquery
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
