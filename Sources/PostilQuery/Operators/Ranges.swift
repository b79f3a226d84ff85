#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A range for `SQLExpression.in(_:)`: one of Swift's ranges, also without a lower or an upper bound, or a ``CalendarDayRange``.
public protocol QueryRange<Bound> {
  /// The type of the bounds.
  associatedtype Bound
  /// The bounds, and whether the upper one belongs to the range.
  var _bounds: (low: Bound?, high: Bound?, isClosed: Bool) { get }
}

extension SQLExpression {
  /// Whether the value is in the range: `t0."price" BETWEEN ?1 AND ?2` for `1...5`, `t0."price" >= ?1 AND t0."price" < ?2` for `1..<5`,
  /// `t0."price" >= ?1` for `1...`. Not true for `NULL`.
  @inlinable
  public func `in`<Bounds: QueryRange>(_ range: Bounds) -> SQLPredicate where Bounds.Bound == Value.Unwrapped.Plain {
    let (low, high, isClosed) = range._bounds
    guard let high else { return low.map { self >= $0 } ?? SQLPredicate(.isNotNull(node)) }
    guard let low else { return isClosed ? self <= high : self < high }
    return isClosed ? between(low, high) : SQLPredicate(.and((self >= low).node, (self < high).node))
  }

  /// Whether the value isn't in the range: `NOT (t0."price" BETWEEN ?1 AND ?2)`. True for `NULL`.
  @inlinable
  public func notIn<Bounds: QueryRange>(_ range: Bounds) -> SQLPredicate where Bounds.Bound == Value.Unwrapped.Plain {
    !self.in(range)
  }

  /// Rejects a range of values of another type.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "the bounds of the range must have the type of the column's values, which is 'DateComponents' for days"
  )
  public func `in`<Bounds: QueryRange>(_ range: Bounds) -> SQLPredicate { SQLPredicate(node) }
}

extension ClosedRange: QueryRange {
  /// Both bounds.
  public var _bounds: (low: Bound?, high: Bound?, isClosed: Bool) { (lowerBound, upperBound, true) }
}

extension Range: QueryRange {
  /// Both bounds.
  public var _bounds: (low: Bound?, high: Bound?, isClosed: Bool) { (lowerBound, upperBound, false) }
}

extension PartialRangeFrom: QueryRange {
  /// The lower bound.
  public var _bounds: (low: Bound?, high: Bound?, isClosed: Bool) { (lowerBound, nil, false) }
}

extension PartialRangeThrough: QueryRange {
  /// The upper bound.
  public var _bounds: (low: Bound?, high: Bound?, isClosed: Bool) { (nil, upperBound, true) }
}

extension PartialRangeUpTo: QueryRange {
  /// The upper bound.
  public var _bounds: (low: Bound?, high: Bound?, isClosed: Bool) { (nil, upperBound, false) }
}

/// A range of days in a query: `$0.day.in(first...last)` or `$0.day.in(first..<end)`, where each bound is a `DateComponents`.
///
/// `DateComponents` can't be compared by Swift, so the database compares them. If the last day is before the first, the range is empty.
public struct CalendarDayRange: QueryRange, Sendable {
  /// Both bounds.
  public let _bounds: (low: DateComponents?, high: DateComponents?, isClosed: Bool)
}

/// The days from one to another, for a query: `$0.day.in(first...last)`.
public func ... (first: DateComponents, last: DateComponents) -> CalendarDayRange {
  CalendarDayRange(_bounds: (first, last, true))
}

/// The days from one up to but not including another, for a query: `$0.day.in(first..<end)`.
public func ..< (first: DateComponents, end: DateComponents) -> CalendarDayRange {
  CalendarDayRange(_bounds: (first, end, false))
}
