#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQL {
  /// The current time of the database's clock, to the millisecond. It is the same throughout a statement.
  ///
  /// It can be compared with dates in every form: `$0.dueAt < SQL.now` is `t0."due_at" < CAST(strftime('%s', 'now') AS INTEGER)`
  /// for a column of seconds. Otherwise, it is a `Date` as text; `SQL.now.stored(as: UnixSeconds.self)` is in that form.
  @inlinable
  public static var now: SQLNow { SQLNow() }

  /// The current day of the database's clock in UTC: `date('now')`.
  @inlinable
  public static var today: SQLOperation<CalendarDay> { SQLOperation(.today) }
}

/// The current time of the database's clock; see ``SQL/now``.
public struct SQLNow: SQLExpression {
  /// Text in UTC.
  public typealias Value = Date

  @usableFromInline
  init() {}

  /// The time as text.
  public var node: _ExpressionNode { .now(.text) }

  /// The time in another form: `SQL.now.stored(as: UnixSeconds.self)` is `CAST(strftime('%s', 'now') AS INTEGER)`.
  @inlinable
  public func stored<Stored: DateColumnValue>(as type: Stored.Type) -> SQLOperation<Stored> {
    SQLOperation(.now(Stored._clock))
  }
}

extension _ExpressionNode {
  @usableFromInline
  static var today: Self { literal("date('now')") }

  @usableFromInline
  static func now(_ clock: _DatabaseClock) -> Self { literal(clock.sqlite) }
}

// Separate overloads, because the form of the time depends on the other operand.
extension SQLExpression where Value.Unwrapped: DateColumnValue {
  /// Whether the time is in the past: `t0."due_at" < CAST(strftime('%s', 'now') AS INTEGER)`. Not true for `NULL`.
  @inlinable @_disfavoredOverload
  public static func < (lhs: Self, rhs: SQLNow) -> SQLPredicate {
    SQLPredicate(.comparison(.less, lhs.node, .now(Value.Unwrapped._clock), .none))
  }

  /// Whether the time is in the past or now. Not true for `NULL`.
  @inlinable @_disfavoredOverload
  public static func <= (lhs: Self, rhs: SQLNow) -> SQLPredicate {
    SQLPredicate(.comparison(.lessOrEqual, lhs.node, .now(Value.Unwrapped._clock), .none))
  }

  /// Whether the time is in the future: `t0."due_at" > CAST(strftime('%s', 'now') AS INTEGER)`. Not true for `NULL`.
  @inlinable @_disfavoredOverload
  public static func > (lhs: Self, rhs: SQLNow) -> SQLPredicate {
    SQLPredicate(.comparison(.greater, lhs.node, .now(Value.Unwrapped._clock), .none))
  }

  /// Whether the time is in the future or now. Not true for `NULL`.
  @inlinable @_disfavoredOverload
  public static func >= (lhs: Self, rhs: SQLNow) -> SQLPredicate {
    SQLPredicate(.comparison(.greaterOrEqual, lhs.node, .now(Value.Unwrapped._clock), .none))
  }
}

extension Column where Value.Unwrapped: DateColumnValue {
  /// An assignment of the database's current time in an update: `"seen_at" = CAST(strftime('%s', 'now') AS INTEGER)`.
  public func set(_ now: SQLNow) -> Assignment<Owner> {
    Assignment(source: _rowSource, column: columnName, value: .now(Value.Unwrapped._clock))
  }
}
