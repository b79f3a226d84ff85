#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// What people write first if they know other libraries. These members only say what it is called here.

extension Queryable {
  /// Not available; see ``where(_:)``.
  @available(*, unavailable, message: "use 'where'")
  public static func filter<P>(_ predicate: (Columns) -> P) -> Query<Self> { Query() }

  /// Not available; see ``Query/order(_:)``.
  @available(*, unavailable, renamed: "order")
  public static func orderBy<T>(_ terms: (Columns) -> T) -> Query<Self> { Query() }

  /// Not available; see ``Query/limit(_:offset:)``.
  @available(*, unavailable, message: "use 'limit(_:offset:)', where 'nil' is no limit")
  public static func offset(_ count: Int) -> Query<Self> { Query() }

  /// Not available; see `FetchableQuery.fetchOne(in:fileID:line:)`.
  @available(*, unavailable, message: "use 'order' and 'fetchOne(in:)': 'Item.order { $0.title }.fetchOne(in: db)'")
  public static var first: Self? { nil }
}

extension Query {
  /// Not available; see ``where(_:)``.
  @available(*, unavailable, message: "use 'where'")
  public func filter<P>(_ predicate: (M.Columns) -> P) -> Query<M> { self }

  /// Not available; see ``order(_:)``.
  @available(*, unavailable, renamed: "order")
  public func orderBy<T>(_ terms: (M.Columns) -> T) -> Query<M> { self }

  /// Not available; see ``order(_:)``.
  @available(*, unavailable, renamed: "order")
  public func sorted<T>(_ terms: (M.Columns) -> T) -> Query<M> { self }
}

// Swift prefers these to the functions with assignments only if a closure assigns to properties of a row.
extension Query where M: Model {
  /// Not available; see ``update(in:fileID:line:_:)``.
  @_disfavoredOverload @discardableResult
  @available(*, unavailable, message: "columns are assigned with 'set', in a list: '[$0.title.set(title)]'")
  public func update(in db: some WriteTransaction, _ change: (inout M) throws -> Void) throws -> Int { 0 }

  /// Not available; see ``updating(_:)``.
  @_disfavoredOverload
  @available(*, unavailable, message: "columns are assigned with 'set', in a list: '[$0.title.set(title)]'")
  public func updating(_ change: (inout M) throws -> Void) -> Change<M> { deleting() }
}

extension _TablesQuery {
  /// Not available; see ``order(_:)``.
  @available(*, unavailable, renamed: "order")
  public func orderBy<T>(_ terms: (Tables.Columns) -> T) -> Self { self }
}

extension Selection {
  /// Not available; see ``order(_:)``.
  @available(*, unavailable, renamed: "order")
  public func orderBy<T>(_ terms: (repeat ResultColumn<each Value>) -> T) -> Self { self }
}

extension FetchableQuery {
  /// Not available; see ``fetchOne(in:fileID:line:)``.
  @available(*, unavailable, renamed: "fetchOne(in:)")
  public func first(in db: some ReadTransaction) throws -> Row? { nil }
}

/// Not available, because a query has no rows before it is fetched.
@available(
  *, unavailable, message: "a query isn't a list: use 'where' and 'order', or fetch its rows with 'fetchAll(in:)'"
)
extension Query: Sequence {
  /// Not available.
  public func makeIterator() -> IndexingIterator<[M]> { [].makeIterator() }
}

extension FetchableQuery {
  /// Not available; see ``Query/limit(_:offset:)``.
  @available(*, unavailable, message: "use 'limit(_:offset:)', where 'nil' is no limit")
  public func offset(_ count: Int) -> Self { self }
}

extension ToMany {
  /// Not available; see ``any(_:)``.
  @available(*, unavailable, message: "use 'any' for a condition; 'contains' takes a row or its key")
  public func contains<P>(_ predicate: (Target.Columns) -> P) -> SQLPredicate { isEmpty }
}

// Not for JSON columns, where the name can be a member.
extension SQLExpression where Value.Unwrapped.Plain: Comparable {
  /// Not available; see ``descending``.
  @available(*, unavailable, renamed: "descending")
  public var desc: Ordering { descending }

  /// Not available; see ``ascending``.
  @available(*, unavailable, renamed: "ascending")
  public var asc: Ordering { ascending }
}

extension SQLExpression where Value.Unwrapped == String {
  /// Not available; see ``length``.
  @available(*, unavailable, renamed: "length")
  public var count: SQLOperation<Int> { SQLOperation(node) }

  /// Not available; see ``hasPrefix(_:)``.
  @available(*, unavailable, renamed: "hasPrefix(_:)")
  public func starts(with text: String) -> SQLPredicate { hasPrefix(text) }

  /// Not available; see ``hasPrefix(_:)``.
  @available(*, unavailable, renamed: "hasPrefix(_:)")
  public func startsWith(_ text: String) -> SQLPredicate { hasPrefix(text) }

  /// Not available; see ``hasSuffix(_:)``.
  @available(*, unavailable, renamed: "hasSuffix(_:)")
  public func endsWith(_ text: String) -> SQLPredicate { hasSuffix(text) }
}

