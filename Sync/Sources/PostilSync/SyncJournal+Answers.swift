import Foundation
import PostilSyncModels

extension SyncJournal {
  /// Stores an answer. With the last part of it, the device has the server's state plus its own changes that aren't processed.
  /// - Parameter hidesAll: whether none of the device's own changes are shown.
  func store(_ answer: SyncResponse, to request: SyncRequest, hidesAll: Bool = false, in db: DB) throws {
    let state = try self.state(in: db)
    // Another client of the file may have stored the answer to another request.
    guard state.received == request.received, state.device == request.device else { return }
    try check(answer, state)
    if let time = answer.resetTime { return try reset(to: answer, time, in: db) }
    guard answer.number > state.received, answer.processed >= state.acknowledged else {
      throw SyncError.malformedAnswer("it is older than one that the device has")
    }
    for rows in answer.tables { try keep(rows, in: db) }
    if request.part == nil { try forgetValues(in: db) }
    let processed = try lastChange(through: answer.processed, from: state.processedSeq, in: db)
    try RawSQL(
      """
      UPDATE postil_sync_state SET received = \(answer.number), processed_seq = \(processed),
        time = \(max(state.time, answer.time)), position = \(answer.position)
      """
    ).execute(in: db)
    if answer.isComplete { try show(answer, state, processed, hidesAll: hidesAll, in: db) }
  }

  /// Checks that an answer is one of a server to this device.
  private func check(_ answer: SyncResponse, _ state: SyncState) throws(SyncError) {
    // Numbers that leave room to count on, and times before the year 4000.
    let numbers = 0...(Int64.max / 2)
    guard numbers.contains(answer.number), numbers.contains(answer.time), numbers.contains(answer.processed),
      answer.resetTime != nil || answer.processed <= state.transaction
    else { throw .malformedAnswer("it has no usable numbers") }
  }

  /// - Parameter processed: the last change of the log that the server has processed.
  private func show(
    _ answer: SyncResponse, _ state: SyncState, _ processed: Int64, hidesAll: Bool, in db: DB
  ) throws {
    // Otherwise the device has the server's state already, and its own changes come after it.
    if try processed > 0 || state.isLoading || hasRows(in: db) {
      try replaceState(answer, state, processed, hidesAll: hidesAll, in: db)
    }
    try RawSQL(
      """
      UPDATE postil_sync_state SET is_applying = 0, is_loading = 0, acknowledged = \(answer.processed),
        base = \(answer.number), tx = \(state.transaction), processed_seq = 0,
        time = \(max(state.time, answer.time))
      """
    ).execute(in: db)
  }

  /// Undoes the device's changes, stores the server's rows, and makes those changes again that the server hasn't processed.
  private func replaceState(
    _ answer: SyncResponse, _ state: SyncState, _ processed: Int64, hidesAll: Bool, in db: DB
  ) throws {
    let log = try ChangeLog(in: db)
    let hidden = try Set(RawSQL("SELECT tx FROM postil_sync_hidden").as(Int64.self).fetchAll(in: db))
    try RawSQL("UPDATE postil_sync_state SET is_applying = 1").execute(in: db)
    try RawSQL("PRAGMA defer_foreign_keys = ON").execute(in: db)
    try log.readBackwards(in: db) { change in
      if !hidden.contains(change.transaction) { try undo(change, in: db) }
    }
    try storeRows(isAll: state.isLoading, in: db)
    try RawSQL("PRAGMA defer_foreign_keys = OFF").execute(in: db)
    let reasons = Dictionary(answer.rejections.map { ($0.transaction, $0.reason) }, uniquingKeysWith: { $1 })
    if !reasons.isEmpty {
      try log.transactions(after: 0, through: processed, in: db) { group in
        guard let reason = reasons[group.number] else { return }
        let changes = try JSONEncoder().encode(group.changes.map(RejectedChange.init))
        try RawSQL("INSERT OR REPLACE INTO postil_sync_rejection VALUES (\(group.number), \(reason), \(changes))")
          .execute(in: db)
      }
    }
    try RawSQL("DELETE FROM postil_sync_log WHERE seq <= \(processed)").execute(in: db)
    try RawSQL("DELETE FROM postil_sync_hidden").execute(in: db)
    try log.transactions(after: processed, through: lastChange(through: .max, in: db), in: db) { group in
      if hidesAll || !redo(group, in: db) { try hide(group, in: db) }
    }
  }

