import Foundation
import PostilSyncModels

/// Transactions and values that are too large for one message.
extension SyncClient {
  /// Sends a transaction in parts, until the server has processed it.
  func sendParts(of transaction: SyncTransaction) async throws {
    let encoder = JSONEncoder()
    // The bytes must be the same after a restart.
    encoder.outputFormatting = .sortedKeys
    let bytes = try encoder.encode(transaction)
    let hash = StableHash(of: bytes).text
    let (journal, size) = (self.journal, options.messageSize)
    var (offset, part) = (0, Data())
    while true {
      try Task.checkCancellation()
      var request = try await store.read { db in try journal.emptyRequest(in: db) }
      request.part = SyncPart(
        transaction: transaction.number, time: transaction.time, size: bytes.count, hash: hash, offset: offset,
        bytes: part)
      guard let answer = try await withLargeValues(transport.send(request)) else { continue }
      try await store(answer, to: request)
      if answer.processed >= transaction.number || answer.resetTime != nil { return }
      if answer.isComplete, let name = answer.unknownName { throw SyncError.unknownToServer(name) }
      guard let end = answer.partEnd, end >= 0, end < bytes.count || answer.unknownName != nil && end == bytes.count
      else {
        throw SyncError.malformedAnswer("it doesn't say how much of a transaction the server has")
      }
      offset = end
      part = Data(bytes.dropFirst(end).prefix(size))
    }
  }

  /// Fetches the values that were too large for an answer.
  /// - Returns: the answer with them; `nil` if the server has other values meanwhile, so that the device has to ask again.
  func withLargeValues(_ answer: SyncResponse) async throws -> SyncResponse? {
    var answer = answer
    for (index, rows) in answer.tables.enumerated() {
      guard let table = journal.tables[rows.table] else { continue }
      for value in rows.large ?? [] {
        guard rows.rows.indices.contains(value.row), rows.rows[value.row].count == rows.columns.count,
          rows.columns.indices.contains(value.column), value.size > 0
        else { throw SyncError.malformedAnswer("a large value belongs to no row") }
        let request = SyncValueRequest(
          table: table.name, key: table.key(of: rows.rows[value.row], rows.columns), column: rows.columns[value.column],
          version: value.version, offset: 0)
        guard let bytes = try await bytes(request, size: value.size) else { return nil }
        answer.tables[index].rows[value.row][value.column] = .blob(bytes)
      }
      answer.tables[index].large = nil
    }
    return answer
  }

  /// The bytes of a value. What has arrived is kept, so that another attempt goes on from there.
  private func bytes(_ value: SyncValueRequest, size: Int) async throws -> [UInt8]? {
    let (journal, name) = (self.journal, try journal.name(of: value))
    while true {
      try Task.checkCancellation()
      let (empty, end) = try await store.read { db in
        (try journal.emptyRequest(in: db), try journal.sizeOfValue(name, in: db))
      }
      if end == size { return try await store.read { db in try journal.value(name, in: db) } }
      var request = empty
      request.value = value
      request.value?.offset = end
      request.byteLimit = options.messageSize
      let answer = try await transport.send(request)
      guard let bytes = answer.valueBytes, !bytes.isEmpty, end + bytes.count <= size else {
        try await store.write { db in try journal.forgetValues(in: db) }
        return nil
      }
      try await store.write { db in try journal.add(bytes, to: name, at: end, in: db) }
    }
  }
}

/// Parts of values, in `postil_sync_value`.
extension SyncJournal {
  /// A name for a value of a version of a row.
  func name(of value: SyncValueRequest) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  func sizeOfValue(_ name: String, in db: some ReadTransaction) throws -> Int {
    try RawSQL("SELECT coalesce(sum(length(bytes)), 0) FROM postil_sync_value WHERE name = \(name)").as(Int.self)
      .fetchOne(in: db) ?? 0
  }

  func value(_ name: String, in db: some ReadTransaction) throws -> [UInt8] {
    try RawSQL("SELECT bytes FROM postil_sync_value WHERE name = \(name) ORDER BY position").as([UInt8].self)
      .fetchAll(in: db).flatMap(\.self)
  }

  func add(_ bytes: Data, to name: String, at position: Int, in db: DB) throws {
    // Another client of the file may have stored the same part.
    try RawSQL(
      "INSERT OR IGNORE INTO postil_sync_value (name, position, bytes) VALUES (\(name), \(position), \(bytes))"
    )
    .execute(in: db)
  }

  func forgetValues(in db: DB) throws { try RawSQL("DELETE FROM postil_sync_value").execute(in: db) }
}
