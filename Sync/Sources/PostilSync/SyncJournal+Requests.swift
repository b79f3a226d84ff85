import Foundation
import PostilSyncModels

/// The row of `postil_sync_state`.
struct SyncState {
  var device = ""
  var transaction: Int64 = 0
  var time: Int64 = 0
  var received: Int64 = 0
  var load: Int64 = 0
  var acknowledged: Int64 = 0
  var isLoading = false
  /// The last change of the log that the server has processed; 0 if there is none.
  var processedSeq: Int64 = 0
  var position: String?
}

extension SyncJournal {
  func state(in db: some ReadTransaction) throws -> SyncState {
    let row = try RawSQL(
      """
      SELECT device, tx, time, received, load, acknowledged, is_loading, processed_seq, position FROM postil_sync_state
      """
    ).as(
      String.self, Int64.self, Int64.self, Int64.self, Int64.self, Int64.self, Bool.self, Int64.self, String?.self
    ).fetchOne(in: db)
    guard let row else { throw SyncError.notInstalled }
    return SyncState(
      device: row.0, transaction: row.1, time: row.2, received: row.3, load: row.4, acknowledged: row.5,
      isLoading: row.6, processedSeq: row.7, position: row.8)
  }

  /// The message with the changes that the server may not have processed: whole transactions, the first in any case, and as many more as
  /// fit into a message. If there are more, the server only processes these, and sends no rows yet.
  func request(in db: some ReadTransaction, _ options: SyncClient.Options) throws -> SyncRequest {
    let state = try self.state(in: db)
    var request = emptyRequest(state)
    (request.rowLimit, request.byteLimit) = (options.rowLimit, options.messageSize)
    var (count, size) = (0, 0)
    var open: SyncTransaction?
    try ChangeLog(in: db).read(after: state.processedSeq, in: db) { change in
      if open?.number != change.transaction {
        if let open {
          count += open.changes.count
          request.transactions.append(open)
        }
        open = SyncTransaction(number: change.transaction, time: change.time, base: change.base, changes: [])
      }
      let changes = message(change)
      open?.changes += changes
      size += changes.reduce(0) { $0 + $1.size }
      let isFull = count + (open?.changes.count ?? 0) > options.changeLimit || size > options.messageSize
      guard !request.transactions.isEmpty, isFull else { return true }
      (open, request.rowLimit) = (nil, 0)
      return false
    }
    if let open { request.transactions.append(open) }
    return request
  }

  /// A message without changes, which asks for no rows.
  func emptyRequest(in db: some ReadTransaction) throws -> SyncRequest { emptyRequest(try state(in: db)) }

  private func emptyRequest(_ state: SyncState) -> SyncRequest {
    SyncRequest(
      device: state.device, received: state.received, load: state.load, acknowledged: state.acknowledged, rowLimit: 0,
      position: state.position)
  }

  /// The number of transactions that the server may not have processed.
  /// - Parameter last: an earlier result for this file. Only what has changed since is counted, unless the log was written anew.
  func pending(since last: PendingTransactions? = nil, in db: some ReadTransaction) throws -> PendingTransactions {
    func count(after first: Int64, through last: Int64) throws -> Int {
      try RawSQL("SELECT count(DISTINCT tx) FROM postil_sync_log WHERE seq > \(first) AND seq <= \(last)").as(Int.self)
        .fetchOne(in: db) ?? 0
    }
    let row = try RawSQL(
      "SELECT received, base, processed_seq, (SELECT max(seq) FROM postil_sync_log) FROM postil_sync_state"
    ).as(Int64.self, Int64.self, Int64.self, Int64?.self).fetchOne(in: db)
    guard let (received, base, first, end) = row else { throw SyncError.notInstalled }
    var pending = PendingTransactions(received: received, base: base, first: first, end: end ?? 0, count: 0)
    if let last, last.base == base, last.received <= received, last.first <= first, last.end <= pending.end {
      pending.count =
        try last.count - count(after: last.first, through: first) + count(after: last.end, through: pending.end)
    } else {
      pending.count = try count(after: first, through: .max)
    }
    return pending
  }

  /// The last change of the log among those of transactions up to a number; 0 if there is none.
  /// - Parameter start: a change that is probably among them.
  func lastChange(through transaction: Int64, from start: Int64 = 0, in db: some ReadTransaction) throws -> Int64 {
    let next = try RawSQL(
      "SELECT seq FROM postil_sync_log WHERE seq >= \(start) AND tx > \(transaction) ORDER BY seq LIMIT 1"
    ).as(Int64.self).fetchOne(in: db)
    if start > 0, next == start { return try lastChange(through: transaction, in: db) }
    return try RawSQL("SELECT max(seq) FROM postil_sync_log WHERE seq < \(next ?? .max)").as(Int64?.self)
      .fetchOne(in: db).flatMap(\.self) ?? 0
  }

  /// A change as it is sent. A changed key is a deleted row and a new one.
  private func message(_ change: LoggedChange) -> [SyncChange] {
    guard let table = tables[change.table] else { return [] }
    let row = change.named(change.new).filter { table.columnNames.contains($0.key) }
    let (old, new) = (change.key(of: table, in: change.old), change.key(of: table, in: change.new))
    switch change.kind {
    case .insert: return [SyncChange(.insert, table: table.name, key: new, values: row)]
    case .delete: return [SyncChange(.delete, table: table.name, key: old)]
    case .update where old != new:
      return [
        SyncChange(.delete, table: table.name, key: old),
        SyncChange(.insert, table: table.name, key: new, values: row),
      ]
    case .update: return [update(change, table)]
    }
  }

  /// What an update changed: of a sum, what was added; of a JSON object, the members.
  func update(_ change: LoggedChange, _ table: SyncedTable) -> SyncChange {
    var message = SyncChange(.update, table: table.name, key: change.key(of: table, in: change.old))
    for index in change.changedColumns {
      let (column, old, new) = (change.columns[index], change.old[index], change.new[index])
      switch table.columns.first(where: { $0.name == column })?.merge {
      // A later version of the program has no such column.
      case nil: continue
      case .sum: message.values[column] = new.minus(old)
      case .members:
        if let members = SyncMembers(from: old, to: new) {
          if !members.isEmpty { message.members = (message.members ?? [:]).merging([column: members]) { $1 } }
        } else {
          message.values[column] = new
        }
      case .custom:
        message.values[column] = new
        message.before = (message.before ?? [:]).merging([column: change.ancestors[column] ?? old]) { $1 }
      case .last, .max, .min, .server: message.values[column] = new
      }
    }
    return message
  }
}

/// How many transactions the server may not have processed, and the part of the log that has them.
struct PendingTransactions: Sendable {
  fileprivate let received: Int64
  fileprivate let base: Int64
  fileprivate let first: Int64
  fileprivate let end: Int64
  fileprivate(set) var count: Int
}

extension SyncValue {
  /// What was added to get from `other` to this value.
  func minus(_ other: SyncValue) -> SyncValue {
    switch (self, other) {
    case (.integer(let new), .integer(let old)): .integer(new &- old)
    case (.real(let new), .real(let old)): .real(new - old)
    case (.real(let new), .integer(let old)): .real(new - Double(old))
    case (.integer(let new), .real(let old)): .real(Double(new) - old)
    default: self
    }
  }
}
