import BenchmarkHarness
import Foundation
import Postil

/// A question to the film database, as a typed query and as the SQL that a person would write.
struct FilmQuery: Sendable {
  let name: String
  /// The SQL by hand. Each table has an alias, written with `AS`.
  let sql: String
  private let fetchTyped: @Sendable (SQLiteReadTransaction, Stopwatch) throws -> [String]
  private let fetchByHand: @Sendable (HandStatement, Stopwatch) throws -> [String]
  private let describeTyped: @Sendable (SQLiteReadTransaction) throws -> String

  /// A question whose rows have these columns.
  init<Query: FetchableQuery & SQLStatement, each Column: FilmColumn>(
    _ name: String, _ sql: String, typed: @escaping @Sendable () -> Query
  ) where Query.Row == (repeat each Column) {
    self.name = name
    self.sql = sql
    // The query is built each time, as in a program that asks with other values.
    fetchTyped = { db, stopwatch in
      let rows = try stopwatch.measure { try typed().fetchAll(in: db) }
      return Self.lines(rows)
    }
    fetchByHand = { statement, stopwatch in
      let rows: [(repeat each Column)] = try stopwatch.measure { try statement.fetchAll() }
      return Self.lines(rows)
    }
    describeTyped = { db in
      let query = typed()
      return "\(query)\n\(try query.explain(in: db))"
    }
  }

  /// All queries, those over few tables first.
  static var all: [FilmQuery] { lookups + casts + companies + links }

  /// How many tables the SQL by hand reads, a table that it reads twice counting twice.
  var tables: Int { sql.components(separatedBy: " AS ").count - 1 }

  /// The rows of the typed query, sorted, each as text.
  func typedRows(in db: SQLiteReadTransaction, _ stopwatch: Stopwatch) throws -> [String] {
    try fetchTyped(db, stopwatch).sorted()
  }

  /// The rows of the SQL by hand, sorted, each as text.
  func handRows(of statement: HandStatement, _ stopwatch: Stopwatch) throws -> [String] {
    try fetchByHand(statement, stopwatch).sorted()
  }

  /// The SQL of the typed query, and SQLite's plan for it.
  func description(in db: SQLiteReadTransaction) throws -> String { try describeTyped(db) }

  private static func lines<each Column: FilmColumn>(_ rows: [(repeat each Column)]) -> [String] {
    rows.map { row in
      var texts: [String] = []
      for column in repeat each row { texts.append(column.digestText) }
      return texts.joined(separator: "|")
    }
  }
}

/// A type that the queries return.
protocol FilmColumn: Sendable {
  /// The column of the current row of a statement.
  init(_ statement: OpaquePointer, at index: Int32)
  /// The value as text, different for different values.
  var digestText: String { get }
}