  /// Prepares the device to load all rows, because it has received other answers than the server knows of.
  private func reset(to answer: SyncResponse, _ time: Int64, in db: DB) throws {
    try reload(in: db)
    // What the server has processed isn't sent again; the rest gets numbers that the server doesn't know.
    let groups = try RawSQL(
      "SELECT tx, min(seq), max(seq) FROM postil_sync_log WHERE time > \(time) GROUP BY tx ORDER BY tx"
    ).as(Int64.self, Int64.self, Int64.self).fetchAll(in: db)
    let first = max(answer.processed, try state(in: db).transaction) + 1
    for (index, group) in groups.enumerated() {
      let number = first + Int64(index)
      try RawSQL("UPDATE postil_sync_log SET tx = \(number) WHERE seq BETWEEN \(group.1) AND \(group.2)")
        .execute(in: db)
      try RawSQL("UPDATE postil_sync_hidden SET tx = \(number) WHERE tx = \(group.0)").execute(in: db)
    }
    let processed = try lastChange(through: answer.processed, in: db)
    try RawSQL(
      """
      UPDATE postil_sync_state SET tx = \(first + Int64(groups.count)), base = 0, processed_seq = \(processed)
      """
    ).execute(in: db)
  }
}

// MARK: Changes of the device

extension SyncJournal {
  private func undo(_ change: LoggedChange, in db: DB) throws {
    guard let table = tables[change.table] else { return }
    let key = change.key(of: table, in: change.kind == .delete ? change.old : change.new)
    switch change.kind {
    case .insert: try delete(table, key, in: db)
    case .delete: try upsert(table, change.columns, change.old, in: db)
    case .update:
      try update(table, key, change.changedColumns.map { (change.columns[$0], change.old[$0]) }, in: db)
    }
  }

  /// Makes the changes of a transaction again, and records them again: the values before them can be others.
  /// - Returns: `false` if that isn't possible with the rows that there are. Nothing is changed then.
  private func redo(_ group: LoggedTransaction, in db: DB) -> Bool {
    do {
      try db.savepoint {
        try RawSQL(
          """
          UPDATE postil_sync_state SET is_applying = 0, tx = \(group.number), time = \(group.time),
            base = \(group.base)
          """
        ).execute(in: db)
        for change in group.changes { try redo(change, in: db) }
        // What was recorded now has greater numbers.
        try RawSQL("DELETE FROM postil_sync_log WHERE \(places(of: group))").execute(in: db)
      }
    } catch {
      return false
    }
    return true
  }

  /// Notes that a transaction isn't shown. Its changes move to the end of the log, where those of earlier transactions were recorded again.
  private func hide(_ group: LoggedTransaction, in db: DB) throws {
    try RawSQL("INSERT INTO postil_sync_hidden VALUES (\(group.number))").execute(in: db)
    let first = group.changes.first?.seq ?? 0
    try RawSQL(
      """
      UPDATE postil_sync_log SET seq = seq + (SELECT max(seq) + 1 - \(first) FROM postil_sync_log)
      WHERE \(places(of: group))
      """
    ).execute(in: db)
  }

  private func places(of group: LoggedTransaction) -> RawSQL {
    "seq BETWEEN \(group.changes.first?.seq ?? 0) AND \(group.changes.last?.seq ?? 0)"
  }

  private func redo(_ change: LoggedChange, in db: DB) throws {
    guard let table = tables[change.table] else { return }
    switch change.kind {
    case .insert:
      let values = Array(zip(change.columns, change.new)).filter { table.columnNames.contains($0.0) }
      try RawSQL(
        """
        INSERT INTO \(identifier: table.name) (\(.names(values.map(\.0))))
        VALUES (\(.values(values.map(\.1))))
        """
      ).execute(in: db)
    case .delete: try delete(table, change.key(of: table, in: change.old), in: db)
    case .update:
      let message = update(change, table)
      let last =
        message.before == nil ? nil : try RawSQL("SELECT max(seq) FROM postil_sync_log").as(Int64.self).fetchOne(in: db)
      // The row was deleted, or isn't the user's any more. The server decides about the transaction.
      guard try redo(message, table, in: db) else { throw MissingRow() }
      guard let last, let ancestors = message.before else { return }
      // The recorded value before is the server's. The device's was made from another one.
      let json = String(decoding: try JSONEncoder().encode(ancestors), as: UTF8.self)
      try RawSQL(
        """
        UPDATE postil_sync_log SET ancestors = \(json) WHERE seq = (
          SELECT min(seq) FROM postil_sync_log AS l JOIN postil_sync_layout AS c ON c.id = l.layout
          WHERE seq > \(last) AND kind = 'update' AND table_name = \(table.name))
        """
      ).execute(in: db)
    }
  }
}

/// A transaction can't be made again, because a row that it changes isn't there.
private struct MissingRow: Error {}
