import CSQLite
import PostilQuery
import PostilSQL

// One statement for many elements. An insert of a row becomes an insert of many rows where there are that many; whatever is
// refused is refused as if the rows had come one by one.

extension SQLiteConnection {
  /// Runs a started statement for each element and returns the number of rows changed.
  /// - Parameters:
  ///   - bind: binds what an element has.
  ///   - rest: binds the parameters after that, the same for every element.
  @inlinable
  func execute<Elements: Sequence>(
    _ statement: SQLiteStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout _SQLiteBinder) throws -> Void, rest: (inout _SQLiteBinder) -> Void
  ) throws -> Int {
    let outer = surroundings
    surround(with: statement)
    defer {
      surroundings = outer
      statement.finish()
    }
    var changes = 0
    var iterator = elements.makeIterator()
    var batch = statement.storage.pointee.batch
    while batch == nil, let element = iterator.next() {
      changes &+= try run(statement, for: element, bind, rest)
      statement.storage.pointee.runsBeforeBatch &-= 1
      if statement.storage.pointee.runsBeforeBatch == 0 { batch = makeBatch(of: statement) }
    }
    guard let batch else {
      try checkElements(of: statement)
      return changes
    }
    var waiting: [Elements.Element] = []
    waiting.reserveCapacity(min(elements.underestimatedCount, batch.rowCount))
    while let element = iterator.next() {
      waiting.append(element)
      guard waiting.count == batch.rowCount else { continue }
      if let inserted = try run(batch, of: statement, waiting, bind, rest) {
        changes &+= inserted
      } else {
        for element in waiting { changes &+= try run(statement, for: element, bind, rest) }
      }
      waiting.removeAll(keepingCapacity: true)
    }
    for element in waiting { changes &+= try run(statement, for: element, bind, rest) }
    try checkElements(of: statement)
    return changes
  }

  @inlinable
  func run<Element>(
    _ statement: SQLiteStatement, for element: borrowing Element,
    _ bind: (borrowing Element, inout _SQLiteBinder) throws -> Void, _ rest: (inout _SQLiteBinder) -> Void
  ) throws -> Int {
    var binder = _SQLiteBinder(statement)
    try bind(element, &binder)
    rest(&binder)
    try statement.check(binder)
    let changes = try run(statement)
    statement.reset()
    return changes
  }

  /// Inserts all of these rows; `nil` if one is refused, and none of them inserted: running them one by one finds the error.
  @inlinable
  func run<Element>(
    _ batch: InsertBatch, of single: SQLiteStatement, _ elements: [Element],
    _ bind: (borrowing Element, inout _SQLiteBinder) throws -> Void, _ rest: (inout _SQLiteBinder) -> Void
  ) throws -> Int? {
    let statement = batch.statement
    defer { statement.reset() }
    var binder = _SQLiteBinder(statement)
    var expected: Int32 = 0
    for element in elements {
      try bind(element, &binder)
      expected &+= batch.parametersPerRow
      // Values too many or too few would be those of the next row.
      if binder.count != expected { return nil }
    }
    rest(&binder)
    if binder.failure != nil || binder.count != statement.storage.pointee.parameterCount { return nil }
    if binder.overflow > 0 { statement.overflow(by: binder.overflow) }
    while true {
      let code = sqlite3_step(statement.handle)
      if code == SQLITE_ROW { continue }
      if code == SQLITE_DONE { return Int(truncatingIfNeeded: sqlite3_changes64(handle)) }
      // A constraint undoes the whole statement. Source: SQLite, "The ON CONFLICT Clause".
      if code & 0xFF == SQLITE_CONSTRAINT, sqlite3_get_autocommit(handle) == 0 { return nil }
      throw error(code, statement: single)
    }
  }

  /// Makes the batch of a statement, which belongs to it from then on; `nil` if there is none.
  @usableFromInline
  func makeBatch(of statement: SQLiteStatement) -> InsertBatch? {
    let limit = Int(sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, -1))
    let tables = statement.storage.pointee.changedTables
    guard let table = tables.first,
      let text = InsertBatch.text(
        of: statement.sql, parameterCount: Int(statement.storage.pointee.parameterCount), limit: limit),
      !tables.contains(where: { references($0, table) }), !mayKeepHalf,
      let prepared = try? prepare(text.sql)
    else { return nil }
    let batch = InsertBatch(
      statement: prepared, rowCount: text.rowCount, parametersPerRow: Int32(text.parametersPerRow))
    statement.storage.pointee.batch = batch
    return batch
  }

  /// Whether rows of one table may reference rows of another: those of one statement may come in any order, those of several may
  /// not. If this is unknown, they may.
  private func references(_ table: String, _ other: String) -> Bool {
    let references = #"SELECT 1 FROM temp.pragma_foreign_key_list(?1) WHERE "table" = ?2 COLLATE NOCASE"#
    let rows = try? rows(references, table, other)
    return rows?.isEmpty != true
  }

  /// Whether a trigger or a table may keep what a statement did before a row was refused, or end the transaction: `RAISE(FAIL, …)`,
  /// `ON CONFLICT ROLLBACK`. If this is unknown, one may.
  private var mayKeepHalf: Bool {
    let schema = "(SELECT sql FROM sqlite_schema UNION ALL SELECT sql FROM sqlite_temp_schema)"
    guard let texts = try? rows("SELECT sql FROM \(schema) WHERE sql LIKE '%fail%' OR sql LIKE '%rollback%'") else {
      return true
    }
    return texts.contains { row in
      SQLLexer.tokens(of: row[0]).contains { !$0.isQuoted && ["fail", "rollback"].contains($0.text) }
    }
  }
}
