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
}

extension SyncJournal {
  func state(in db: some ReadTransaction) throws -> SyncState {
    let row = try RawSQL("SELECT device, tx, time, received, load, acknowledged, is_loading FROM postil_sync_state")
      .as(String.self, Int64.self, Int64.self, Int64.self, Int64.self, Int64.self, Bool.self).fetchOne(in: db)
    guard let row else { throw SyncError.notInstalled }
    return SyncState(
      device: row.0, transaction: row.1, time: row.2, received: row.3, load: row.4, acknowledged: row.5,
      isLoading: row.6)
  }

  /// The message with the changes that the server may not have processed: whole transactions, the first in any case, and as many more as
  /// have up to `changeLimit` changes.
  func request(in db: some ReadTransaction, changeLimit: Int, rowLimit: Int) throws -> SyncRequest {
    let state = try self.state(in: db)
    var request = SyncRequest(
      device: state.device, received: state.received, load: state.load, acknowledged: state.acknowledged,
      rowLimit: rowLimit)
    var count = 0
    for group in try groups(in: db) {
      let changes = group.changes.flatMap(message)
      guard count == 0 || count + changes.count <= changeLimit else { break }
      count += changes.count
      request.transactions.append(
        SyncTransaction(number: group.number, time: group.time, base: group.base, changes: changes))
    }
    return request
  }

  /// The transactions that the server may not have processed, in order.
  func groups(in db: some ReadTransaction) throws -> [LoggedTransaction] {
    var groups: [LoggedTransaction] = []
    for change in try changes(in: db) {
      if groups.last?.number != change.transaction {
        groups.append(LoggedTransaction(number: change.transaction, time: change.time, base: change.base, changes: []))
      }
      groups[groups.count - 1].changes.append(change)
    }
    return groups
  }

  /// A change as it is sent. A changed key is a deleted row and a new one.
  private func message(_ change: LoggedChange) -> [SyncChange] {
    guard let table = tables[change.table] else { return [] }
    let (old, new) = (change.key(of: table, in: change.old), change.key(of: table, in: change.new))
    switch change.kind {
    case .insert: return [SyncChange(.insert, table: table.name, key: new, values: change.named(change.new))]
    case .delete: return [SyncChange(.delete, table: table.name, key: old)]
    case .update where old != new:
      return [
        SyncChange(.delete, table: table.name, key: old),
        SyncChange(.insert, table: table.name, key: new, values: change.named(change.new)),
      ]
    case .update: return [SyncChange(.update, table: table.name, key: new, values: changedValues(change, table))]
    }
  }

  /// The values that an update changed; of a sum, what was added.
  func changedValues(_ change: LoggedChange, _ table: SyncedTable) -> [String: SyncValue] {
    var values: [String: SyncValue] = [:]
    for index in change.changedColumns {
      let column = change.columns[index]
      let rule = table.columns.first { $0.name == column }?.merge
      values[column] = rule == .sum ? change.new[index].minus(change.old[index]) : change.new[index]
    }
    return values
  }
}

/// The changes of one `write` block that are still in the log.
struct LoggedTransaction {
  let number: Int64
  let time: Int64
  let base: Int64
  var changes: [LoggedChange]
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
