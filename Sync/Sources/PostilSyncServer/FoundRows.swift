import PostilSyncModels

/// Rows that a device lacks, or has no longer.
struct FoundRows: Sendable {
  let table: SyncedTable
  let message: SyncTableRows
  /// The versions of the rows of the message.
  let versions: [Int64]

  /// About how many bytes they have in a message.
  let size: Int

  var count: Int { message.rows.count + message.removed.count }

  /// Looks for up to `limit` rows of a table, at least one if there are any, and not many more than have `byteLimit` bytes. Blobs with more
  /// than `valueLimit` bytes are left out, to be fetched in parts.
  init(
    _ table: SyncedTable, for request: SyncRequest, _ search: Search, _ scopes: UserScopes, on engine: ServerEngine,
    limit: Int, byteLimit: Int, valueLimit: Int, in db: some ReadTransaction
  ) throws {
    self.table = table
    let changed: RawSQL?
    switch search {
    case .load, .differences: changed = nil
    case .changes(let since, let tables):
      changed = scopes.changedKeys(of: table, in: tables, engine.isChanged(since: since))
      if changed == nil {
        (message, versions, size) = (SyncTableRows(table: table.name, columns: table.columnNames), [], 0)
        return
      }
    }
    var message = SyncTableRows(table: table.name, columns: table.columnNames)
    var (versions, size) = ([Int64](), 0)
    do {
      try Self.rows(table, for: request, search, among: changed, scopes, limit: limit).forEach(in: db) { row in
        let version: Int64 = if case .integer(let version)? = row.values[0] { version } else { 0 }
        var values = zip(row.values.dropFirst(), table.columns).map { SyncValue($0, of: $1) }
        for (column, value) in values.enumerated() {
          guard case .blob(let bytes) = value, bytes.count > valueLimit, !table.key.contains(table.columns[column].name)
          else { continue }
          values[column] = .null
          message.large =
            (message.large ?? []) + [
              SyncLargeValue(row: message.rows.count, column: column, size: bytes.count, version: version)
            ]
        }
        size += values.reduce(0) { $0 + $1.size }
        message.rows.append(values)
        versions.append(version)
        if size >= byteLimit { throw AnswerIsFull() }
      }
    } catch is AnswerIsFull {}
    let left = size < byteLimit ? limit - message.rows.count : 0
    // A device that loads all rows has none to remove.
    if case .load = search {
    } else if left > 0 {
      let keyColumns = table.key.compactMap { name in table.columns.first { $0.name == name } }
      message.removed = try Self.removed(table, for: request, among: changed, scopes, limit: left, in: db).map { row in
        zip(row.values, keyColumns).map { SyncValue($0, of: $1) }
      }
    }
    (self.message, self.versions, self.size) = (message, versions, size)
  }

  /// The version of each row, and its columns.
  private static func rows(
    _ table: SyncedTable, for request: SyncRequest, _ search: Search, among changed: RawSQL?, _ scopes: UserScopes,
    limit: Int
  ) -> RawRows {
    let isMissing: RawSQL
    var known: RawSQL = ""
    var order: RawSQL = ""
    var isOfMany = changed == nil
    if case .load(let key, let isDense) = search {
      // To find all rows of a large scope costs more, for each part of a load, than to go through the table once.
      isOfMany = !isDense
      isMissing =
        key.map { "(\(.names(table.key, of: "s"))) > (\(.values($0)))" as RawSQL } ?? "1 = 1"
      order = "ORDER BY \(.names(table.key, of: "s"))"
    } else {
      known =
        "LEFT JOIN \(identifier: table.knownName) AS k ON k.device = \(request.device) AND \(.equal(table.key, "k", "s"))"
      isMissing = "(k.version IS NULL OR k.version <> m.version OR k.answer > \(request.received))"
    }
    return RawSQL(
      """
      SELECT m.version, \(.names(table.columnNames, of: "s"))
      FROM \(changed.map { "(\($0)) AS c CROSS JOIN " } ?? "" as RawSQL)\(identifier: table.name) AS s
      JOIN \(identifier: table.rowName) AS m ON \(.equal(table.key, "m", "s"))
      \(known)
      WHERE \(changed == nil ? "1 = 1" : .equal(table.key, "c", "s")) AND \(isMissing)
        AND \(scopes.condition(table, "s", isOfMany: isOfMany))
      \(order)
      LIMIT \(limit)
      """
    ).rows
  }

  /// The keys of rows that the device has, and that aren't in its scopes.
  private static func removed(
    _ table: SyncedTable, for request: SyncRequest, among changed: RawSQL?, _ scopes: UserScopes, limit: Int,
    in db: some ReadTransaction
  ) throws -> [RawRow] {
    try RawSQL(
      """
      SELECT \(.names(table.key, of: "k"))
      FROM \(changed.map { "(\($0)) AS c CROSS JOIN " } ?? "" as RawSQL)\(identifier: table.knownName) AS k
      WHERE \(changed == nil ? "1 = 1" : .equal(table.key, "c", "k"))
        AND k.device = \(request.device) AND (k.version IS NOT NULL OR k.answer > \(request.received))
        AND NOT EXISTS (
          SELECT 1 FROM \(identifier: table.name) AS s
          WHERE \(.equal(table.key, "s", "k")) AND \(scopes.condition(table, "s")))
      LIMIT \(limit)
      """
    ).rows.fetchAll(in: db)
  }

  /// Records that the device gets the rows with an answer.
  func record(as number: Int64, for device: String, in db: some WriteTransaction) throws {
    var rest =
      zip(message.rows, versions).map { (table.key(of: $0, message.columns), SyncValue.integer($1)) }
      + message.removed.map { ($0, SyncValue.null) }
    while !rest.isEmpty {
      // Few different statements, which are prepared once.
      let count = rest.count >= 100 ? 100 : rest.count >= 10 ? 10 : 1
      let rows = rest.suffix(count).map { key, version in
        "(\(device), \(.values(key)), \(.value(version)), \(number))" as RawSQL
      }
      rest.removeLast(count)
      try RawSQL(
        """
        INSERT INTO \(identifier: table.knownName) (device, \(.names(table.key)), version, answer)
        VALUES \(rows.joined(separator: ", "))
        ON CONFLICT (device, \(.names(table.key))) DO UPDATE SET version = excluded.version, answer = excluded.answer
        """
      ).execute(in: db)
    }
  }
}

/// Ends the search for rows.
private struct AnswerIsFull: Error {}
