import PostilQuery

/// A text of SQL to run in the console, with the values of its parameters.
struct ConsoleScript: Sendable {
  /// The values of parameters.
  enum Parameters: Sendable {
    /// The values of `?1`, `?2` …
    case positional([SQLValue?])
    /// The values of `:name`, `@name` or `$name`, without the first character.
    case named([String: SQLValue?])
  }

  /// The largest number of rows that is returned.
  static let maximumRows = 10_000
  /// The largest number of rows that is exported.
  static let maximumExportedRows = 100_000
  /// The largest value that is read, in bytes.
  static let maximumValueSize = 64 << 20
  /// The number of bytes after which no more rows are read.
  static let maximumSize = 64 << 20
  /// How long a script may run.
  static let maximumDuration = Duration.seconds(300)

  var sql: String
  var parameters = Parameters.positional([])
  /// The number of rows to return at most.
  var limit = 1_000
  /// Whether it may change the database.
  var mayWrite = false
}

/// The result of a script: the rows of its last statement that returns rows.
struct ConsoleResult: Sendable {
  /// A column of the result.
  struct Column: Hashable, Sendable {
    var name: String
    /// The type in the column's declaration; empty for an expression.
    var type: String
  }

  var columns: [Column] = []
  var rows: [[SQLValue?]] = []
  /// Whether there were more rows.
  var isTruncated = false
  /// The number of rows that were inserted, updated and deleted, by triggers too.
  var changes = 0
  var duration = Duration.zero
  /// The number of the statement that the rows belong to, from 1; 0 if the script has no statement.
  var statement = 0
  /// The tables that were changed.
  var changedTables: Set<String> = []
}

/// Why a script wasn't run, or failed. Nothing was changed.
struct ConsoleError: Error, Hashable, Sendable {
  /// The kind of a failure.
  enum Kind: String, Hashable, Sendable {
    /// The script would change the database, and wasn't allowed to.
    case writes
    /// It isn't allowed in the console.
    case forbidden
    /// It was stopped.
    case stopped
    /// The database reported an error.
    case failed
  }

  var kind: Kind
  var message: String
  /// The number of the statement, from 1.
  var statement: Int?
  /// The place in the script: a line, from 1, and UTF-16 code units, as in a browser.
  var line: Int?
  var offset: Int?
  /// The server's code of the error.
  var sqlState: String?

  /// The refusal of statements that begin or end transactions.
  static let oneTransaction =
    "all statements of a script are one transaction; remove the ones that begin or end transactions"

  /// The refusal of a plan for a number of statements other than one.
  static func oneStatement(outOf count: Int) -> String {
    count == 0 ? "there is no statement" : "a plan belongs to one statement; select one of the \(count)"
  }
}

/// Runs what a user writes.
protocol StudioConsole: Sendable {
  /// Runs all statements of a script in one transaction, each on a connection of its own.
  /// - Throws: ``ConsoleError``
  func run(_ script: ConsoleScript) async throws(ConsoleError) -> ConsoleResult
  /// The plan of a statement, which isn't run.
  /// - Throws: ``ConsoleError``
  func plan(of sql: String) async throws(ConsoleError) -> QueryPlan
  /// What can be completed.
  func completions() async throws(ConsoleError) -> Completions
  /// Stops every running script.
  /// - Returns: their number.
  func stop() -> Int
}

/// The words that the database has for statements.
struct Completions: Sendable {
  var keywords: [String]
  var functions: [String]
  /// The columns of each table and view, in order.
  var tables: [(name: String, columns: [String])]
}
