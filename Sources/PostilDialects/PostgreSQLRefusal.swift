import PostilSchema

/// Why a piece of a schema cannot be said to PostgreSQL, and where in the piece's SQL.
struct PostgreSQLRefusal: Error, Hashable, Sendable {
  /// What is in the way.
  enum Reason: Hashable, Sendable {
    // What stands in SQL.
    case unreadable(String)
    case tooDeep
    case emptyList
    case unknownColumn(String)
    case rowID(String)
    case unknownTable(String)
    /// The function has no counterpart that gives the same for every argument.
    case function(String)
    /// These arguments of the function have none.
    case arguments(String)
    case changingFunction(String)
    case operands(String, String, String)
    case condition(String)
    case literal(String, String)
    case value(String, column: String, String)
    case concatenation(String)
    case cast(String)
    case collation(String)
    case pattern(String)
    case jsonPath
    case modifier(String)
    case format(String)
    case window
    case recursive
    case naturalJoin
    case ungrouped(String)
    case orderOfSeveral
    case alias(String)
    case subquery
    // Triggers.
    case conflictWord
    case updateFrom
    case partialConflict
    case selectWithoutEffect
    case raise(String)
    case ignoreAfter
    case refiring(String)
    // Columns and tables.
    case systemColumn(String)
    case systemTable(String)
    /// The statement of SQLite's that makes the table, and the words in it that are not translated.
    case statedTable(String, String)
    case tokenizer(String)
    case generatedBefore(String)
  }

  /// What is in the way.
  var reason: Reason
  /// Where it stands, in the bytes of the SQL.
  var offset: Int
  /// The SQL that it stands in, where several pieces come together.
  var sql: String?

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Runs what reads a piece of SQL, and says of a refusal that it is about this piece.
  static func about<Value>(
    _ sql: String, _ body: () throws(PostgreSQLRefusal) -> Value
  ) throws(PostgreSQLRefusal) -> Value {
    do throws(PostgreSQLRefusal) {
      return try body()
    } catch {
      var refusal = error
      refusal.sql = sql
      throw refusal
    }
  }
}
