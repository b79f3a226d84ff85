/// Anything that is one SQL statement: a query of any kind, a change, raw SQL.
///
/// Printing it shows its SQL, `explain` how the database would run it.
public protocol SQLStatement: Sendable, CustomStringConvertible {
  /// The statement as `dialect` writes it, with its values.
  /// - Throws: ``QueryError`` if it can't be written as SQL.
  func rendered(for dialect: Dialect) throws(QueryError) -> RenderedStatement
}

extension SQLStatement {
  /// The statement's text for SQLite, with its values as `?1`, `?2` …
  /// - Throws: ``QueryError`` if it can't be written as SQL.
  public var sql: String {
    get throws(QueryError) { try rendered(for: .sqlite).sql }
  }

  /// The statement's text, or the reason why there is none.
  public var description: String {
    do { return try sql } catch { return "(no query: \(error))" }
  }

  /// How the database would run the statement, with the values that it has now. Nothing is run: a `read` block can explain what
  /// only a `write` block could do.
  ///
  /// ```swift
  /// print(try late.explain(in: db))  // SEARCH item AS t0 USING INDEX item_due_at_priority (due_at<?)
  /// ```
  /// - Throws: ``QueryError`` if the statement can't be written as SQL, ``DatabaseError`` if the database rejects it.
  public func explain<DB: ReadTransaction>(in db: DB) throws -> QueryPlan {
    try db.explain(rendered(for: DB.dialect))
  }
}

/// How an engine writes SQL. The dialect of each engine is a value, so that queries can be rendered without
/// one.
public struct Dialect: Hashable, Sendable {
  /// The name, in lower case: `sqlite`.
  public let name: String

  /// SQLite 3.37 and later.
  public static let sqlite = Dialect(name: "sqlite")
}
