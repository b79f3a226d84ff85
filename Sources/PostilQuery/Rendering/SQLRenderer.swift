/// Writes one statement: its text, and the values of its parameters in order.
struct SQLRenderer {
  let dialect: Dialect
  /// The text, in UTF-8.
  var sql: [UInt8] = []
  var bindings: [BoundValue] = []
  /// The statements that are being written, innermost last.
  var scopes: [Scope] = []
  /// The common table expressions written so far, each with its alias, and their text.
  var commonTables: [(table: CommonTable, alias: Int)] = []
  var commonDefinitions: [UInt8] = []
  var isRecursive = false
  /// The number of aliases assigned so far.
  var aliases = 0
  /// The tables that are referred to by name instead of an alias.
  private var names: [String] = []
  /// The changed table, while the returned values are written.
  var changedTable: String?
  /// The number of subqueries begun so far.
  var subqueries = 0
  /// Whether the next condition must be true for every row of the innermost statement.
  var isConjunct = false
  /// The number of statements around the raw SQL that is being written. In the innermost of them, but not in
  /// subqueries, a column that belongs to no query is written as its name alone. In a subquery, that name could belong
  /// to another table.
  var rawLevel: Int?
  /// The queries in the handwritten statement, as ranges of the text.
  var queries: [Range<Int>] = []
  /// The collation of the column that the last subquery of a path selects.
  var pathCollation: Collation?
  /// The table whose rows in the scopes are being written, and the number of scopes around them.
  var limiting: (table: String, count: Int)?
  /// Whether the statement is limited to the scopes of the dialect.
  var isLimited: Bool
  /// The tables that the statement reads; `nil` if nobody asks.
  var reads: ReadTables?
  /// The first error.
  var error: QueryError?

  init(dialect: Dialect) {
    self.dialect = dialect
    isLimited = dialect.scopes != nil
    sql.reserveCapacity(512)
  }

  /// Returns the statement.
  /// - Throws: ``QueryError`` if the query can't be written as SQL.
  consuming func statement() throws(QueryError) -> _RenderedStatement {
    if let error { throw error }
    if !commonDefinitions.isEmpty { addCommonDefinitions() }
    var statement = _RenderedStatement(sql: String(decoding: sql, as: UTF8.self), bindings: bindings)
    statement.isLimited = isLimited
    // The definitions moved the others.
    if commonDefinitions.isEmpty { statement.queries = queries }
    return statement
  }

  /// Inserts the common table expressions before the statement, or before those with which raw SQL starts.
  private mutating func addCommonDefinitions() {
    let own = RawSQLScanner.commonTables(in: sql)
    let prefix = isRecursive || own?.isRecursive == true ? "WITH RECURSIVE " : "WITH "
    let separator = own == nil ? " " : ", "
    sql = Array(prefix.utf8) + commonDefinitions + Array(separator.utf8) + sql[(own?.start ?? 0)...]
  }

  mutating func fail(_ reason: QueryError) {
    if error == nil { error = reason }
  }

  /// Writes SQL from a literal in this library's source, which can't contain values or names.
  mutating func write(_ text: StaticString) { text.withUTF8Buffer { sql.append(contentsOf: $0) } }

  /// Writes a quoted identifier. Every identifier is written by this function.
  mutating func writeIdentifier(_ name: String) { sql.append(name, between: "\"") }

  /// Writes names separated by commas.
  mutating func writeIdentifiers(_ names: [String]) {
    for (index, name) in names.enumerated() {
      if index > 0 { write(", ") }
      writeIdentifier(name)
    }
  }

  /// Writes a parameter and adds its value to the bindings. Every value is written by this function.
  mutating func writeValue(_ value: BoundValue) {
    bindings.append(value)
    sql.append(UInt8(ascii: "?"))
    write(bindings.count)
  }

  /// Writes one of the renderer's own numbers.
  mutating func write(_ number: Int) {
    if number < 10 {
      sql.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
    } else {
      sql.append(contentsOf: String(number).utf8)
    }
  }

  /// Writes the alias of a table, or the name that replaces it.
  mutating func writeAlias(_ alias: Int) {
    if alias < 0 { return writeIdentifier(names[-alias - 1]) }
    sql.append(UInt8(ascii: "t"))
    write(alias)
  }

  /// Writes a column of the table with this alias.
  mutating func writeColumn(_ name: String, of alias: Int) {
    writeAlias(alias)
    sql.append(UInt8(ascii: "."))
    writeIdentifier(name)
  }

  /// Writes columns separated by commas.
  mutating func writeColumns(_ names: [String], of alias: Int) {
    for (index, name) in names.enumerated() {
      if index > 0 { write(", ") }
      writeColumn(name, of: alias)
    }
  }

  /// Writes columns as a key: one column, or a row value.
  mutating func writeKey(_ names: [String], of alias: Int) {
    if names.count != 1 { write("(") }
    writeColumns(names, of: alias)
    if names.count != 1 { write(")") }
  }

  mutating func nextAlias() -> Int {
    defer { aliases += 1 }
    return aliases
  }

  /// The alias of a table that is referred to by name because SQLite doesn't accept an alias: the changed table in
  /// `RETURNING` and `DO UPDATE`, and `excluded`.
  mutating func alias(named name: String) -> Int {
    names.append(name)
    return -names.count
  }
}
