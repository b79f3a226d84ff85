/// A function of the rows around each row, which `over` makes an expression of: `SQL.rank().over(orderBy: $0.price)`.
public struct SQLWindowFunction<Value: ColumnValue>: Sendable {
  @usableFromInline let function: WindowFunction
  @usableFromInline let arguments: [ExpressionNode]
  /// Why there is no such call.
  @usableFromInline let refusal: QueryError?

  @usableFromInline
  init(_ function: WindowFunction, _ arguments: ExpressionNode..., refusal: QueryError? = nil) {
    self.function = function
    self.arguments = arguments
    self.refusal = refusal
  }

  /// The function of the rows with the same values of `partitions`, in the order of `orders`:
  /// `rank() OVER (PARTITION BY t0."list_id" ORDER BY t0."price" DESC)`.
  ///
  /// A query may return it or be ordered by it. A `where` throws ``QueryError/windowInCondition`` when it is given one.
  @inlinable
  public func over<each Partition: SQLExpression, each Order: SQLOrderTerm>(
    partitionBy partitions: repeat each Partition, orderBy orders: repeat each Order, frame: SQL.Frame? = nil
  ) -> SQLOperation<Value> {
    over(SQL.Window(partitionBy: repeat each partitions, orderBy: repeat each orders, frame: frame))
  }

  /// The function of the rows of `window`.
  @inlinable
  public func over(_ window: SQL.Window) -> SQLOperation<Value> {
    if let refusal { return SQLOperation(.failure(refusal)) }
    return SQLOperation(collating: .window(function, arguments, over: window))
  }
}

extension SQLAggregate {
  /// The aggregate of the rows with the same values of `partitions`, beside each of these:
  /// `sum(t0."price") OVER (PARTITION BY t0."list_id" ORDER BY t0."due_at" ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`.
  ///
  /// A query may return it or be ordered by it. A `where` throws ``QueryError/windowInCondition`` when it is given one. One of
  /// distinct values is refused, for SQLite has none.
  @inlinable
  public func over<each Partition: SQLExpression, each Order: SQLOrderTerm>(
    partitionBy partitions: repeat each Partition, orderBy orders: repeat each Order, frame: SQL.Frame? = nil
  ) -> SQLOperation<Value> {
    over(SQL.Window(partitionBy: repeat each partitions, orderBy: repeat each orders, frame: frame))
  }

  /// The aggregate of the rows of `window`, beside each of these.
  @inlinable
  public func over(_ window: SQL.Window) -> SQLOperation<Value> {
    SQLOperation(collating: .window(call, over: window))
  }
}
