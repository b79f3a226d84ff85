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
    guard answer.number > state.received, answer.processed >= state.acknowledged else { return }
    let part = try JSONEncoder().encode(answer.tables)
    try RawSQL("INSERT OR REPLACE INTO postil_sync_answer VALUES (\(answer.number), \(part))").execute(in: db)
    try RawSQL(
      "UPDATE postil_sync_state SET received = \(answer.number), time = \(max(state.time, answer.time))"
    ).execute(in: db)
    if answer.isComplete { try show(answer, state, hidesAll: hidesAll, in: db) }
  }

  /// Checks that an answer is one of a server to this device.
  private func check(_ answer: SyncResponse, _ state: SyncState) throws(SyncError) {
    // Numbers that leave room to count on, and times before the year 4000.
    let numbers = 0...(Int64.max / 2)
    guard numbers.contains(answer.number), numbers.contains(answer.time), numbers.contains(answer.processed),
      answer.resetTime != nil || answer.processed <= state.transaction
    else { throw .malformedAnswer("it has no usable numbers") }
    for rows in answer.tables {
      guard let table = tables[rows.table] else { continue }
      let keys = rows.rows.map { $0.count == rows.columns.count ? table.key(of: $0, rows.columns) : [] } + rows.removed
      guard Set(rows.columns).count == rows.columns.count,
        keys.allSatisfy({ $0.count == table.key.count && !$0.contains(.null) })
      else { throw .malformedAnswer("a row of '\(rows.table)' has no usable key") }
      guard !(rows.rows + rows.removed).contains(where: { $0.contains(where: \.isMalformed) }) else {
        throw .malformedAnswer("a text of '\(rows.table)' isn't valid UTF-8")
      }
    }
  }

  private func show(_ answer: SyncResponse, _ state: SyncState, hidesAll: Bool, in db: DB) throws {
    let groups = try self.groups(in: db)
    let hidden = try Set(RawSQL("SELECT tx FROM postil_sync_hidden").as(Int64.self).fetchAll(in: db))
    try RawSQL("UPDATE postil_sync_state SET is_applying = 1").execute(in: db)
    try RawSQL("PRAGMA defer_foreign_keys = ON").execute(in: db)
    for group in groups.reversed() where !hidden.contains(group.number) {
      for change in group.changes.reversed() { try undo(change, in: db) }
    }
    try storeRows(isAll: state.isLoading, in: db)
    try RawSQL("PRAGMA defer_foreign_keys = OFF").execute(in: db)
    for rejection in answer.rejections {
      guard let group = groups.first(where: { $0.number == rejection.transaction }) else { continue }
      let changes = try JSONEncoder().encode(group.changes.map(RejectedChange.init))
      try RawSQL(
        "INSERT OR REPLACE INTO postil_sync_rejection VALUES (\(group.number), \(rejection.reason), \(changes))"
      ).execute(in: db)
    }
    try RawSQL("DELETE FROM postil_sync_log WHERE tx <= \(answer.processed)").execute(in: db)
    try RawSQL("DELETE FROM postil_sync_hidden").execute(in: db)
    for group in groups where group.number > answer.processed {
      if hidesAll || !redo(group, in: db) {
        try RawSQL("INSERT INTO postil_sync_hidden VALUES (\(group.number))").execute(in: db)
      }
    }
    try RawSQL(
      """
      UPDATE postil_sync_state SET is_applying = 0, is_loading = 0, acknowledged = \(answer.processed),
        base = \(answer.number), tx = \(state.transaction),
        time = \(max(state.time, answer.time))
      """
    ).execute(in: db)
  }

  /// Prepares the device to load all rows, because it has received other answers than the server knows of.
  private func reset(to answer: SyncResponse, _ time: Int64, in db: DB) throws {
    try reload(in: db)
    // What the server has processed isn't sent again; the rest gets numbers that the server doesn't know.
    let groups = try self.groups(in: db).filter { $0.time > time }
    let first = max(answer.processed, try state(in: db).transaction) + 1
    for (index, group) in groups.enumerated() {
      let number = first + Int64(index)
      try RawSQL("UPDATE postil_sync_log SET tx = \(number) WHERE tx = \(group.number)").execute(in: db)
      try RawSQL("UPDATE postil_sync_hidden SET tx = \(number) WHERE tx = \(group.number)").execute(in: db)
    }
    try RawSQL("UPDATE postil_sync_state SET tx = \(first + Int64(groups.count)), base = 0").execute(in: db)
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
        try RawSQL("DELETE FROM postil_sync_log WHERE tx = \(group.number) AND seq <= \(group.changes.last?.seq ?? 0)")
          .execute(in: db)
      }
    } catch {
      return false
    }
    return true
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
      let isThere = try update(
        table, change.key(of: table, in: change.old),
        change.changedColumns.map { (change.columns[$0], change.new[$0]) },
        adding: changedValues(change, table), in: db)
      // The row was deleted, or isn't the user's any more. The server decides about the transaction.
      if !isThere { throw MissingRow() }
    }
  }
}

/// A transaction can't be made again, because a row that it changes isn't there.
private struct MissingRow: Error {}

// MARK: Rows of the server

extension SyncJournal {
  /// Stores the rows of all parts of the answer.
  private func storeRows(isAll: Bool, in db: DB) throws {
    let parts = try RawSQL("SELECT tables FROM postil_sync_answer ORDER BY number").as([UInt8].self).fetchAll(in: db)
    var answers: [String: [SyncTableRows]] = [:]
    for part in parts {
      for rows in try JSONDecoder().decode([SyncTableRows].self, from: Data(part)) {
        answers[rows.table, default: []].append(rows)
      }
    }
    var left: [(table: SyncedTable, columns: [String], row: [SyncValue])] = []
    for table in order {
      for rows in answers[table.name] ?? [] {
        for row in rows.rows {
          if try !isStored({ try upsert(table, rows.columns, row, in: db) }, in: db) {
            left.append((table, rows.columns, row))
          }
        }
      }
    }
    for table in order.reversed() {
      var kept: Set<[SyncValue]> = []
      for rows in answers[table.name] ?? [] {
        for row in rows.rows {
          kept.insert(table.key(of: row, rows.columns))
        }
        for key in rows.removed { kept.remove(key) }
      }
      for key in Set((answers[table.name] ?? []).flatMap(\.removed)) where !kept.contains(key) {
        try delete(table, key, in: db)
      }
      guard isAll else { continue }
      let present = try RawSQL("SELECT \(.names(table.key)) FROM \(identifier: table.name)").rows.fetchAll(in: db)
      for row in present {
        let key = row.values.map { SyncValue($0) }
        if !kept.contains(key) { try delete(table, key, in: db) }
      }
    }
    // A row whose unique value belonged to another one that was changed or removed later.
    var hasRoom = false
    while !left.isEmpty {
      let rest = try left.filter { item in
        try !isStored({ try upsert(item.table, item.columns, item.row, in: db) }, in: db)
      }
      if rest.count == left.count {
        if hasRoom { throw SyncError.rowsDontFit(table: left[0].table.name) }
        try makeRoom(for: rest, in: db)
        hasRoom = true
      }
      left = rest
    }
    try RawSQL("DELETE FROM postil_sync_answer").execute(in: db)
  }

  /// Whether a row could be stored beside the others.
  private func isStored(_ body: () throws -> Void, in db: DB) throws -> Bool {
    do {
      try db.savepoint(body)
      return true
    } catch is ConstraintViolation {
      return false
    }
  }
}
