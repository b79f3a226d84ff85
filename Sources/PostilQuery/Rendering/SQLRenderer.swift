/// Writes one statement: its text, and the values of its parameters in the order of their numbers.
struct SQLRenderer {
  let dialect: Dialect
  /// The text, in UTF-8.
  var sql: [UInt8] = []
  var bindings: [BoundValue] = []
  /// The statements that are being written, the innermost last.
  var scopes: [Scope] = []
  /// The common table expressions that were written, each with its alias, and their text.
  var commonTables: [(table: CommonTable, alias: Int)] = []
  var commonDefinitions: [UInt8] = []
  var isRecursive = false
  /// How many aliases were given.
  var aliases = 0
  /// The tables that have a name in the statement instead of an alias.
  private var names: [String] = []
  /// The table that the statement changes, while what it returns is written.
  var changedTable: String?
  /// How many subqueries were begun.
  var subqueries = 0
  /// Whether what is written next must be true of every row of the innermost statement.
  var isConjunct = false
  /// Of how many statements the innermost is that raw SQL is written into; a column of no query is its name there, and in no
  /// subquery of it, where the name could be another table's.
  var rawLevel: Int?
  /// The collation of the column that the last subquery for a path selects.
  var pathCollation: Collation?
  /// The first thing that could not be written.
  var error: QueryError?

  init(dialect: Dialect) {
    self.dialect = dialect
    sql.reserveCapacity(512)
  }

  /// The statement.
  /// - Throws: ``QueryError`` if the query can't be written as SQL.
  consuming func statement() throws(QueryError) -> RenderedStatement {
    if let error { throw error }
    if !commonDefinitions.isEmpty { addCommonDefinitions() }
    return RenderedStatement(sql: String(decoding: sql, as: UTF8.self), bindings: bindings)
  }

  /// Inserts the common table expressions before the statement, or before those that raw SQL begins with.
  private mutating func addCommonDefinitions() {
    let own = RawSQLScanner.commonTables(in: sql)
    let prefix = isRecursive || own?.isRecursive == true ? "WITH RECURSIVE " : "WITH "
    let separator = own == nil ? " " : ", "
    sql = Array(prefix.utf8) + commonDefinitions + Array(separator.utf8) + sql[(own?.start ?? 0)...]
  }

  mutating func fail(_ reason: QueryError) {
    if error == nil { error = reason }
  }

  /// Writes SQL that is a literal of this library's source; no value and no name can be in it.
  mutating func write(_ text: StaticString) { text.withUTF8Buffer { sql.append(contentsOf: $0) } }

  /// Writes an identifier in quotes. Every identifier is written by this function.
  mutating func writeIdentifier(_ name: String) { sql.append(name, between: "\"") }

  /// Writes a parameter and adds its value to the bindings. Every value is written by this function.
  mutating func writeValue(_ value: BoundValue) {
    bindings.append(value)
    sql.append(UInt8(ascii: "?"))
    write(bindings.count)
  }

  /// Writes a count of the renderer's own.
  mutating func write(_ number: Int) {
    if number < 10 {
      sql.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
    } else {
      sql.append(contentsOf: String(number).utf8)
    }
  }

  /// Writes the alias of a table, or the name that it has in the place of one.
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

  /// The alias of a table that is referred to by its name, because SQLite accepts no alias there: the changed one in `RETURNING`
  /// and in `DO UPDATE`, `excluded`.
  mutating func alias(named name: String) -> Int {
    names.append(name)
    return -names.count
  }
}
