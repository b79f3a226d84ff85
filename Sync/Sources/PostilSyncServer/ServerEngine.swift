import PostilPostgreSQL
import PostilSyncModels

/// The engine of a server's database, for the few things that differ: the tables, the triggers, and what violates a type.
enum ServerEngine {
  case sqlite, postgreSQL

  /// The engine of a store.
  /// - Throws: ``SyncServerError`` if the database lacks what a server needs.
  static func engine(of store: some DatabaseStore, _ tables: [SyncedTable]) async throws -> ServerEngine {
    guard !(store is SQLiteStore) else { return .sqlite }
    #if PostgreSQL
      guard store is PostgreSQLStore else { throw SyncServerError.engine("\(type(of: store))") }
      try await store.write { db in try requirePostgreSQL(tables, in: db) }
      return .postgreSQL
    #else
      throw SyncServerError.engine("\(type(of: store)) without the trait 'PostgreSQL' of the package 'postil-sync'")
    #endif
  }

  /// A moment that isn't after the snapshot of the transaction: what was committed before it is in the snapshot. On SQLite the last version,
  /// on PostgreSQL the first transaction that hadn't ended.
  func moment(in db: some ReadTransaction) throws -> Int64 {
    let sql: RawSQL =
      switch self {
      case .sqlite: "SELECT version FROM postil_sync_version"
      case .postgreSQL: "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
      }
    return try sql.as(Int64.self).fetchOne(in: db) ?? 0
  }

  /// A text that is another one after each commit that changed rows, and perhaps after others.
  func state(in db: some ReadTransaction) throws -> String {
    switch self {
    case .sqlite: return "\(try moment(in: db))"
    case .postgreSQL:
      return try RawSQL("SELECT pg_current_snapshot()::text").as(String.self).fetchOne(in: db) ?? ""
    }
  }

  /// The condition that a row was changed after a moment, for its mark `m`.
  func isChanged(since moment: Int64) -> RawSQL {
    switch self {
    case .sqlite: "m.version > \(moment)"
    case .postgreSQL: "m.xact >= \(moment)"
    }
  }

  /// The type of a column with bytes.
  var bytes: RawSQL {
    switch self {
    case .sqlite: "BLOB"
    case .postgreSQL: "BYTEA"
    }
  }

  /// Bytes of a value of the row `s`, as SQL that is `NULL` if the value isn't bytes; `nil` if the column has no bytes.
  func bytes(
    of column: String, in table: SyncedTable, from offset: Int, count: Int, in db: some ReadTransaction
  ) throws -> RawSQL? {
    let bytes: RawSQL = "substr(s.\(identifier: column), \(offset + 1), \(count))"
    switch self {
    case .sqlite: return "CASE typeof(s.\(identifier: column)) WHEN 'blob' THEN \(bytes) END"
    case .postgreSQL:
      let isOfBytes = try RawSQL(
        """
        SELECT atttypid = 'bytea'::regtype FROM pg_attribute
        WHERE attrelid = to_regclass(quote_ident(\(table.name))) AND attname = \(column)
        """
      ).as(Bool.self).fetchOne(in: db)
      return isOfBytes == true ? bytes : nil
    }
  }

  /// A new version, for several rows.
  var newVersion: RawSQL {
    switch self {
    case .sqlite: "(SELECT version FROM postil_sync_version)"
    case .postgreSQL: "nextval('postil_sync_version')"
    }
  }

  /// A text that is another one if the moments of a database don't mean the same as before.
  func identity(in db: some ReadTransaction) throws -> String {
    guard case .postgreSQL = self else { return "" }
    // The numbers of transactions are others after a restore into another cluster.
    return try RawSQL(
      """
      SELECT concat(current_database(), ' ', (SELECT oid FROM pg_database WHERE datname = current_database()), ' ',
        (SELECT system_identifier FROM pg_control_system()))
      """
    ).as(String.self).fetchOne(in: db) ?? ""
  }

  #if PostgreSQL
    private static func requirePostgreSQL(_ tables: [SyncedTable], in db: some WriteTransaction) throws {
      let settings = try RawSQL(
        """
        SELECT current_setting('server_version'), current_setting('crdb_version', true),
          current_setting('transaction_isolation'), EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')
        """
      ).as(String?.self, String?.self, String.self, Bool.self).fetchOne(in: db)
      guard let (version, cockroach, isolation, isCitus) = settings else { return }
      let kind = ServerKind(version: version, cockroachVersion: cockroach)
      // Their triggers and sequences are others.
      guard kind == .postgreSQL else { throw SyncServerError.engine("\(kind)") }
      // Two transactions could change what the other one has checked.
      guard isolation == "serializable" else {
        throw SyncServerError.engine("PostgreSQL with \(isolation) transactions")
      }
      guard isCitus else { return }
      // They can't have triggers.
      let distributed = try RawSQL("SELECT relname FROM pg_class JOIN pg_dist_partition ON logicalrelid = pg_class.oid")
        .as(String.self).fetchAll(in: db)
      if let table = tables.first(where: { distributed.contains($0.name) }) {
        throw SyncServerError.engine("Citus, which distributes '\(table.name)',")
      }
    }
  #endif
}

extension Error {
  /// Whether the database failed, so that the device has to send its message again.
  var isFailureOfDatabase: Bool {
    #if PostgreSQL
      if self is PostgreSQLError || self is ConnectionLost || self is StatementNotTranslated { return true }
    #endif
    return self is DatabaseError || self is CancellationError || self is TransactionMisuse || self is QueryError
  }

  /// Why a value of a device can't be stored; `nil` for other errors.
  var invalidValue: String? {
    #if PostgreSQL
      // A text that isn't one of the type, a number or a date out of range, characters that the server doesn't have, a text that is too long
      // for an index. Source: PostgreSQL 15, appendix A.
      let codes = ["22P02", "22003", "22007", "22008", "22021", "22P05", "54000"]
      if let error = self as? PostgreSQLError, codes.contains(error.code) { return error.message }
    #endif
    return (self as? ColumnEncodingError).map { "\($0)" }
  }
}
