/// The distance of two vectors: `$0.embedding.distance(to: query)`. It is `nil` if there is no vector, and such rows come last in an
/// ascending order, because an index of PostgreSQL doesn't contain them.
public struct VectorDistance: SQLExpression {
  /// The Swift type that the distance is read as.
  public typealias Value = Double?
  /// The expression as a tree, which a query renders.
  public let node: _ExpressionNode

  /// In ascending order, with `NULL` last.
  public var ordering: Ordering { ascending(nulls: .last) }
  /// In ascending order, with `NULL` last.
  public var ascending: Ordering { ascending(nulls: .last) }

  /// A measure of the numbers `a.value` and `b.value`. PostgreSQL's translator reads this subquery.
  init(_ measure: RawSQL, _ vector: _ExpressionNode, _ other: _ExpressionNode) {
    let (vector, other) = (SQLOperation<String>(vector), SQLOperation<String>(other))
    // The path isn't valid if the vectors can't be compared, and SQLite's error contains it.
    let raw: RawSQL = """
      WITH postil_vector AS MATERIALIZED (SELECT key, value FROM json_each(\(other))) SELECT \(measure) FROM json_each(\(vector), \
      iif(json_array_length(\(vector)) <> (SELECT nullif(count(*), 0) FROM postil_vector), 'different vector dimensions', '$')) AS a \
      CROSS JOIN postil_vector AS b ON b.key = a.key
      """
    node = _ExpressionNode(.raw(raw, isCondition: false), over: raw.expressions).optional
  }

  init(_ measure: RawSQL, _ vector: _ExpressionNode, _ other: [Float]) {
    let isVector = !other.isEmpty && other.allSatisfy(\.isFinite)
    self.init(
      measure, vector,
      isVector
        ? .value(JSONColumn(_plain: other)._boundValue)
        : _ExpressionNode(failing: .argument(function: "distance", needs: "a vector of finite numbers")))
  }
}

extension RawSQL {
  fileprivate static let euclidean: RawSQL = "sqrt(sum((a.value - b.value) * (a.value - b.value)))"
  fileprivate static let cosine: RawSQL =
    "max(0.0, 1 - sum(a.value * b.value) / sqrt(sum(a.value * a.value) * sum(b.value * b.value)))"
  fileprivate static let product: RawSQL = "sum(a.value * b.value)"
  fileprivate static let manhattan: RawSQL = "sum(abs(a.value - b.value))"
}

extension SQLExpression where Value.Unwrapped == JSONColumn<[Float]> {
  /// The Euclidean distance: `<->` of pgvector.
  public func distance(to other: [Float]) -> VectorDistance { VectorDistance(.euclidean, node, other) }
  /// The Euclidean distance: `<->` of pgvector.
  public func distance(to other: some SQLExpression<Value>) -> VectorDistance {
    VectorDistance(.euclidean, node, other.node)
  }
  /// 1 minus the cosine of the angle, from 0 to 2: `<=>` of pgvector. `nil` if all numbers of a vector are 0.
  public func cosineDistance(to other: [Float]) -> VectorDistance { VectorDistance(.cosine, node, other) }
  /// 1 minus the cosine of the angle, from 0 to 2: `<=>` of pgvector. `nil` if all numbers of a vector are 0.
  public func cosineDistance(to other: some SQLExpression<Value>) -> VectorDistance {
    VectorDistance(.cosine, node, other.node)
  }
  /// The sum of the absolute differences: `<+>` of pgvector.
  public func manhattanDistance(to other: [Float]) -> VectorDistance { VectorDistance(.manhattan, node, other) }
  /// The sum of the absolute differences: `<+>` of pgvector.
  public func manhattanDistance(to other: some SQLExpression<Value>) -> VectorDistance {
    VectorDistance(.manhattan, node, other.node)
  }
  /// The inner product, by which the nearest rows are first in descending order: the negative of pgvector's `<#>`.
  public func innerProduct(with other: [Float]) -> SQLOperation<Double?> {
    SQLOperation(VectorDistance(.product, node, other).node)
  }
  /// The inner product, by which the nearest rows are first in descending order: the negative of pgvector's `<#>`.
  public func innerProduct(with other: some SQLExpression<Value>) -> SQLOperation<Double?> {
    SQLOperation(VectorDistance(.product, node, other.node).node)
  }
}
