import PostilSQL
import PostilSchema
import PostilTranslation

extension PostgreSQLTranslator {
  /// A translator for the tables of a schema.
  init(schema: Schema) {
    self.init()
    for table in schema.forPostgreSQL.tables { add(table) }
  }

  mutating func add(_ table: Table) {
    relations[table.name.foldedName] = Scope.Source(
      name: table.name, columns: table.columns.map(Scope.Column.init), key: table.primaryKey.columns)
    if let index = table.fullText {
      searches[PostgreSQLNames.short(index.name).foldedName] = PostgreSQLFullText.search(index, of: table)
    }
  }

  /// An expression with a value of the column's type.
  func value(_ sql: String, for column: Column, _ scope: Scope) throws(PostgreSQLRefusal) -> String {
    if let clock = PostgreSQLClock.expression(for: sql, type: column.type) { return clock }
    return try value(SQLParser.expression(sql), for: Scope.Column(column), scope).sql
  }
}

extension PostgreSQLScope.Column {
  /// The column of a table.
  init(_ column: PostilSchema.Column) {
    let type = PostgreSQLColumnType.type(of: column)
    self.init(
      name: column.name, type: type, isNullable: column.isNullable,
      collation: type == .text ? column.comparison ?? .binary : nil)
    isSortedByBytes = type == .text && column.isSortedByBytes
    generation = column.generation?.expression
  }
}

extension PostgreSQLClock {
  /// The current time for `@createdAt`, `@updatedAt` and the defaults of drafts, in milliseconds as in SQLite.
  static func expression(for sql: String, type: ColumnType) -> String? {
    let seconds = "extract(epoch FROM statement_timestamp())"
    switch (sql, type) {
    case ("rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', 'now'), '0'), '.')", .timestamp):
      return "date_trunc('milliseconds', statement_timestamp())"
    case ("strftime('%Y-%m-%d %H:%M:%f', 'now')", .iso8601Milliseconds):
      return "date_trunc('milliseconds', statement_timestamp())"
    case ("CAST(strftime('%s', 'now') AS INTEGER)", .unixSeconds): return "floor(\(seconds))::bigint"
    case ("CAST(round((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)", .unixMilliseconds):
      return "floor(\(seconds) * 1000)::bigint"
    case ("round((julianday('now') - 2451910.5) * 86400000.0) / 1000.0", .referenceDate):
      return "(floor(\(seconds) * 1000) - 978307200000)::double precision / 1000"
    case ("julianday('now')", .julianDay): return "\(seconds)::double precision / 86400 + 2440587.5"
    default: return nil
    }
  }
}
