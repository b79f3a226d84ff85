import GRDB
import Postil

/// A transaction on a connection of GRDB, in which Postil's generated functions and queries run.
///
/// It can be used only inside its block and on the block's thread; afterwards every call throws `TransactionMisuse`.
public struct GRDBTransaction: WriteTransaction {
  let session: BridgeSession

  /// How SQLite writes SQL.
  public static var dialect: Dialect { .sqlite }

  /// Runs a statement and reads its first row, `nil` if it returns none.
  public func fetchFirst<Result>(
    _ statement: FixedStatement, bind: (inout GRDBBinder) throws -> Void, read: (inout GRDBRow) throws -> Result
  ) throws -> Result? {
    try session.start(statement, bind).first(read)
  }

  /// Runs a statement and reads its first row, `nil` if it returns none.
  public func fetchFirst<Result>(
    _ statement: _RenderedStatement, read: (inout GRDBRow) throws -> Result
  ) throws -> Result? {
    try session.start(statement).first(read)
  }

  /// Runs a statement and passes its rows to `body`, one at a time.
  public func forEachRow(
    _ statement: FixedStatement, bind: (inout GRDBBinder) throws -> Void, _ body: (inout GRDBRow) throws -> Void
  ) throws {
    try session.start(statement, bind).forEach(body)
  }

  /// Runs a statement and passes its rows to `body`, one at a time.
  public func forEachRow(_ statement: _RenderedStatement, _ body: (inout GRDBRow) throws -> Void) throws {
    try session.start(statement).forEach(body)
  }

  /// Runs a statement, reads its rows, and passes what was read to `body`, one row at a time.
  public func forEachRow<Value>(
    _ statement: FixedStatement, bind: (inout GRDBBinder) throws -> Void, read: (inout GRDBRow) throws -> Value,
    _ body: (consuming Value) throws -> Void
  ) throws {
    try session.start(statement, bind).forEach(read, body)
  }

  /// Runs a statement, reads its rows, and passes what was read to `body`, one row at a time.
  public func forEachRow<Value>(
    _ statement: _RenderedStatement, read: (inout GRDBRow) throws -> Value, _ body: (consuming Value) throws -> Void
  ) throws {
    try session.start(statement).forEach(read, body)
  }

  /// Not supported.
  /// - Throws: `TransactionMisuse`: a store returns query plans.
  public func explain(_ statement: _RenderedStatement) throws -> QueryPlan {
    throw TransactionMisuse.statementNotAllowed(
      sql: statement.sql, reason: "a transaction of GRDB returns no query plans; call 'explain' in a block of a store")
  }

  /// Runs a statement and returns the number of rows that it changed (those of cascades and triggers not counted).
  @discardableResult
  public func execute(_ statement: FixedStatement, bind: (inout GRDBBinder) throws -> Void) throws -> Int {
    try session.start(statement, bind).changes()
  }

  /// Runs a statement and returns the number of rows that it changed.
  @discardableResult
  public func execute(_ statement: _RenderedStatement) throws -> Int { try session.start(statement).changes() }

  /// Runs an insert of one row and returns the integer key that the database assigned.
  public func insert(_ statement: FixedStatement, bind: (inout GRDBBinder) throws -> Void) throws -> Int64 {
    guard try execute(statement, bind: bind) == 1 else {
      throw Postil.DatabaseError(
        code: ResultCode.SQLITE_MISMATCH.rawValue, extendedCode: ResultCode.SQLITE_MISMATCH.rawValue,
        message: "the statement inserted no row, or several", sql: statement.description)
    }
    return session.database.lastInsertedRowID
  }

  /// Runs a statement once for each element and returns the number of rows changed; all or nothing.
  @discardableResult
  public func execute<Elements: Sequence>(
    _ statement: FixedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout GRDBBinder) throws -> Void
  ) throws -> Int {
    try savepoint {
      let run = try session.find(statement.description)
      return try elements.reduce(into: 0) { changes, element in
        changes += try run.bound { binder in try bind(element, &binder) }.changes()
      }
    }
  }

  /// Runs a statement once for each element and returns the number of rows changed; all or nothing. An element's values come first,
  /// followed by those of the statement.
  @discardableResult
  public func execute<Elements: Sequence>(
    _ statement: _RenderedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout GRDBBinder) throws -> Void
  ) throws -> Int {
    try savepoint {
      let run = try session.find(statement.sql)
      return try elements.reduce(into: 0) { changes, element in
        changes += try run.bound { binder in
          try bind(element, &binder)
          binder.bind(all: statement.bindings)
        }.changes()
      }
    }
  }

  /// Runs `body` in a savepoint of GRDB: kept when it returns, undone when it throws.
  @discardableResult
  public func savepoint<Result>(_ body: () throws -> Result) throws -> Result { try session.savepoint(body) }

  /// Throws: the connection is GRDB's. Add a function `postil_context` to it in `Configuration.prepareDatabase` if triggers call it.
  /// - Throws: `TransactionMisuse`.
  public func setContext(_ name: String, to value: String?) throws {
    throw TransactionMisuse.statementNotAllowed(
      sql: "postil_context('\(name)')",
      reason: "a connection of GRDB has no context; add a function 'postil_context' in 'Configuration.prepareDatabase'")
  }

  /// Whether triggers can change rows after they are written.
  public var _hasForeignTriggers: Bool { session.hasTriggers }
}
