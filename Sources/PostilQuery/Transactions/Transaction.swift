/// The connection of an open transaction that reads one snapshot of the database.
///
/// Engines conform to this protocol. Every requirement is generic and is specialized at its call sites.
public protocol ReadTransaction {
  /// Reads the columns of a row.
  associatedtype Row: RowReader
  /// Binds the parameters of a statement.
  associatedtype Binder: ValueBinder

  /// The transaction without scopes: this one, or the one that was limited.
  associatedtype Unscoped: ReadTransaction = Self

  /// The engine's SQL dialect.
  static var dialect: Dialect { get }
  /// The rows to which the transaction is limited; `nil` for all.
  var _scopes: RowScopes? { get }
  /// The transaction without scopes.
  var _unscoped: Unscoped { get }

  /// Runs a statement and reads its first row; `nil` if it returns none.
  /// - Throws: ``DatabaseError``, ``ConstraintViolation``, and the errors of `bind` and `read`.
  func fetchFirst<Result>(
    _ statement: FixedStatement, bind: (inout Binder) throws -> Void, read: (inout Row) throws -> Result
  ) throws -> Result?
  /// Runs a statement and passes its rows to `body`, one at a time. `body` can't open a savepoint if the statement writes, because it is
  /// still running.
  /// - Throws: ``DatabaseError``, ``ConstraintViolation``, and the errors of `bind` and `body`, which end the statement.
  func forEachRow(
    _ statement: FixedStatement, bind: (inout Binder) throws -> Void, _ body: (inout Row) throws -> Void
  ) throws
  /// Runs a statement and reads its first row; `nil` if it returns none.
  func fetchFirst<Result>(_ statement: _RenderedStatement, read: (inout Row) throws -> Result) throws -> Result?
  /// Runs a statement and passes its rows to `body`, one at a time.
  func forEachRow(_ statement: _RenderedStatement, _ body: (inout Row) throws -> Void) throws
  /// Runs a statement, reads its rows, and passes what was read to `body`, one row at a time. `body` can open savepoints: a statement
  /// that writes has ended before `body` is called.
  func forEachRow<Value>(
    _ statement: FixedStatement, bind: (inout Binder) throws -> Void, read: (inout Row) throws -> Value,
    _ body: (consuming Value) throws -> Void
  ) throws
  /// Runs a statement, reads its rows, and passes what was read to `body`, one row at a time.
  func forEachRow<Value>(
    _ statement: _RenderedStatement, read: (inout Row) throws -> Value, _ body: (consuming Value) throws -> Void
  ) throws
  /// Returns the database's plan for a statement without running it.
  /// - Throws: ``DatabaseError`` if the database rejects the statement.
  func explain(_ statement: _RenderedStatement) throws -> QueryPlan
  /// Records the call site of the fixed statement that runs next. A rendered statement contains its call site. An
  /// engine without reports can ignore this.
  func willRun(for callSite: CallSite)
}

extension ReadTransaction {
  /// Refuses names and values that not every engine has.
  package func checkContext(_ name: String, _ value: String?) throws {
    let isName =
      97...122 ~= name.utf8.first ?? 0
      && name.utf8.allSatisfy { 97...122 ~= $0 || 48...57 ~= $0 || $0 == 95 }
    guard !isName || value?.utf8.contains(0) == true else { return }
    throw TransactionMisuse.statementNotAllowed(
      sql: "postil_context('\(name)')",
      reason: isName
        ? "a value can't contain the character NUL"
        : "the name must be lower-case ASCII letters, digits and '_', and begin with a letter")
  }

  /// `nil`
  @inlinable
  public var _scopes: RowScopes? { nil }

  /// Does nothing.
  public func willRun(for callSite: CallSite) {}

  /// Passes each row on when it is read, while the statement is running.
  @inlinable
  public func forEachRow<Value>(
    _ statement: FixedStatement, bind: (inout Binder) throws -> Void, read: (inout Row) throws -> Value,
    _ body: (consuming Value) throws -> Void
  ) throws {
    try forEachRow(statement, bind: bind) { row in try body(read(&row)) }
  }

  /// Passes each row on when it is read, while the statement is running.
  @inlinable
  public func forEachRow<Value>(
    _ statement: _RenderedStatement, read: (inout Row) throws -> Value, _ body: (consuming Value) throws -> Void
  ) throws {
    try forEachRow(statement) { row in try body(read(&row)) }
  }
}

