import Foundation
import PostilPostgreSQL
import PostilSyncModels

/// Transactions and values that are too large for one message.
extension SyncServer {
  /// Stores a part of a transaction.
  /// - Returns: how many bytes of it the server has, and the transaction if these are all.
  /// - Throws: ``SyncRequestError``
  func receive(_ part: SyncPart, of device: String) async throws -> (end: Int, transaction: SyncTransaction?) {
    guard part.offset >= 0, part.size > 0, part.hash.utf8.count <= 100, part.bytes.count <= part.size - part.offset
    else { throw SyncRequestError.malformed("a part of a transaction has no usable size") }
    let bytes = try await store.write { db -> (end: Int, all: Data?) in
      // Of one transaction at a time.
      try RawSQL(
        """
        DELETE FROM postil_sync_part
        WHERE device = \(device) AND (number <> \(part.transaction) OR hash <> \(part.hash) OR size <> \(part.size))
        """
      ).execute(in: db)
      var end =
        try RawSQL("SELECT coalesce(max(position + length(bytes)), 0) FROM postil_sync_part WHERE device = \(device)")
        .as(Int.self).fetchOne(in: db) ?? 0
      if part.offset == end, !part.bytes.isEmpty {
        try RawSQL(
          """
          INSERT INTO postil_sync_part (device, number, hash, size, position, bytes)
          VALUES (\(device), \(part.transaction), \(part.hash), \(part.size), \(end), \(part.bytes))
          """
        ).execute(in: db)
        end += part.bytes.count
      }
      guard end == part.size else { return (end, nil) }
      let all = try RawSQL("SELECT bytes FROM postil_sync_part WHERE device = \(device) ORDER BY position")
        .as(Data.self).fetchAll(in: db)
      return (end, all.reduce(into: Data()) { $0 += $1 })
    }
    guard let all = bytes.all else { return (bytes.end, nil) }
    guard StableHash(of: all).text == part.hash,
      let transaction = try? JSONDecoder().decode(SyncTransaction.self, from: all),
      transaction.number == part.transaction
    else {
      try await forgetParts(of: device)
      throw SyncRequestError.malformed("the parts of a transaction don't fit together")
    }
    return (bytes.end, transaction)
  }

  func forgetParts(of device: String) async throws {
    try await store.write { db in
      _ = try RawSQL("DELETE FROM postil_sync_part WHERE device = \(device)").execute(in: db)
    }
  }

  /// Bytes of a value; `nil` if it has none, the row isn't in the scopes, or was changed.
  func bytes(
    of value: SyncValueRequest, _ scopes: UserScopes, limit: Int, in db: some ReadTransaction
  ) throws -> Data? {
    guard let table = tables[value.table], table.columnNames.contains(value.column),
      (0..<Int(Int32.max)).contains(value.offset), value.key.count == table.key.count, !value.key.contains(.null),
      let bytes = try engine.bytes(of: value.column, in: table, from: value.offset, count: limit, in: db)
    else { return nil }
    return try RawSQL(
      """
      SELECT \(bytes) FROM \(identifier: table.name) AS s
      JOIN \(identifier: table.rowName) AS m ON \(.equal(table.key, "m", "s"))
      WHERE m.version = \(value.version) AND \(.equal(table.key, of: "s", value.key)) AND \(scopes.condition(table, "s"))
      """
    ).as(Data?.self).fetchOne(in: db) ?? nil
  }
}
