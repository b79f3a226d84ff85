import CSQLite
import PostilQuery

/// Something that is wrong with a database.
public enum IntegrityFinding: Hashable, Sendable, CustomStringConvertible {
  /// A part of the file is damaged, or a row violates a constraint of its table; SQLite's message says which.
  /// Source: SQLite, "PRAGMA integrity_check".
  case damage(message: String)
  /// A row references a row that doesn't exist.
  case brokenReference(table: String, rowID: Int64?, columns: [String], parent: String)

  /// The finding as a sentence.
  public var description: String {
    switch self {
    case .damage(let message):
      message
    case .brokenReference(let table, let rowID, let columns, let parent):
      "\(rowID.map { "row \($0)" } ?? "a row") of '\(table)' references a missing row of '\(parent)' "
        + "(\(columns.joined(separator: ", ")))"
    }
  }
}

extension SQLiteStore {
  /// Checks the whole database: the structure of the file, its indexes, its constraints and its foreign keys. Reads and writes go
  /// on meanwhile. The content of full-text indexes isn't checked.
  /// - Parameters:
  ///   - quick: whether to skip the comparison of indexes with their tables, which takes most of the time.
  ///   - limit: how many findings of each kind are returned at most.
  /// - Returns: the findings; empty for an intact database.
  /// - Throws: ``DatabaseError`` if the file can't be read; ``TransactionMisuse/closed``.
  public func integrityCheck(quick: Bool = false, limit: Int = 100) throws -> [IntegrityFinding] {
    try read { try $0.connection.integrityFindings(quick: quick, limit: limit) }
  }

  /// Checks the whole database, on a thread that may block. A cancelled task stops the check.
  /// - Throws: ``DatabaseError`` if the file can't be read; `CancellationError`; ``TransactionMisuse/closed``.
  public func integrityCheck(quick: Bool = false, limit: Int = 100) async throws -> [IntegrityFinding] {
    try await read { try $0.connection.integrityFindings(quick: quick, limit: limit) }
  }
}

extension SQLiteConnection {
  package func integrityFindings(quick: Bool, limit: Int, withReferences: Bool = true) throws -> [IntegrityFinding] {
    func reporting(_ findings: () throws -> [IntegrityFinding]) throws -> [IntegrityFinding] {
      do {
        return try findings()
      } catch let error as DatabaseError where [SQLITE_CORRUPT, SQLITE_ERROR].contains(error.code) {
        return [.damage(message: error.message)]
      }
    }
    let limit = max(limit, 1)
    let damage = try reporting {
      try texts("PRAGMA \(quick ? "quick" : "integrity")_check(\(limit))").filter { $0 != "ok" }
        .map { .damage(message: $0) }
    }
    guard withReferences else { return damage }
    let tables = (try? texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")) ?? []
    return try damage
      + tables.flatMap { table in
        try reporting {
          try nullableRows(
            """
            SELECT k.rowid, k.parent, (
              SELECT group_concat("from", char(10)) FROM temp.pragma_foreign_key_list(?1) WHERE id = k.fkid)
            FROM temp.pragma_foreign_key_check(?1) k LIMIT \(limit)
            """, [table]
          ).map { row in
            let columns = (row[2] ?? "").split(separator: "\n").map(String.init)
            return .brokenReference(
              table: table, rowID: row[0].flatMap { Int64($0) }, columns: columns, parent: row[1] ?? "")
          }
        }
      }
  }
}
