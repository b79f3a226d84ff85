import Foundation
import GRDB
import GRDBSQLite
import Postil
@_spi(Bridges) import PostilQuery
@_spi(Bridges) import PostilSQLite

/// The connection of GRDB during one block of ``GRDB/Database/postil(schema:_:)``.
final class BridgeSession {
  let database: GRDB.Database
  /// The tables of the schema, for the names in errors.
  let tables: [_TableDescription]
  private let thread = pthread_self()
  private var isOpen = true
  /// Whether the database has triggers, which may be those of the application. A trigger of a full-text index counts too.
  private(set) lazy var hasTriggers =
    (try? firstColumn("SELECT 1 FROM sqlite_schema WHERE type = 'trigger' LIMIT 1")) != []

  init(_ database: GRDB.Database, tables: [_TableDescription]) {
    self.database = database
    self.tables = tables
  }

  func end() { isOpen = false }

  /// Checks that the block can use the connection: GRDB would stop the program.
  private func checkUse() throws {
    guard isOpen else { throw TransactionMisuse.ended }
    guard pthread_equal(thread, pthread_self()) != 0 else { throw TransactionMisuse.wrongThread }
  }

  /// A statement that isn't running, with no values.
  func find(_ sql: String) throws -> StatementRun {
    try checkUse()
    return try converting(sql) {
      let cached = try database.cachedStatement(sql: sql)
      // GRDB finds statements by texts that are equal after Unicode normalization. A loop over the rows of the same statement uses it.
      let isFree = sqlite3_stmt_busy(cached.sqliteStatement) == 0 && cached.sql.utf8.elementsEqual(sql.utf8)
      return StatementRun(isFree ? cached : try database.makeStatement(sql: sql), in: self)
    }
  }

  func start(_ statement: FixedStatement, _ bind: (inout GRDBBinder) throws -> Void) throws -> StatementRun {
    try find(statement.description).bound(bind)
  }

  func start(_ statement: _RenderedStatement) throws -> StatementRun {
    let run = try find(statement.sql)
    try statement.checkColumns(run._statement.columnCount) { run._statement.columnNames }
    return try run.bound { $0.bind(all: statement.bindings) }
  }

  func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try checkUse()
    return try converting("SAVEPOINT") {
      var result: Result?
      try database.inSavepoint {
        result = try body()
        return .commit
      }
      guard let result else { throw TransactionMisuse.ended }
      return result
    }
  }

  /// The texts in the first column of a query of the bridge's own.
  func firstColumn(_ sql: String, _ values: String...) throws -> [String] {
    try String.fetchAll(database, sql: sql, arguments: StatementArguments(values))
  }
}
