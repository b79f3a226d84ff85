import PostilSQL
import PostilSQLite

/// The sizes of the tables and indexes of an SQLite file.
struct TableSizes: Sendable {
  /// A table or an index.
  struct Object: Sendable {
    var name: String
    /// `table` or `index`.
    var kind: String
    /// The table of an index; its own name for a table.
    var table: String
    /// `nil` if it can't be estimated.
    var bytes: Int?
    /// `nil` for an index, and if the rows can't be counted or estimated.
    var rows: Int?
    /// Whether the numbers are estimates.
    var isEstimate: Bool
  }

  /// The largest first.
  var objects: [Object] = []
  /// The size of the file, without its write-ahead log.
  var fileBytes = 0
  /// The part of the file that isn't used.
  var freeBytes = 0
  /// Why sizes are estimates; `nil` if they aren't.
  var remark: String?

  /// The largest file that is read completely.
  static let maximumSize = 1 << 30
  /// The number of rows whose size is measured for an estimate.
  private static let sampleSize = 1_000

  /// Measures the objects by reading every page, or estimates them if SQLite was built without `dbstat` or the file is large.
  /// - Parameter isExact: whether a large file is read completely too.
  init(_ connection: SQLiteConnection, isExact: Bool = false) throws {
    func pragma(_ name: String) throws -> Int { Int(try connection.texts("PRAGMA \(name)").first ?? "") ?? 0 }
    let pageSize = try pragma("page_size")
    fileBytes = try pragma("page_count") * pageSize
    freeBytes = try pragma("freelist_count") * pageSize
    let schema = try connection.rows(
      "SELECT type, name, tbl_name FROM sqlite_schema WHERE type IN ('table', 'index') AND rootpage > 0")
    let hasStatistics = try !connection.texts("SELECT 1 FROM temp.pragma_module_list WHERE name = 'dbstat'").isEmpty
    if hasStatistics, isExact || fileBytes <= Self.maximumSize {
      objects = try Self.measured(schema, connection)
    } else {
      remark =
        hasStatistics
        ? "The file is larger than \(Self.maximumSize >> 20) MiB, so the sizes are estimated from samples of the rows."
        : "This SQLite was built without the table 'dbstat', so the sizes are estimated from samples of the rows."
      objects = try schema.map { try Self.estimated($0, connection) }
    }
    objects.sort { ($0.bytes ?? 0, $1.name) > ($1.bytes ?? 0, $0.name) }
  }

  /// The pages of each object. The cells of a table's leaf pages are its rows; without rowids, inner pages have rows too.
  /// Source: SQLite, "The DBSTAT Virtual Table" and "Database File Format", section 1.6.
  private static func measured(_ schema: [[String]], _ connection: SQLiteConnection) throws -> [Object] {
    let sizes = try connection.rows(
      """
      SELECT name, sum(pgsize), sum(CASE WHEN pagetype = 'leaf' THEN ncell END), sum(ncell) FROM dbstat GROUP BY name
      """)
    let byName = Dictionary(sizes.map { ($0[0], $0) }, uniquingKeysWith: { first, _ in first })
    let withoutRowIDs = Set(
      try connection.texts("SELECT name FROM temp.pragma_table_list WHERE schema = 'main' AND wr = 1"))
    return schema.map { row in
      let size = byName[row[1]]
      let rows = size.flatMap { Int($0[withoutRowIDs.contains(row[1]) ? 3 : 2]) }
      return Object(
        name: row[1], kind: row[0], table: row[2], bytes: size.flatMap { Int($0[1]) },
        rows: row[0] == "table" ? rows ?? 0 : nil, isEstimate: false)
    }
  }

  /// The number of rows of `ANALYZE`, or the largest rowid, times the average size of the first rows.
  private static func estimated(_ object: [String], _ connection: SQLiteConnection) throws -> Object {
    let (kind, name, table) = (object[0], object[1], object[2])
    let rows = rowEstimate(table, connection)
    let columns =
      kind == "table"
      ? try connection.rows("SELECT name FROM temp.pragma_table_info(?1)", name).map { $0[0] }
      : try connection.rows("SELECT name FROM temp.pragma_index_info(?1) WHERE name IS NOT NULL", name).map { $0[0] }
    let size = columns.map { column in
      let name = SQLText.identifier(column)
      return
        "CASE typeof(\(name)) WHEN 'integer' THEN 4 WHEN 'real' THEN 8 WHEN 'null' THEN 0 ELSE length(CAST(\(name) AS BLOB)) END + 1"
    }
    let average = try? connection.texts(
      """
      SELECT avg(\((["6"] + size).joined(separator: " + "))) FROM
        (SELECT * FROM \(SQLText.identifier(table)) LIMIT \(sampleSize))
      """
    ).first.flatMap { Double($0) }
    // A page is about three quarters full.
    let bytes = rows.flatMap { rows in average.map { Int(Double(rows) * $0 / 0.75) } }
    return Object(
      name: name, kind: kind, table: table, bytes: rows == 0 ? 0 : bytes, rows: kind == "table" ? rows : nil,
      isEstimate: true)
  }

  private static func rowEstimate(_ table: String, _ connection: SQLiteConnection) -> Int? {
    let analyzed = try? connection.rows("SELECT max(CAST(stat AS INTEGER)) FROM sqlite_stat1 WHERE tbl = ?1", table)
    if let rows = analyzed?.first.flatMap({ Int($0[0]) }) { return rows }
    let last = try? connection.texts("SELECT coalesce(max(rowid), 0) FROM \(SQLText.identifier(table))")
    return last?.first.flatMap { Int($0) }
  }
}
