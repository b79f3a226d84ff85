/// The connection of an open transaction that reads one snapshot of the database.
///
/// An engine conforms. Every requirement is generic and is specialised where it is called.
public protocol ReadTransaction {
  associatedtype Row: RowReader
  associatedtype Binder: ValueBinder

  /// How the engine writes SQL.
  static var dialect: Dialect { get }

  /// Runs a statement and reads its first row, `nil` if it returns none.
  /// - Throws: ``DatabaseError``, ``ConstraintViolation``, and what `bind` and `read` throw.
  func fetchFirst<Result>(
    _ statement: FixedStatement, bind: (inout Binder) throws -> Void, read: (inout Row) throws -> Result
  ) throws -> Result?
  /// Runs a statement and passes its rows to `body`, one at a time.
  /// - Throws: ``DatabaseError``, ``ConstraintViolation``, and what `bind` and `body` throw; a throw ends the statement.
  func forEachRow(
    _ statement: FixedStatement, bind: (inout Binder) throws -> Void, _ body: (inout Row) throws -> Void
  ) throws
  /// Runs a statement and reads its first row, `nil` if it returns none.
  func fetchFirst<Result>(_ statement: RenderedStatement, read: (inout Row) throws -> Result) throws -> Result?
  /// Runs a statement and passes its rows to `body`, one at a time.
  func forEachRow(_ statement: RenderedStatement, _ body: (inout Row) throws -> Void) throws
  /// How the database would run a statement, which is not run.
  /// - Throws: ``DatabaseError`` when the database doesn't take the statement.
  func explain(_ statement: RenderedStatement) throws -> QueryPlan
  /// Records the call site of the fixed statement that runs next; a rendered statement contains its call site. An engine
  /// without reports can ignore it.
  func willRun(for callSite: CallSite)
}

extension ReadTransaction {
  /// Does nothing.
  public func willRun(for callSite: CallSite) {}
}

/// The connection of an open transaction that writes: committed when the block returns, rolled back when it throws.
public protocol WriteTransaction: ReadTransaction {
  /// Runs a statement and returns the number of rows that it changed (without those of cascades and triggers).
  @discardableResult
  func execute(_ statement: FixedStatement, bind: (inout Binder) throws -> Void) throws -> Int
  /// Runs a statement and returns the number of rows that it changed.
  @discardableResult
  func execute(_ statement: RenderedStatement) throws -> Int
  /// Runs an insert of one row and returns the integer key that the database assigned.
  func insert(_ statement: FixedStatement, bind: (inout Binder) throws -> Void) throws -> Int64
  /// Runs a statement once for each element and returns the number of rows changed; all or nothing.
  @discardableResult
  func execute<Elements: Sequence>(
    _ statement: FixedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout Binder) throws -> Void
  ) throws -> Int
  /// Runs a statement once for each element and returns the number of rows changed; all or nothing. An element's values come
  /// first, followed by those of the statement.
  @discardableResult
  func execute<Elements: Sequence>(
    _ statement: RenderedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout Binder) throws -> Void
  ) throws -> Int
  /// Runs `body` in a savepoint: kept when it returns, undone when it throws.
  @discardableResult
  func savepoint<Result>(_ body: () throws -> Result) throws -> Result
}
