import Foundation
import PostilSyncModels

/// A change of the log.
struct LoggedChange {
  let seq: Int64
  let transaction: Int64
  let time: Int64
  let base: Int64
  let kind: SyncChange.Kind
  let table: String
  /// The columns that the table had then, with the values before and after.
  let columns: [String]
  let old: [SyncValue]
  let new: [SyncValue]
  /// The values from which the device's were made, by the names of the columns with `@merge(custom)`, if the change was made again on
  /// others.
  let ancestors: [String: SyncValue]

  /// The indices of the columns that an update changed.
  var changedColumns: [Int] { columns.indices.filter { old[$0] != new[$0] } }

  /// The key before or after the change; empty if there is no such row.
  func key(of table: SyncedTable, in values: [SyncValue]) -> [SyncValue] {
    values.isEmpty ? [] : table.key(of: values, columns)
  }

  /// The values before or after the change, by the names of the columns.
  func named(_ values: [SyncValue]) -> [String: SyncValue] {
    Dictionary(zip(columns, values), uniquingKeysWith: { first, _ in first })
  }
}

/// The changes of one `write` block that are still in the log.
struct LoggedTransaction {
  let number: Int64
  let time: Int64
  let base: Int64
  var changes: [LoggedChange]

  init(_ first: LoggedChange) {
    (number, time, base, changes) = (first.transaction, first.time, first.base, [first])
  }
}

/// Reads the log in portions, in either direction. Its order is that of the transactions.
struct ChangeLog {
  private let layouts: [Int64: (table: String, columns: [String])]
  /// The largest number of columns of a table.
  private let width: Int
  private let portion = 500

  init(in db: some ReadTransaction) throws {
    layouts = try Dictionary(
      RawSQL("SELECT id, table_name, columns FROM postil_sync_layout").as(Int64.self, String.self, String.self)
        .fetchAll(in: db).map { layout in
          (layout.0, (layout.1, try JSONDecoder().decode([String].self, from: Data(layout.2.utf8))))
        }, uniquingKeysWith: { first, _ in first })
    width = layouts.values.map(\.columns.count).max() ?? 0
  }

  /// Passes the changes after one place to `body` until it returns `false`.
  /// - Parameter end: the last place that is read.
  func read(
    after start: Int64, through end: Int64 = .max, in db: some ReadTransaction, _ body: (LoggedChange) throws -> Bool
  ) throws {
    var start = start
    while let rows = try rows("seq > \(start) AND seq <= \(end) ORDER BY seq", in: db) {
      for change in rows.changes { guard try body(change) else { return } }
      start = rows.last
    }
  }

  /// Passes all changes to `body`, the last one first.
  func readBackwards(in db: some ReadTransaction, _ body: (LoggedChange) throws -> Void) throws {
    var start = Int64.max
    while let rows = try rows("seq < \(start) ORDER BY seq DESC", in: db) {
      for change in rows.changes { try body(change) }
      start = rows.last
    }
  }

  /// Passes the transactions after one place, up to another one, to `body`.
  func transactions(
    after start: Int64, through end: Int64, in db: some ReadTransaction, _ body: (LoggedTransaction) throws -> Void
  ) throws {
    var open: LoggedTransaction?
    try read(after: start, through: end, in: db) { change in
      if open?.number == change.transaction {
        open?.changes.append(change)
      } else {
        if let open { try body(open) }
        open = LoggedTransaction(change)
      }
      return true
    }
    if let open { try body(open) }
  }

  /// The next portion, with its last place; `nil` if there are no more changes.
  private func rows(
    _ condition: RawSQL, in db: some ReadTransaction
  ) throws -> (changes: [LoggedChange], last: Int64)? {
    let values = ["o", "n"].flatMap { side in (0..<width).map { "\(side)\($0)" } }
    let rows = try RawSQL(
      """
      SELECT seq, tx, time, base, layout, kind, ancestors\(values.map { ", \(identifier: $0)" as RawSQL }.joined(separator: ""))
      FROM postil_sync_log WHERE \(condition) LIMIT \(portion)
      """
    ).rows.fetchAll(in: db).map(\.values)
    guard case .integer(let last)?? = rows.last?.first else { return nil }
    return (try rows.compactMap(change), last)
  }

  private func change(_ row: [SQLValue?]) throws -> LoggedChange? {
    func number(_ index: Int) -> Int64 { if case .integer(let value)? = row[index] { value } else { 0 } }
    guard let layout = layouts[number(4)], case .text(let name)? = row[5], let kind = SyncChange.Kind(rawValue: name)
    else { return nil }
    func values(from start: Int) -> [SyncValue] { row[start..<(start + layout.columns.count)].map { SyncValue($0) } }
    var ancestors: [String: SyncValue] = [:]
    if case .text(let json)? = row[6] {
      ancestors = try JSONDecoder().decode([String: SyncValue].self, from: Data(json.utf8))
    }
    return LoggedChange(
      seq: number(0), transaction: number(1), time: number(2), base: number(3), kind: kind, table: layout.table,
      columns: layout.columns, old: kind == .insert ? [] : values(from: 7),
      new: kind == .delete ? [] : values(from: 7 + width), ancestors: ancestors)
  }
}
