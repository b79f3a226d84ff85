import PostilQuery
import PostilSQL

/// Where blobs are: a column of a table in a transaction.
struct BlobLocation<M: Model> {
  let connection: SQLiteConnection
  let serial: UInt64
  let column: String
  var isWritable = false
  /// The size of the blob that replaces the row's value, `nil` to write into the existing one.
  var size: Int?

  private var names: [String] { M.table.columns.map(\.name) + M.table.lazy }
  /// SQLite's name for the rowid that isn't the name of a column.
  private var rowID: String {
    let taken = Set(names.map(\.foldedName))
    return ["rowid", "_rowid_", "oid"].first { !taken.contains($0) } ?? "rowid"
  }
  private var table: String { SQLText.identifier(M.table.name) }
  private var quotedColumn: String { SQLText.identifier(column) }

  /// Finds the row with a key. If its blob is written, also sets what every change of the row sets, and records the change.
  ///
  /// The statement names the column, so that an observed read depends on it.
  /// - Returns: its rowid.
  func row(of id: M.ID) throws -> Int64 {
    var conditions = M.table.primaryKey.enumerated().map { "\(SQLText.identifier($1)) = ?\($0 + 1)" }
    for column in M.table.filled {
      if case .deletedAt = column.kind { conditions.append("\(SQLText.identifier(column.name)) IS NULL") }
    }
    let find = _RenderedStatement(
      sql: "SELECT \(rowID), typeof(\(quotedColumn)) FROM \(table) WHERE \(conditions.joined(separator: " AND "))",
      bindings: id._boundValues)
    let found: (row: Int64, type: String)?
    do {
      found = try connection.fetchFirst(
        connection.start(find, in: serial, mayWrite: isWritable), bind: { $0.bind(all: find.bindings) },
        read: { try ($0.readInt64(), $0.readString()) })
    } catch let error as DatabaseError where error.message.hasPrefix("no such column: \(rowID)") {
      throw BlobError.withoutRowID(table: M.table.name)
    }
    guard let found else { throw RecordNotFound(model: M.table.model, key: id._boundValues) }
    guard size != nil || ["blob", "text"].contains(found.type) else {
      throw BlobError.notABlob(column: column, found: found.type)
    }
    if isWritable { try prepareToWrite(found.row) }
    return found.row
  }

  /// Checks that SQLite finds the column: SQLite 3.40 doesn't count virtual columns when it looks for a value in a row, but
  /// `sqlite3_blob_open` does.
  func check() throws {
    guard connection.isUsable(serial) else { throw connection.endedError(serial) }
    let virtual = try connection.untraced {
      try connection.rows(
        """
        SELECT name FROM temp.pragma_table_xinfo(?1) WHERE hidden = 2
        AND cid < (SELECT cid FROM temp.pragma_table_xinfo(?1) WHERE name = ?2 COLLATE NOCASE) LIMIT 1
        """, M.table.name, column)
    }
    if let virtual = virtual.first?.first { throw BlobError.afterVirtualColumn(column: column, virtual: virtual) }
  }

  private func prepareToWrite(_ row: Int64) throws {
    var assignments: [String] = []
    if let size {
      guard size >= 0 else { throw BlobError.invalidSize(size) }
      assignments.append("\(quotedColumn) = zeroblob(\(size))")
    }
    var isComputedFrom = false
    for column in M.table.filled {
      let name = SQLText.identifier(column.name)
      switch column.kind {
      case .generated: isComputedFrom = true
      case .version: assignments.append("\(name) = \(name) + 1")
      case .updatedAt(let clock): assignments.append("\(name) = \(clock.sqlite)")
      case .deletedAt: continue
      }
    }
    // Triggers collect the keys of changed rows; writing a part of a blob runs none.
    if assignments.isEmpty, !connection.keyJournals.isEmpty { assignments = ["\(quotedColumn) = \(quotedColumn)"] }
    if !assignments.isEmpty {
      let sql = "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE \(rowID) = ?1"
      let update = _RenderedStatement(sql: sql, bindings: [.integer(row)])
      _ = try connection.execute(
        connection.start(update, in: serial, mayWrite: true), bind: { $0.bind(all: update.bindings) })
    }
    connection.changeRecorder?.noteBlob(isComputedFrom ? nil : column, in: row, of: M.table.name)
  }
}
