import Foundation
import PostilPostgreSQL
import PostilSyncModels

/// The rows of an answer.
extension SyncServer {
  /// The rows that the device lacks.
  /// - Parameter isWaiting: whether the device has to wait before it can send more.
  /// - Returns: `nil` if another request of the device was answered meanwhile.
  func rows(
    for request: SyncRequest, _ scopes: UserScopes, isWaiting: Bool, time: Int64
  ) async throws -> SyncResponse? {
    // A device that has more to send than its message holds asks for no rows yet.
    let wanted = isWaiting && request.rowLimit == 0 ? limits.rowLimit : request.rowLimit
    let limit = wanted == 0 ? 0 : min(max(wanted, 1), limits.rowLimit)
    let order = self.order
    let found = try await store.read { [self] db -> (DeviceRecord, FoundAnswer, [SyncRejection])? in
      guard let record = try DeviceRecord.read(request.device, in: db) else { return nil }
      let found = try search(for: request, scopes, limit: limit, in: db)
      guard limit > 0 else { return (record, found, []) }
      let rejections = try RawSQL(
        """
        SELECT number, reason FROM postil_sync_rejection
        WHERE device = \(request.device) AND number > \(request.acknowledged) ORDER BY number
        """
      ).as(Int64.self, String.self).fetchAll(in: db).map { SyncRejection(transaction: $0.0, reason: $0.1) }
      return (record, found, rejections)
    }
    guard let (record, found, rejections) = found else { throw SyncRequestError.otherUser }
    let number = record.answer + 1
    let isRecorded = try await store.write { db in
      guard try DeviceRecord.take(number, of: request, at: time >> 16, in: db) else { return false }
      // The device hasn't stored the answers after 'received'. What isn't in this answer either stays open until another one has it.
      if record.answer > request.received {
        for table in order {
          try RawSQL(
            """
            UPDATE \(identifier: table.knownName) SET answer = \(Int64.max)
            WHERE device = \(request.device) AND answer > \(request.received)
            """
          ).execute(in: db)
        }
      }
      for rows in found.rows { try rows.record(as: number, for: request.device, in: db) }
      for table in order {
        try RawSQL(
          """
          DELETE FROM \(identifier: table.knownName)
          WHERE device = \(request.device) AND version IS NULL AND answer <= \(request.received)
          """
        ).execute(in: db)
      }
      try RawSQL(
        "DELETE FROM postil_sync_rejection WHERE device = \(request.device) AND number <= \(request.acknowledged)"
      ).execute(in: db)
      return true
    }
    guard isRecorded else { return nil }
    return SyncResponse(
      processed: record.processed, rejections: rejections, number: number, tables: found.rows.map(\.message),
      isComplete: found.isComplete, time: time, position: try found.position?.text(),
      loadCount: found.position?.load?.count)
  }

  /// What an answer has of the rows.
  private struct FoundAnswer {
    var rows: [FoundRows] = []
    var isComplete = false
    var position: Position?
  }

  /// Looks for the rows that a device lacks.
  private func search(
    for request: SyncRequest, _ scopes: UserScopes, limit: Int, in db: Store.Reading
  ) throws -> FoundAnswer {
    let fingerprint = try scopes.fingerprint(of: order, in: database)
    let moment = try engine.moment(in: db)
    let known = Position(request.position, fingerprint)
    var found = FoundAnswer()
    var left = limit
    let answerSize = min(max(request.byteLimit, 1), limits.answerSize)
    var bytesLeft = answerSize
    func look(_ table: SyncedTable, _ search: Search) throws {
      let rows = try FoundRows(
        table, for: request, search, scopes, on: engine, limit: left, byteLimit: bytesLeft, valueLimit: answerSize,
        in: db)
      bytesLeft -= rows.size
      left = bytesLeft > 0 ? left - rows.count : 0
      if rows.count > 0 { found.rows.append(rows) }
    }

    let isFirst = request.received == 0 && known == nil
    if limit == 0 {
      found.position = isFirst ? Position(scopes: fingerprint, since: moment, load: .init()) : known
      return found
    }
    if isFirst || known?.load != nil {
      var position = known ?? Position(scopes: fingerprint, since: moment)
      let first = position.load.flatMap { load in order.firstIndex { $0.name == load.table } } ?? 0
      for table in order[first...] {
        let key = position.load?.table == table.name ? position.load?.key : nil
        try look(table, .load(after: key, isDense: position.load?.dense?.contains(table.name) == true))
        guard left == 0 else { continue }
        var load = position.load ?? Position.Load()
        if load.count == nil { load = try self.load(scopes, in: db) }
        if let row = found.rows.last?.message {
          (load.table, load.key) = (table.name, table.key(of: row.rows[row.rows.count - 1], row.columns))
        }
        position.load = load
        found.position = position
        return found
      }
      position.load = nil
      found.position = position
      // What changed since the load began is in the next answer.
      found.isComplete = try isFirst || changedTables(since: position.since, in: db).isEmpty
      return found
    }

    let changed = try known.map { try changedTables(since: $0.since, in: db) }
    for table in order where left > 0 {
      if let known, let changed, !scopes.canMove(table, changed: changed) {
        try look(table, .changes(since: known.since, in: changed))
      } else {
        try look(table, .differences)
      }
    }
    found.isComplete = left > 0
    found.position = found.isComplete ? Position(scopes: fingerprint, since: moment) : known
    return found
  }

  /// The beginning of a load that needs several answers.
  private func load(_ scopes: UserScopes, in db: Store.Reading) throws -> Position.Load {
    var load = Position.Load(count: 0, dense: [])
    for table in order {
      func count(_ condition: RawSQL) throws -> Int {
        try RawSQL("SELECT count(*) FROM \(identifier: table.name) AS s WHERE \(condition)").as(Int.self)
          .fetchOne(in: db) ?? 0
      }
      let found = try count(scopes.condition(table, "s", isOfMany: true))
      load.count = (load.count ?? 0) + found
      if try found * 20 > count("1 = 1") { load.dense?.append(table.name) }
    }
    return load
  }

  /// The tables with rows that changed since a moment.
  func changedTables(since moment: Int64, in db: Store.Reading) throws -> Set<String> {
    let queries = order.map { table -> RawSQL in
      """
      SELECT \(table.name) WHERE EXISTS (
        SELECT 1 FROM \(identifier: table.rowName) AS m WHERE \(engine.isChanged(since: moment)))
      """
    }
    return try Set(queries.joined(separator: " UNION ALL ").as(String.self).fetchAll(in: db))
  }
}
