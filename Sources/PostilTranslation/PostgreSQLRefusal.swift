/// The reason why a part of a schema can't be translated for PostgreSQL, with the position in its SQL.
package struct PostgreSQLRefusal: Error, Hashable, Sendable {
  /// The reason.
  package enum Reason: Hashable, Sendable {
    // SQL.
    case unreadable(String)
    case tooDeep
    case emptyList
    case unknownColumn(String)
    case rowID(String)
    case unknownTable(String)
    /// No PostgreSQL function returns the same result for every argument.
    case function(String)
    /// No PostgreSQL function returns the same result for arguments of these types.
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
    /// The elements of an array, where only immutable functions are allowed.
    case array(String)
    /// A search of a full-text index.
    case search(String)
    /// A search of an index of three-letter sequences.
    case trigrams(String)
    case modifier(String)
    case format(String)
    case window
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
    /// A table with its own `CREATE TABLE` statement, and the words in it that can't be translated.
    case statedTable(String, String)
    case tokenizer(String)
    case generatedBefore(String)
  }

  /// The reason.
  package var reason: Reason
  /// The position in the bytes of the SQL.
  package var offset: Int
  /// The SQL, if there are several pieces.
  package var sql: String?

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Runs the translation of a piece of SQL, and adds the piece to a refusal.
  package static func about<Value>(
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
