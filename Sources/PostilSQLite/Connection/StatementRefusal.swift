import CSQLite
import PostilSQL

/// Why a statement of the program may not run in a block: its effect would outlive the block, and other blocks use the same
/// connection. Source: SQLite, "Compile-Time Authorization Callbacks".
enum StatementRefusal {
  /// It begins or ends a transaction.
  case transactionControl
  /// It changes a setting of the connection.
  case pragma(String)
  /// It attaches or detaches a database.
  case attachment
  /// It creates, alters or drops a temporary object.
  case temporaryObject

  /// `nil` if what the authorizer was called for doesn't outlive the block.
  init?(
    _ action: Int32, _ name: UnsafePointer<CChar>?, _ argument: UnsafePointer<CChar>?,
    _ database: UnsafePointer<CChar>?
  ) {
    switch action {
    case SQLITE_PRAGMA:
      guard let name, argument != nil else { return nil }
      let pragma = String(cString: name).foldedName
      if Self.harmlessPragmas.contains(pragma) { return nil }
      self = .pragma(pragma)
    case SQLITE_ATTACH, SQLITE_DETACH:
      self = .attachment
    case SQLITE_CREATE_TEMP_INDEX...SQLITE_CREATE_TEMP_VIEW, SQLITE_DROP_TEMP_INDEX...SQLITE_DROP_TEMP_VIEW:
      self = .temporaryObject
    case SQLITE_ALTER_TABLE:
      guard let name, String(cString: name) == "temp" else { return nil }
      self = .temporaryObject
    default:
      guard PrepareObserver.isSchemaChange(action), let database, String(cString: database) == "temp" else {
        return nil
      }
      self = .temporaryObject
    }
  }

  /// The pragmas whose argument isn't a setting of the connection: it names an object, or is stored in the file, or ends with the
  /// transaction. Source: SQLite, "PRAGMA Statements".
  private static let harmlessPragmas: Set<String> = [
    "application_id", "defer_foreign_keys", "foreign_key_check", "foreign_key_list", "incremental_vacuum", "index_info",
    "index_list", "index_xinfo", "integrity_check", "optimize", "quick_check", "table_info", "table_list",
    "table_xinfo",
    "user_version",
  ]

  /// What is wrong, and what to do instead.
  var reason: String {
    switch self {
    case .transactionControl:
      "a transaction begins and ends with its block; no statement may begin or end one"
    case .pragma(let name):
      "'PRAGMA \(name)' would stay in effect for later blocks; set it for all connections with "
        + "'SQLiteOptions.prepareConnection'"
    case .attachment:
      "an attached database would stay attached for later blocks; attach it on all connections with "
        + "'SQLiteOptions.prepareConnection'"
    case .temporaryObject:
      "a temporary object would still exist in later blocks; use a common table expression ('WITH'), or create it on all "
        + "connections with 'SQLiteOptions.prepareConnection'"
    }
  }
}
