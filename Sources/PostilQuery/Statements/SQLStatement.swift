/// A single SQL statement: a query of any kind, a change, raw SQL.
///
/// Printing it shows its SQL; `explain` returns the database's plan for it.
public protocol SQLStatement: Sendable, CustomStringConvertible {
  /// The statement in SQL for `dialect`, with its values.
  /// - Throws: ``QueryError`` if it can't be written as SQL.
  func rendered(for dialect: Dialect) throws(QueryError) -> _RenderedStatement
}

extension SQLStatement {
  /// The text of the statement for SQLite, with its values as `?1`, `?2` and so on.
  /// - Throws: ``QueryError`` if it can't be written as SQL.
  public var sql: String {
    get throws(QueryError) { try rendered(for: .sqlite).sql }
  }

  /// The text of the statement, or the reason why there is none.
  public var description: String {
    do { return try sql } catch { return "(no query: \(error))" }
  }

  /// The database's plan for the statement with its current values. Nothing is run, so a `read` block can also explain
  /// statements that write.
  ///
  /// ```swift
  /// print(try late.explain(in: db))  // SEARCH item AS t0 USING INDEX item_due_at_priority (due_at<?)
  /// ```
  /// - Throws: ``QueryError`` if the statement can't be written as SQL, ``DatabaseError`` if the database rejects it.
  public func explain<DB: ReadTransaction>(in db: DB) throws -> QueryPlan {
    try db.explain(rendered(for: db.dialect))
  }
}

/// The SQL dialect of an engine. It is a value, so that queries can be rendered without an engine.
public struct Dialect: Sendable {
  /// The name, in lower case: `sqlite`.
  public let name: String
  /// The rows to which statements are limited.
  var scopes: RowScopes?

  /// The dialect of a scoped transaction.
  @usableFromInline
  func limited(to scopes: RowScopes) -> Dialect { Dialect(name: name, scopes: scopes) }

  /// SQLite 3.38 and later.
  public static let sqlite = Dialect(name: "sqlite")
}
