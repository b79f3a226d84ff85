/// A window function, which `over` turns into an expression: `SQL.rank().over(orderBy: $0.price)`.
public struct SQLWindowFunction<Value: ColumnValue>: Sendable {
  @usableFromInline let function: WindowFunction
  @usableFromInline let arguments: [_ExpressionNode]
  /// The reason why the call is invalid.
  @usableFromInline let refusal: QueryError?

  @usableFromInline
  init(_ function: WindowFunction, _ arguments: _ExpressionNode..., refusal: QueryError? = nil) {
    self.function = function
    self.arguments = arguments
    self.refusal = refusal
  }

  /// The function over the rows with the same values of `partitions`, sorted by `orders`: `rank() OVER (PARTITION BY
  /// t0."project_id" ORDER BY t0."price" DESC)`.
  ///
  /// A query can return it or sort by it. In `where`, it throws ``QueryError/windowInCondition``.
  @inlinable
  public func over<each Partition: SQLExpression, each Order: SQLOrderTerm>(
    partitionBy partitions: repeat each Partition, orderBy orders: repeat each Order, frame: SQL.Frame? = nil
  ) -> SQLOperation<Value> {
    over(SQL.Window(partitionBy: repeat each partitions, orderBy: repeat each orders, frame: frame))
  }

  /// The function over the rows of `window`.
  @inlinable
  public func over(_ window: SQL.Window) -> SQLOperation<Value> {
    if let refusal { return SQLOperation(.failure(refusal)) }
    return SQLOperation(collating: .window(function, arguments, over: window))
  }
}

extension SQLAggregate {
  /// The aggregate over the rows with the same values of `partitions`, returned with each of these rows:
  /// `sum(t0."price") OVER (PARTITION BY t0."project_id" ORDER BY t0."due_at" ROWS BETWEEN UNBOUNDED PRECEDING AND
  /// CURRENT ROW)`.
  ///
  /// A query can return it or sort by it. In `where`, it throws ``QueryError/windowInCondition``. Aggregates of
  /// distinct values are rejected, because SQLite doesn't support them as window functions.
  @inlinable
  public func over<each Partition: SQLExpression, each Order: SQLOrderTerm>(
    partitionBy partitions: repeat each Partition, orderBy orders: repeat each Order, frame: SQL.Frame? = nil
  ) -> SQLOperation<Value> {
    over(SQL.Window(partitionBy: repeat each partitions, orderBy: repeat each orders, frame: frame))
  }

  /// The aggregate over the rows of `window`, returned with each of these rows.
  @inlinable
  public func over(_ window: SQL.Window) -> SQLOperation<Value> {
    SQLOperation(collating: .window(call, over: window))
  }
}

extension SQL {
  /// The number of the row in its window, starting at 1: `row_number() OVER (…)`.
  @inlinable
  public static func rowNumber() -> SQLWindowFunction<Int> { SQLWindowFunction(.rowNumber) }

  /// The number of the first peer of the row, with gaps after peers: `rank() OVER (…)`.
  @inlinable
  public static func rank() -> SQLWindowFunction<Int> { SQLWindowFunction(.rank) }

  /// The number of different values in the order up to the row's, without gaps: `dense_rank() OVER (…)`.
  @inlinable
  public static func denseRank() -> SQLWindowFunction<Int> { SQLWindowFunction(.denseRank) }

  /// The rank scaled from 0 for the first row to 1 for the last: `percent_rank() OVER (…)`; 0 in a window of one row.
  @inlinable
  public static func percentRank() -> SQLWindowFunction<Double> { SQLWindowFunction(.percentRank) }

  /// The fraction of the rows that come before the row or are its peers: `cume_dist() OVER (…)`.
  @inlinable
  public static func cumulativeDistribution() -> SQLWindowFunction<Double> {
    SQLWindowFunction(.cumulativeDistribution)
  }

  /// The number, starting at 1, of the row's part if the window is divided into `count` parts of almost equal size:
  /// `ntile(?1) OVER (…)`.
  @inlinable
  public static func ntile(_ count: Int) -> SQLWindowFunction<Int> {
    SQLWindowFunction(
      .ntile, .value(count._boundValue),
      refusal: count < 1 ? .argument(function: "ntile", needs: "at least 1 part") : nil)
  }
}

// Values from other rows of a window.
extension SQLExpression {
  /// The value from the row this many rows before; `nil` if there is none: `lag(t0."price", ?1) OVER (…)`.
  @inlinable
  public func lag(_ offset: Int = 1) -> SQLWindowFunction<Value.Unwrapped?> {
    SQLWindowFunction(.lag, node, .value(offset._boundValue), refusal: SQLRowOffset.refusal(of: "lag", offset, from: 0))
  }

  /// The value from the row this many rows before; `value` if there is none: `lag(t0."price", ?1, ?2) OVER (…)`.
  @inlinable
  public func lag(_ offset: Int = 1, default value: Value.Plain) -> SQLWindowFunction<Value> {
    SQLWindowFunction(
      .lag, node, .value(offset._boundValue), .value(Value._boundValue(of: value)),
      refusal: SQLRowOffset.refusal(of: "lag", offset, from: 0))
  }

  /// The value from the row this many rows after the current one; `nil` if there is none: `lead(t0."price", ?1) OVER (…)`.
  @inlinable
  public func lead(_ offset: Int = 1) -> SQLWindowFunction<Value.Unwrapped?> {
    SQLWindowFunction(
      .lead, node, .value(offset._boundValue), refusal: SQLRowOffset.refusal(of: "lead", offset, from: 0))
  }

  /// The value from the row this many rows after the current one; `value` if there is none: `lead(t0."price", ?1, ?2) OVER (…)`.
  @inlinable
  public func lead(_ offset: Int = 1, default value: Value.Plain) -> SQLWindowFunction<Value> {
    SQLWindowFunction(
      .lead, node, .value(offset._boundValue), .value(Value._boundValue(of: value)),
      refusal: SQLRowOffset.refusal(of: "lead", offset, from: 0))
  }

  /// The value from the frame's first row; `nil` if the frame is empty: `first_value(t0."price") OVER (…)`.
  @inlinable
  public func firstValue() -> SQLWindowFunction<Value.Unwrapped?> { SQLWindowFunction(.firstValue, node) }

  /// The value from the frame's last row; `nil` if the frame is empty: `last_value(t0."price") OVER (…)`.
  ///
  /// Without a frame, the last row is the current one or one of its peers. `.over(orderBy: $0.price, frame:
  /// .rows(.unboundedPreceding, .unboundedFollowing))` returns the value from the last row of all.
  @inlinable
  public func lastValue() -> SQLWindowFunction<Value.Unwrapped?> { SQLWindowFunction(.lastValue, node) }

  /// The value from the frame's row with this number, starting at 1; `nil` if there is none: `nth_value(t0."price", ?1)
  /// OVER (…)`.
  @inlinable
  public func nthValue(_ number: Int) -> SQLWindowFunction<Value.Unwrapped?> {
    SQLWindowFunction(
      .nthValue, node, .value(number._boundValue), refusal: SQLRowOffset.refusal(of: "nthValue", number, from: 1))
  }
}

/// Checks the offset of a row.
@usableFromInline
enum SQLRowOffset {
  @usableFromInline
  static func refusal(of function: String, _ offset: Int, from least: Int) -> QueryError? {
    offset < least ? .argument(function: function, needs: "an argument of at least \(least)") : nil
  }
}
