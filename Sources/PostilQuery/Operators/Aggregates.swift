// What the rows of a group have in common. None but `count` and `total` has a value where there is no row, or no row with a value.
// Source: SQLite, "Built-in Aggregate Functions".
extension SQLExpression {
  /// How many rows have a value; with `distinct`, how many different ones there are: `count(t0."note")`,
  /// `count(DISTINCT t0."note")`. ``SQL/count()`` counts rows, whatever is in them.
  @inlinable
  public func count(distinct: Bool = false) -> SQLAggregate<Int> {
    SQLAggregate(AggregateCall(.count, node, isDistinct: distinct))
  }

  /// The smallest value, as `order` has them: `min(t0."due_at")`; `nil` of none.
  @inlinable
  public func min() -> SQLAggregate<Value.Unwrapped?> { SQLAggregate(AggregateCall(.min, node)) }

  /// The largest value, as `order` has them: `max(t0."due_at")`; `nil` of none.
  @inlinable
  public func max() -> SQLAggregate<Value.Unwrapped?> { SQLAggregate(AggregateCall(.max, node)) }
}

/// A number that the database adds up: integers, floating-point numbers and `Duration`.
///
/// `Decimal`, `UInt` and `UInt64` are none: they are text in the database, or can be. A type of one's own whose stored form is
/// a number may conform.
public protocol SummableColumnValue: ColumnValue {
  /// The type of a sum, which has room for more than one of the values.
  associatedtype Sum: ColumnValue = Self where Sum.Unwrapped == Sum
}

extension Int: SummableColumnValue {}
extension Int64: SummableColumnValue {}
extension Double: SummableColumnValue {}
extension Duration: SummableColumnValue {}

extension Int8: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Int
}

extension Int16: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Int
}

extension Int32: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Int
}

extension UInt8: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Int
}

extension UInt16: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Int
}

extension UInt32: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Int
}

extension Float: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Double
}

extension SQLExpression where Value.Unwrapped: SummableColumnValue {
  /// The sum of the values; with `distinct`, of the different ones: `sum(t0."price")`; `nil` of none.
  ///
  /// A sum of integers that 64 bits have no room for is an error of SQLite, "integer overflow", a ``DatabaseError``; that of
  /// `$0.count.double` is none.
  @inlinable
  public func sum(distinct: Bool = false) -> SQLAggregate<Value.Unwrapped.Sum?> {
    SQLAggregate(AggregateCall(.sum, node, isDistinct: distinct))
  }
}

extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue {
  /// The sum of the values as a `Double`, 0 of none: `total(t0."price")`.
  @inlinable
  public func total(distinct: Bool = false) -> SQLAggregate<Double> {
    SQLAggregate(AggregateCall(.total, node, isDistinct: distinct))
  }

  /// The mean of the values; with `distinct`, of the different ones: `avg(t0."price")`; `nil` of none.
  @inlinable
  public func average(distinct: Bool = false) -> SQLAggregate<Double?> {
    SQLAggregate(AggregateCall(.average, node, isDistinct: distinct))
  }
}

extension SQLExpression where Value.Unwrapped == String {
  /// The texts one behind the other, in no particular order: `group_concat(t0."title", ?1)`; `nil` of none.
  @inlinable
  public func groupConcatenation(separator: String = ",") -> SQLAggregate<String?> {
    SQLAggregate(AggregateCall(.groupConcatenation, node, .value(.text(separator))))
  }

  /// The texts, with `distinct` each once, with commas between them, in no particular order: `group_concat(DISTINCT t0."title")`;
  /// `nil` of none. SQLite takes no other separator beside `DISTINCT`.
  @inlinable
  public func groupConcatenation(distinct: Bool) -> SQLAggregate<String?> {
    SQLAggregate(AggregateCall(.groupConcatenation, node, isDistinct: distinct))
  }
}
