import Foundation
import PostilSyncModels

/// Rows of the server that have arrived, of one table and with the same columns.
private struct ReceivedRows {
  let layout: Int
  let table: SyncedTable
  /// The columns that the table has now, the key's first.
  let columns: [String]
  /// The columns of `postil_sync_rows` with their values.
  let places: RawSQL

  /// - Parameter columns: those that the rows had when they arrived.
  init(_ layout: Int, _ table: SyncedTable, _ columns: [String]) {
    let present = Set(table.columnNames)
    let indices = columns.indices.filter { present.contains(columns[$0]) }
    (self.layout, self.table, self.columns) = (layout, table, indices.map { columns[$0] })
    places = Self.places(indices)
  }

  static func places(_ indices: some Sequence<Int>) -> RawSQL { .names(indices.map { "c\($0)" }) }
}

extension SyncJournal {
  /// Stores the rows of a part of an answer beside the others, until the device has all parts.
  /// - Throws: ``SyncError/malformedAnswer(_:)``
  func keep(_ rows: SyncTableRows, in db: DB) throws {
    guard let table = tables[rows.table] else { return }
    let known = Set(table.columnNames)
    let columns = table.key + rows.columns.filter { known.contains($0) && !table.key.contains($0) }
    let indices = columns.compactMap { rows.columns.firstIndex(of: $0) }
    let keyCount = table.key.count
    guard Set(rows.columns).count == rows.columns.count, rows.rows.isEmpty || indices.count == columns.count,
      rows.rows.allSatisfy({ row in
        row.count == rows.columns.count && indices[..<keyCount].allSatisfy { row[$0] != .null }
      }), rows.removed.allSatisfy({ $0.count == keyCount && !$0.contains(.null) })
    else { throw SyncError.malformedAnswer("a row of '\(rows.table)' has no usable key") }
    guard !(rows.rows + rows.removed).contains(where: { $0.contains(where: \.isMalformed) }) else {
      throw SyncError.malformedAnswer("a text of '\(rows.table)' isn't valid UTF-8")
    }
    let layout = try layoutNumber(of: table, columns, in: db)
    try keep(rows.rows, indices, layout, isRemoved: false, in: db)
    try keep(rows.removed, Array(0..<keyCount), layout, isRemoved: true, in: db)
  }

  private func keep(
    _ rows: [[SyncValue]], _ indices: [Int], _ layout: Int, isRemoved: Bool, in db: DB
  ) throws {
    guard !rows.isEmpty else { return }
    let statement = try RawSQL(
      """
      INSERT INTO postil_sync_rows (layout, is_removed, \(ReceivedRows.places(indices.indices)))
      VALUES (\(.number(layout)), \(isRemoved ? "1" : "0" as RawSQL), \(.values(indices.map { _ in .null })))
      """
    ).rendered()._template
    try db.execute(statement, forEach: rows) { row, binder in
      for index in indices { row[index].bind(to: &binder) }
    }
  }

  /// Whether rows have arrived that aren't shown yet.
  func hasRows(in db: some ReadTransaction) throws -> Bool {
    try RawSQL("SELECT EXISTS (SELECT 1 FROM postil_sync_rows)").as(Bool.self).fetchOne(in: db) == true
  }

  /// Stores the rows that have arrived in the tables of the program.
  /// - Parameter isAll: whether they are all rows. Others are deleted.
  func storeRows(isAll: Bool, in db: DB) throws {
    let received = try RawSQL(
      """
      SELECT l.id, l.table_name, l.columns FROM (SELECT DISTINCT layout FROM postil_sync_rows) AS r
      JOIN postil_sync_layout AS l ON l.id = r.layout ORDER BY l.id
      """
    ).as(Int.self, String.self, String.self).fetchAll(in: db).compactMap { id, name, columns -> ReceivedRows? in
      guard let table = tables[name] else { return nil }
      return ReceivedRows(id, table, try JSONDecoder().decode([String].self, from: Data(columns.utf8)))
    }
    let names = Set(received.map(\.table.name))
    for table in order where names.contains(table.name) { try removeRepeated(table, in: db) }
    var empty: Set<String> = []
    var left: [(rows: ReceivedRows, seq: Int64)] = []
    for table in order {
      if isAll, try isEmpty(table, in: db) { empty.insert(table.name) }
      for rows in received where rows.table.name == table.name {
        left += try upsert(rows, in: db).map { (rows, $0) }
      }
    }
    for table in order.reversed() {
      if names.contains(table.name) { try delete(table, "IN", isRemoved: true, in: db) }
      if isAll, !empty.contains(table.name) { try delete(table, "NOT IN", isRemoved: false, in: db) }
    }
    // A row whose unique value belonged to another one that was changed or removed later.
    var hasRoom = false
    while !left.isEmpty {
      let rest = try left.filter { try !isStored($0.rows, $0.seq...$0.seq, in: db) }
      if rest.count == left.count {
        if hasRoom { throw SyncError.rowsDontFit(table: left[0].rows.table.name) }
        for (rows, seq) in rest { try makeRoom(for: rows, seq, in: db) }
        hasRoom = true
      }
      left = rest
    }
    try RawSQL("DELETE FROM postil_sync_rows").execute(in: db)
  }

