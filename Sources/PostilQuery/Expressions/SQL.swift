/// The functions of SQL that have no operand, and those over several.
///
/// What has one operand is a member of it: `$0.price.sum()`, `$0.title.length`.
public enum SQL {
  /// How many rows there are: `count(*)`.
  @inlinable
  public static func count() -> SQLAggregate<Int> { SQLAggregate(AggregateCall(.count)) }

  /// A random integer of 64 bits, another one in each row: `random()`. `order { _ in SQL.random() }` shuffles the rows.
  @inlinable
  public static func random() -> SQLOperation<Int64> { SQLOperation(.function(.random)) }

  /// A value that stands where an expression is asked for: `SQL.value(5)` is `?1`.
  @inlinable
  public static func value<Value: ColumnValue>(_ value: Value) -> SQLOperation<Value> { SQLOperation(value) }
}