extension SQLExpression {
  /// Not available, because a list of one value would look like a range.
  @available(*, unavailable, message: "'in' takes a list: '.in([first, second])'")
  public func `in`(_ first: Value.Unwrapped.Plain, _ others: Value.Unwrapped.Plain...) -> SQLPredicate {
    between(first, first)
  }
}

/// The members of columns other than JSON columns.
public struct _ColumnMembers {}

extension SQLExpression where Value.Unwrapped.Plain: ColumnValue {
  /// No member. Without this, an unknown member would be an error about JSON, because some columns contain JSON.
  public subscript<Member>(dynamicMember member: KeyPath<_ColumnMembers, Member>) -> Member {
    _ColumnMembers()[keyPath: member]
  }
}

extension SQLExpression where Value.Unwrapped == CalendarDay {
  /// No member. Without this, an unknown member would be an error about JSON.
  public subscript<Member>(dynamicMember member: KeyPath<_ColumnMembers, Member>) -> Member {
    _ColumnMembers()[keyPath: member]
  }
}

extension ViewColumns {
  /// Not available; see ``SQL/count()``.
  @available(*, unavailable, renamed: "SQL.count")
  public func count() -> SQLAggregate<Int> { SQL.count() }
}

extension Model {
  /// Not available: a row already has its key. The requirement makes the error name the draft also if an argument is missing.
  @available(*, unavailable, message: "a row already has its key; insert a 'Draft', which gets one, or use 'save(in:)'")
  public func insert(in db: some WriteTransaction) throws where Self == Draft {}
}

// Operators and functions of values of Swift beside an expression.

extension Sequence {
  /// Not available; see `SQLExpression.in(_:)`.
  @available(*, unavailable, message: "write 'in' after the column: '$0.id.in(ids)'")
  public func contains<E: SQLExpression>(_ expression: E) -> SQLPredicate { SQLPredicate(expression.node) }
}

extension Bool {
  /// Not available; see ``Query/where(ifPresent:_:)``.
  @available(*, unavailable, message: "use 'where(ifPresent:)' for an optional condition, or add 'where' in an 'if'")
  public static func || <P: SQLExpression<Bool>>(lhs: Bool, rhs: P) -> SQLPredicate { SQLPredicate(rhs.node) }

  /// Not available; see ``Query/where(ifPresent:_:)``.
  @available(*, unavailable, message: "use 'where(ifPresent:)' for an optional condition, or add 'where' in an 'if'")
  public static func && <P: SQLExpression<Bool>>(lhs: Bool, rhs: P) -> SQLPredicate { SQLPredicate(rhs.node) }
}

extension JSONPath where JSONValue: _JSONPathed {
  /// Not available; see ``JSONScalar``.
  @_disfavoredOverload
  @available(*, unavailable, message: "in JSON, only text, numbers, truth values, dates and keys can be compared")
  public static func == (lhs: Self, rhs: JSONValue) -> SQLPredicate { SQLPredicate(lhs.jsonNode.value) }
}

extension Date {
  /// Not available, because a point in time is another day in another time zone.
  @available(*, unavailable, message: "a day is compared with 'DateComponents(year: 2026, month: 5, day: 1)'")
  public static func == <E: SQLExpression>(lhs: E, rhs: Date) -> SQLPredicate where E.Value.Unwrapped == CalendarDay {
    SQLPredicate(lhs.node)
  }

  /// Not available, because a point in time is another day in another time zone.
  @available(*, unavailable, message: "a day is compared with 'DateComponents(year: 2026, month: 5, day: 1)'")
  public static func != <E: SQLExpression>(lhs: E, rhs: Date) -> SQLPredicate where E.Value.Unwrapped == CalendarDay {
    SQLPredicate(lhs.node)
  }

  /// Not available, because a point in time is another day in another time zone.
  @available(*, unavailable, message: "a day is compared with 'DateComponents(year: 2026, month: 5, day: 1)'")
  public static func < <E: SQLExpression>(lhs: E, rhs: Date) -> SQLPredicate where E.Value.Unwrapped == CalendarDay {
    SQLPredicate(lhs.node)
  }

  /// Not available, because a point in time is another day in another time zone.
  @available(*, unavailable, message: "a day is compared with 'DateComponents(year: 2026, month: 5, day: 1)'")
  public static func <= <E: SQLExpression>(lhs: E, rhs: Date) -> SQLPredicate where E.Value.Unwrapped == CalendarDay {
    SQLPredicate(lhs.node)
  }

  /// Not available, because a point in time is another day in another time zone.
  @available(*, unavailable, message: "a day is compared with 'DateComponents(year: 2026, month: 5, day: 1)'")
  public static func > <E: SQLExpression>(lhs: E, rhs: Date) -> SQLPredicate where E.Value.Unwrapped == CalendarDay {
    SQLPredicate(lhs.node)
  }

  /// Not available, because a point in time is another day in another time zone.
  @available(*, unavailable, message: "a day is compared with 'DateComponents(year: 2026, month: 5, day: 1)'")
  public static func >= <E: SQLExpression>(lhs: E, rhs: Date) -> SQLPredicate where E.Value.Unwrapped == CalendarDay {
    SQLPredicate(lhs.node)
  }
}
