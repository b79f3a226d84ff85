#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQL {
  /// The time of the database's clock when the statement runs, the same in all of it, to the millisecond.
  ///
  /// It compares with dates in every form: `$0.dueAt < SQL.now` is `t0."due_at" < CAST(strftime('%s', 'now') AS INTEGER)` of a
  /// column of seconds. Elsewhere it is a `Date` as text, and `SQL.now.stored(as: UnixSeconds.self)` one in that form.
  @inlinable
  public static var now: SQLNow { SQLNow() }

  /// The day of the database's clock in UTC when the statement runs: `date('now')`.
  @inlinable
  public static var today: SQLOperation<CalendarDay> { SQLOperation(.today) }
}

/// The time of the database's clock; see ``SQL/now``.
public struct SQLNow: SQLExpression {
  /// A text in UTC.
  public typealias Value = Date

  @usableFromInline
  init() {}

  /// The time as text.
  public var node: ExpressionNode { .now(.text) }

  /// The time in another form: `SQL.now.stored(as: UnixSeconds.self)` is `CAST(strftime('%s', 'now') AS INTEGER)`.
  @inlinable
  public func stored<Stored: DateColumnValue>(as type: Stored.Type) -> SQLOperation<Stored> {
    SQLOperation(.now(Stored._clock))
  }
}

extension ExpressionNode {
  @usableFromInline
  static var today: Self { literal("date('now')") }

  @usableFromInline
  static func now(_ clock: _DatabaseClock) -> Self { literal(clock.sqlite) }
}

// By themselves, for the form of the time is that of the other side.
extension SQLExpression where Value.Unwrapped: DateColumnValue {
  /// Whether the time is over: `t0."due_at" < CAST(strftime('%s', 'now') AS INTEGER)`; not true of `NULL`.
  @inlinable
  public static func < (lhs: Self, rhs: SQLNow) -> SQLPredicate {
    SQLPredicate(.comparison(.less, lhs.node, .now(Value.Unwrapped._clock), .none))
  }

  /// Whether the time is over, or now; not true of `NULL`.
  @inlinable
  public static func <= (lhs: Self, rhs: SQLNow) -> SQLPredicate {
    SQLPredicate(.comparison(.lessOrEqual, lhs.node, .now(Value.Unwrapped._clock), .none))
  }

  /// Whether the time is still to come: `t0."due_at" > CAST(strftime('%s', 'now') AS INTEGER)`; not true of `NULL`.
  @inlinable
  public static func > (lhs: Self, rhs: SQLNow) -> SQLPredicate {
    SQLPredicate(.comparison(.greater, lhs.node, .now(Value.Unwrapped._clock), .none))
  }

  /// Whether the time is still to come, or now; not true of `NULL`.
  @inlinable
  public static func >= (lhs: Self, rhs: SQLNow) -> SQLPredicate {
    SQLPredicate(.comparison(.greaterOrEqual, lhs.node, .now(Value.Unwrapped._clock), .none))
  }
}

extension Column where Value.Unwrapped: DateColumnValue {
  /// What an update writes to the column, the time of the database's clock: `"seen_at" = CAST(strftime('%s', 'now') AS INTEGER)`.
  public func set(_ now: SQLNow) -> Assignment<Owner> {
    Assignment(source: rowSource, column: columnName, value: .now(Value.Unwrapped._clock))
  }
}