  /// Deletes all but the last state of each row. Several parts of an answer can have the same row.
  private func removeRepeated(_ table: SyncedTable, in db: DB) throws {
    let key = table.key.indices.map { "c\($0)" }
    let layouts: RawSQL = "layout IN (SELECT id FROM postil_sync_layout WHERE table_name = \(table.name))"
    try RawSQL(
      """
      DELETE FROM postil_sync_rows WHERE seq IN (
        SELECT r.seq FROM postil_sync_rows AS r JOIN (
          SELECT \(.names(key)), max(seq) AS last FROM postil_sync_rows WHERE \(layouts)
          GROUP BY \(.names(key)) HAVING count(*) > 1) AS d
        ON \(.equal(key, "r", "d")) WHERE r.\(layouts) AND r.seq < d.last)
      """
    ).execute(in: db)
  }

  private func isEmpty(_ table: SyncedTable, in db: DB) throws -> Bool {
    try RawSQL("SELECT EXISTS (SELECT 1 FROM \(identifier: table.name))").as(Bool.self).fetchOne(in: db) == false
  }

  /// Deletes the rows with the keys that have arrived, or those with other ones.
  private func delete(_ table: SyncedTable, _ comparison: RawSQL, isRemoved: Bool, in db: DB) throws {
    try RawSQL(
      """
      DELETE FROM \(identifier: table.name) WHERE (\(.names(table.key))) \(comparison) (
        SELECT \(ReceivedRows.places(table.key.indices)) FROM postil_sync_rows
        WHERE is_removed = \(isRemoved) AND layout IN (SELECT id FROM postil_sync_layout WHERE table_name = \(table.name)))
      """
    ).execute(in: db)
  }

  /// Inserts rows, or changes those with their keys.
  /// - Returns: the places of the rows that can't be stored beside those that there are now.
  private func upsert(_ rows: ReceivedRows, in db: DB) throws -> [Int64] {
    let ends = try RawSQL(
      "SELECT min(seq), max(seq) FROM postil_sync_rows WHERE layout = \(rows.layout) AND is_removed = 0"
    ).as(Int64?.self, Int64?.self).fetchOne(in: db)
    guard case (let first?, let last?)? = ends else { return [] }
    var left: [Int64] = []
    for start in stride(from: first, through: last, by: 10_000) {
      let portion = start...min(start + 9_999, last)
      guard try !isStored(rows, portion, in: db) else { continue }
      let places = try RawSQL(
        """
        SELECT seq FROM postil_sync_rows WHERE seq BETWEEN \(portion.lowerBound) AND \(portion.upperBound)
          AND layout = \(rows.layout) AND is_removed = 0
        """
      ).as(Int64.self).fetchAll(in: db)
      left += try places.filter { try !isStored(rows, $0...$0, in: db) }
    }
    return left
  }

  /// Stores rows, all or none. Those that are there with the same values aren't written.
  /// - Returns: whether they could be stored beside those that there are now.
  private func isStored(_ rows: ReceivedRows, _ portion: ClosedRange<Int64>, in db: DB) throws -> Bool {
    let name = RawSQL.name(rows.table.name)
    let others = rows.columns.dropFirst(rows.table.key.count)
    let changes = others.map { "\(identifier: $0) = excluded.\(identifier: $0)" as RawSQL }
    let differences = others.map {
      "\(name).\(identifier: $0) COLLATE BINARY IS NOT excluded.\(identifier: $0)" as RawSQL
    }
    let action: RawSQL =
      others.isEmpty
      ? "NOTHING" : "UPDATE SET \(changes.joined(separator: ", ")) WHERE \(differences.joined(separator: " OR "))"
    do {
      try db.savepoint {
        try RawSQL(
          """
          INSERT INTO \(name) (\(.names(rows.columns)))
          SELECT \(rows.places) FROM postil_sync_rows
          WHERE seq BETWEEN \(portion.lowerBound) AND \(portion.upperBound) AND layout = \(rows.layout) AND is_removed = 0
          ON CONFLICT (\(.names(rows.table.key))) DO \(action)
          """
        ).execute(in: db)
      }
      return true
    } catch is ConstraintViolation {
      return false
    }
  }

  /// Gives a row that waits for another one's unique values other ones for a moment.
  private func makeRoom(for rows: ReceivedRows, _ seq: Int64, in db: DB) throws {
    let row = try RawSQL(
      "SELECT \(rows.places) FROM postil_sync_rows WHERE seq = \(seq)"
    ).rows.fetchOne(in: db)
    guard let row else { return }
    let values = row.values.map { SyncValue($0) }
    let unique = try RawSQL(
      """
      SELECT DISTINCT c.name FROM pragma_index_list(\(rows.table.name)) i, pragma_index_info(i.name) c
      WHERE i."unique" AND i.origin <> 'pk' AND c.name IS NOT NULL
      """
    ).as(String.self).fetchAll(in: db).filter { !rows.table.key.contains($0) }
    for column in unique {
      let value: SyncValue
      switch rows.columns.firstIndex(of: column).map({ values[$0] }) {
      case .text?: value = .text(UUID().uuidString)
      case .integer?: value = .integer(.random(in: Int64.min..<0))
      case .real?: value = .real(-.random(in: 1...1e300))
      default: continue
      }
      // A check may not allow the value. Then the row stays as it is.
      let key = Array(values.prefix(rows.table.key.count))
      _ = try? db.savepoint { try update(rows.table, key, [(column, value)], in: db) }
    }
  }
}
