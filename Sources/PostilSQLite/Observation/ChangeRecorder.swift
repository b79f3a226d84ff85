import CSQLite

/// Collects what a transaction changes: the tables and columns that its statements write to, and the rows that SQLite's update hook
/// reports.
final class ChangeRecorder {
  private var written = DatabaseRegion()
  private var unreportedTables: Set<String> = []
  private var rows: [String: Set<Int64>] = [:]
  /// The blobs that were written in parts. SQLite reports such changes to nobody. Source: SQLite, "Write Data Into A BLOB Incrementally".
  private var blobs = DatabaseRegion()
  private let changesBefore: Int64

  fileprivate init(on handle: OpaquePointer) { changesBefore = sqlite3_total_changes64(handle) }

  /// A statement is about to run; `nil` if what it accesses isn't known.
  func note(_ access: StatementAccess?) {
    guard let access, !access.changesSchema else { return written.formUnion(.everything) }
    written.formUnion(access.writes)
    unreportedTables.formUnion(access.unreportedTables)
  }

  /// A part of a row's blob is about to be written.
  /// - Parameter column: the column; `nil` if others are computed from it.
  func noteBlob(_ column: String?, in row: Int64, of table: String) {
    let isFull = blobs.parts[table].map { $0.rows?.count ?? .max > DatabaseRegion.maximumRows } ?? false
    blobs.insert(.init(columns: column.map { [$0] }, rows: isFull ? nil : [row]), of: table)
  }

  fileprivate func install(on handle: OpaquePointer) {
    sqlite3_update_hook(
      handle,
      { context, _, _, table, row in
        guard let context, let table else { return }
        let recorder = Unmanaged<ChangeRecorder>.fromOpaque(context).takeUnretainedValue()
        recorder.note(row, of: String(cString: table))
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func note(_ row: Int64, of table: String) {
    guard rows[table]?.count ?? 0 <= DatabaseRegion.maximumRows else { return }
    rows[table, default: []].insert(row)
  }

  /// What the transaction has changed; more than that if it has undone something.
  fileprivate func changes(on handle: OpaquePointer) -> DatabaseRegion {
    if written.isEverything { return .everything }
    // Rows that REPLACE deletes aren't counted, but the row that it inserts is.
    guard sqlite3_total_changes64(handle) != changesBefore else { return blobs }
    var changes = blobs
    for (table, var part) in written.parts {
      if !unreportedTables.contains(table) {
        guard let rows = rows[table] else { continue }
        part.rows = rows.count > DatabaseRegion.maximumRows ? nil : rows
      }
      changes.insert(part, of: table)
    }
    return changes
  }
}

extension DatabaseRegion {
  /// How many rows of a table are told apart; more count as all.
  static let maximumRows = 1000
}

extension SQLiteConnection {
  /// Begins to collect what the transaction that has just begun changes.
  func makeChangeRecorder() -> ChangeRecorder {
    let recorder = ChangeRecorder(on: handle)
    if refreshAccesses() { recorder.note(nil) }
    recorder.install(on: handle)
    return recorder
  }

  /// What the open transaction has changed, `nil` if it wasn't collected; collects no more.
  func takeChanges() -> DatabaseRegion? {
    guard let changeRecorder else { return nil }
    sqlite3_update_hook(handle, nil, nil)
    self.changeRecorder = nil
    let changes = changeRecorder.changes(on: handle)
    // The transaction's own changes of the schema are not those of others before the next one.
    if changes.isEverything, (try? untraced { try noteSchema() }) != nil { _ = refreshAccesses() }
    return changes
  }
}
