import CSQLite
@_spi(Bridges) import PostilQuery
import PostilSQL

extension SQLiteConnection {
  /// Finds or prepares a statement, and marks it as running.
  /// - Parameters:
  ///   - serial: the transaction that it runs in.
  ///   - mayWrite: whether that transaction writes.
  /// - Throws: ``TransactionMisuse`` if the transaction has ended or the statement isn't allowed in it; ``DatabaseError``
  ///   if SQLite rejects the statement.
  @inlinable
  func start(_ fixed: FixedStatement, in serial: UInt64, mayWrite: Bool) throws -> SQLiteStatement {
    guard isUsable(serial) else { throw endedError(serial) }
    guard let statement = fixedStatements.find(fixed.identity), !statement.storage.pointee.isRunning,
      statement.storage.pointee.schemaGeneration == schemaGeneration
    else {
      return try startSlowly(fixed, in: serial, mayWrite: mayWrite)
    }
    try begin(statement, in: serial, mayWrite: mayWrite)
    return statement
  }

  /// Finds or prepares a statement, and marks it as running.
  /// - Throws: as for a fixed statement; ``TransactionMisuse`` if its result doesn't have the columns that are read.
  @usableFromInline
  func start(_ rendered: _RenderedStatement, in serial: UInt64, mayWrite: Bool) throws -> SQLiteStatement {
    guard isUsable(serial) else { throw endedError(serial) }
    let sql = rendered.sql
    var statement: SQLiteStatement
    if let found = renderedStatements.find(sql) {
      statement = found
    } else {
      statement = try prepare(sql)
      renderedStatements.add(statement, for: sql)
    }
    statement = try current(idle(statement))
    try rendered.checkColumns(Int(sqlite3_column_count(statement.handle))) {
      (0..<sqlite3_column_count(statement.handle)).map {
        sqlite3_column_name(statement.handle, $0).map { String(cString: $0) } ?? ""
      }
    }
    watch?.note(rendered.callSite, for: statement.handle)
    try begin(statement, in: serial, mayWrite: mayWrite)
    return statement
  }

  @usableFromInline
  func startSlowly(_ fixed: FixedStatement, in serial: UInt64, mayWrite: Bool) throws -> SQLiteStatement {
    var statement: SQLiteStatement
    if let found = fixedStatements.find(fixed.identity) {
      statement = try current(idle(found))
    } else {
      statement = try prepare(fixed.sql.description)
      fixedStatements.add(statement, for: fixed.identity)
    }
    try begin(statement, in: serial, mayWrite: mayWrite)
    return statement
  }

  @inlinable
  func begin(_ statement: SQLiteStatement, in serial: UInt64, mayWrite: Bool) throws {
    if let surroundings, statement.storage.pointee.checkedIn != surroundings.storage.pointee.surroundingNumber {
      try check(statement, in: surroundings)
    }
    if !statement.storage.pointee.isReadOnly {
      guard mayWrite else { throw readOnlyError(statement) }
      if statement.storage.pointee.notedIn != serial { noteChanges(of: statement, in: serial) }
      if !statement.storage.pointee.countsChanges { expectSchemaChange() }
    }
    statement.storage.pointee.isRunning = true
  }

  /// The statement that starts may change the schema: those that are started later are prepared again. Until the transaction ends, the
  /// file may have triggers that the program doesn't know.
  @usableFromInline
  func expectSchemaChange() {
    schemaGeneration &+= 1
    if knownTriggers != nil { (hasForeignTriggers, snapshotPreparations) = (true, -1) }
  }

  /// The statement, prepared again if the schema may have changed since: SQLite would do that when it runs, but the tables that it
  /// changes, its columns and its batch would be those of before.
  private func current(_ statement: SQLiteStatement) throws -> SQLiteStatement {
    guard statement.storage.pointee.schemaGeneration != schemaGeneration else { return statement }
    let fresh = try prepare(statement.sql)
    swap(&statement.storage.pointee, &fresh.storage.pointee)
    swap(&statement.storage.pointee.spare, &fresh.storage.pointee.spare)
    statement.storage.pointee.lastUse = fresh.storage.pointee.lastUse
    fresh.destroy()
    return statement
  }

  /// The statement itself, or if it is running (it is used inside a loop over its own rows) another one of the same text.
  private func idle(_ statement: SQLiteStatement) throws -> SQLiteStatement {
    var last = statement
    while last.storage.pointee.isRunning {
      if let spare = last.storage.pointee.spare {
        last = spare
      } else {
        let spare = try prepare(statement.sql)
        last.storage.pointee.spare = spare
        last = spare
      }
    }
    return last
  }

  /// Prepares one statement, to be kept.
  func prepare(_ sql: String) throws -> SQLiteStatement {
    watch?.recorder?.block?.preparedStatements += 1
    observer.reset()
    observer.isPreparing = true
    defer { observer.isPreparing = false }
    var statement: OpaquePointer?
    var sql = sql
    guard let length = Int32(exactly: sql.utf8.count) else {
      throw DatabaseError(SQLITE_TOOBIG, message: "the text of the statement is longer than 2 GiB", path: path)
    }
    let (code, rest) = sql.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          handle, text.baseAddress, length, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &tail)
        let start = tail.flatMap { tail in text.baseAddress.map { tail - $0 } } ?? text.count
        return (
          code, String(decoding: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[start...])), as: UTF8.self)
        )
      }
    }
    guard code == SQLITE_OK else {
      if let refusal = observer.refusal {
        throw TransactionMisuse.statementNotAllowed(sql: sql, reason: refusal.reason)
      }
      throw error(code, sql: sql)
    }
    guard let statement else {
      throw TransactionMisuse.statementNotAllowed(sql: sql, reason: "the text contains no statement")
    }
    guard SQLLexer.tokens(of: rest).allSatisfy({ $0.text == ";" }) else {
      sqlite3_finalize(statement)
      throw TransactionMisuse.statementNotAllowed(
        sql: sql, reason: "the text contains several statements; run them one at a time")
    }
    return SQLiteStatement(handle: statement, observer, schemaGeneration: schemaGeneration)
  }

  @usableFromInline
  func readOnlyError(_ statement: SQLiteStatement) -> any Error {
    TransactionMisuse.statementNotAllowed(
      sql: statement.sql, reason: "a 'read' block can't change anything; use 'write'")
  }

  @usableFromInline
  func noteChanges(of statement: SQLiteStatement, in serial: UInt64) {
    statement.storage.pointee.notedIn = serial
    for table in statement.storage.pointee.changedTables where !changedTables.contains(table) {
      changedTables.append(table)
    }
    if let changeRecorder { changeRecorder.note(try? access(of: statement.sql)) }
  }
}
