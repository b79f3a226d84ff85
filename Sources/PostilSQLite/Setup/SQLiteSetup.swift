import CSQLite
import PostilQuery
import PostilSQL

/// A new connection before its first use: the argument of ``SQLiteOptions/prepareConnection``.
///
/// Everything added here belongs to this connection only, so the closure must add the same to each one. It can be used only inside
/// the closure.
public struct SQLiteSetup {
  /// The `sqlite3 *` of the connection, for the functions of the C API that have no counterpart here, such as those that add FTS5
  /// tokenizers. Don't close it, and don't replace its authorizer or its trace: Postil uses them.
  public let handle: OpaquePointer
  /// The database's path, `:memory:` if it is in memory.
  public let path: String
  let failures: FunctionFailures
  /// What observes the connection's statements, `nil` if nothing does.
  let watch: StatementWatch?

  /// Runs statements, for example pragmas; their rows are ignored. For a key, call ``unlock(with:)``.
  /// - Throws: ``DatabaseError``
  public func execute(_ sql: String) throws { try SQLiteConnection.run(sql, on: handle, path: path) }

  /// Attaches another database file under a name that statements use as a qualifier: `archive.item`.
  /// - Throws: ``DatabaseError``, also for an empty path, and for a URI.
  public func attach(_ path: String, as name: String) throws {
    if path.isEmpty {
      throw DatabaseError(
        unusablePath:
          "an empty path would attach a temporary database, another one for each connection; pass the path of a file")
    }
    try SQLiteConnection.checkPath(path)
    try execute("ATTACH DATABASE \(SQLText.literal(path)) AS \(SQLText.identifier(name))")
  }

  /// A limit of a connection. Source: SQLite, "Run-Time Limits".
  public enum Limit: Hashable, Sendable {
    /// The bytes of a text, a blob or a row, or of a statement.
    case length, statementLength
    /// The columns of a table or a result, the depth of an expression, the parts of a compound `SELECT`, or the parameters of a
    /// statement.
    case columns, expressionDepth, compoundSelect, parameters
    /// The bytes of a pattern of `LIKE` or `GLOB`, the depth of triggers, or the number of attached databases.
    case patternLength, triggerDepth, attachedDatabases

    var code: Int32 {
      switch self {
      case .length: SQLITE_LIMIT_LENGTH
      case .statementLength: SQLITE_LIMIT_SQL_LENGTH
      case .columns: SQLITE_LIMIT_COLUMN
      case .expressionDepth: SQLITE_LIMIT_EXPR_DEPTH
      case .compoundSelect: SQLITE_LIMIT_COMPOUND_SELECT
      case .parameters: SQLITE_LIMIT_VARIABLE_NUMBER
      case .patternLength: SQLITE_LIMIT_LIKE_PATTERN_LENGTH
      case .triggerDepth: SQLITE_LIMIT_TRIGGER_DEPTH
      case .attachedDatabases: SQLITE_LIMIT_ATTACHED
      }
    }
  }

  /// Lowers a limit, so that a file or a request with extreme values fails early. Statements that exceed it throw
  /// ``DatabaseError``. A value above the limit that SQLite was built with has no effect.
  public func limit(_ limit: Limit, to value: Int) { sqlite3_limit(handle, limit.code, Int32(clamping: max(value, 0))) }

  /// Adds a collation, which SQL and `@collate` refer to by its name.
  /// - Parameter areInIncreasingOrder: whether the first text comes before the second one. It must always order two texts in the same
  ///   way: indexes depend on it. Texts of which neither comes first are equal.
  /// - Throws: ``DatabaseError``
  public func add(
    collation name: String, by areInIncreasingOrder: @escaping @Sendable (String, String) -> Bool
  ) throws {
    let context = Unmanaged.passRetained(CollationContext(areInIncreasingOrder)).toOpaque()
    let code = sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, context,
      { context, leftCount, left, rightCount, right in
        guard let context else { return 0 }
        func text(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
          String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
        }
        let precedes = Unmanaged<CollationContext>.fromOpaque(context).takeUnretainedValue().areInIncreasingOrder
        let (left, right) = (text(left, leftCount), text(right, rightCount))
        return precedes(left, right) ? -1 : precedes(right, left) ? 1 : 0
      }, { $0.map { Unmanaged<CollationContext>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else {
      // SQLite calls the destructor of a function that it refuses, but not that of a collation.
      Unmanaged<CollationContext>.fromOpaque(context).release()
      throw DatabaseError(opening: path, code: code, handle: handle)
    }
  }
}

private final class CollationContext {
  let areInIncreasingOrder: @Sendable (String, String) -> Bool

  init(_ areInIncreasingOrder: @escaping @Sendable (String, String) -> Bool) {
    self.areInIncreasingOrder = areInIncreasingOrder
  }
}