extension ReadTransaction where Unscoped == Self {
  /// This transaction.
  @inlinable
  public var _unscoped: Self { self }
}

/// The connection of an open transaction that writes. It is committed when the block returns, and rolled back when the
/// block throws.
public protocol WriteTransaction: ReadTransaction where Unscoped: WriteTransaction {
  /// Runs a statement and returns the number of changed rows. Rows changed by cascades and triggers aren't counted.
  @discardableResult
  func execute(_ statement: FixedStatement, bind: (inout Binder) throws -> Void) throws -> Int
  /// Runs a statement and returns the number of changed rows.
  @discardableResult
  func execute(_ statement: _RenderedStatement) throws -> Int
  /// Runs an insert of one row and returns the integer key that the database assigned.
  func insert(_ statement: FixedStatement, bind: (inout Binder) throws -> Void) throws -> Int64
  /// Runs a statement once for each element and returns the number of changed rows. If one fails, nothing is changed.
  @discardableResult
  func execute<Elements: Sequence>(
    _ statement: FixedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout Binder) throws -> Void
  ) throws -> Int
  /// Runs a statement once for each element and returns the number of changed rows. If one fails, nothing is changed.
  /// An element's values come first, followed by those of the statement.
  @discardableResult
  func execute<Elements: Sequence>(
    _ statement: _RenderedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout Binder) throws -> Void
  ) throws -> Int
  /// Sets a value that the SQL of triggers can read, as `postil_context('name')`: who makes the changes, for example.
  ///
  /// It is valid until the transaction ends, or until the savepoint is undone in which it was set.
  /// - Parameter name: lower-case ASCII letters, digits and `_`, beginning with a letter.
  /// - Parameter value: `nil` removes the value, as an empty text does.
  /// - Throws: ``TransactionMisuse`` for another name, a value with the character NUL, and if the transaction has ended.
  func setContext(_ name: String, to value: String?) throws
  /// Runs `body` after the whole transaction is committed. It doesn't run if the transaction is rolled back, or the savepoint in which
  /// this was called.
  /// - Throws: ``TransactionMisuse`` if the transaction has ended, or belongs to another library.
  func afterCommit(_ body: @escaping @Sendable () -> Void) throws
  /// Runs `body` in a savepoint. Its changes are kept when it returns, and undone when it throws.
  @discardableResult
  func savepoint<Result>(_ body: () throws -> Result) throws -> Result
  /// Runs `body`, which inserts about `count` rows, in a savepoint. An engine over a network sends the rows together.
  func _insertRows<Result>(_ count: Int, _ body: () throws -> Result) throws -> Result
  /// Computes the rows of a view again, if the engine stores them; `isKeyed` says whether it has a unique key.
  func _refresh(_ view: String, isKeyed: Bool) throws
  /// Whether triggers that aren't part of the program's schema can change rows after they are written.
  var _hasForeignTriggers: Bool { get }
  /// The hooks of the store; `nil` if it has none.
  var _hooks: _HookTable? { get }
}

extension WriteTransaction {
  /// Runs `body` in a savepoint.
  @inlinable
  public func _insertRows<Result>(_ count: Int, _ body: () throws -> Result) throws -> Result { try savepoint(body) }

  /// Does nothing, because the engine computes the rows of views when they are read.
  public func _refresh(_ view: String, isKeyed: Bool) throws {}

  /// `false`
  @inlinable
  public var _hasForeignTriggers: Bool { false }

  /// `nil`
  @inlinable
  public var _hooks: _HookTable? { nil }

  /// Throws, because the transaction belongs to another library.
  public func afterCommit(_ body: @escaping @Sendable () -> Void) throws {
    throw TransactionMisuse.statementNotAllowed(
      sql: "afterCommit", reason: "the transaction belongs to another library, which commits it")
  }

  /// A row that was just written, as it is stored: fetched again if triggers that the program doesn't know may have changed it.
  /// - Throws: ``RecordNotFound`` if a trigger deleted the row, or changed its key.
  @inlinable
  public func _stored<M: Model>(_ row: M) throws -> M { _hasForeignTriggers ? try M.find(row.id, in: self) : row }
}
