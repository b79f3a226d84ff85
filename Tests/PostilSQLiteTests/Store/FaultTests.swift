import CSQLite
import Foundation
import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

/// A disk that is full, a file that cannot be written, a folder that goes away: whatever fails, what was acknowledged is
/// there, and what was not is not.
@Suite struct FaultTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private static let long = String(repeating: "x", count: 3_000)

  private func names(_ store: SQLiteStore) throws -> [String] {
    try store.read { db in try db.projectNames().map { String($0.prefix(4)) } }
  }

  @Test func aFullDiskUndoesTheWriteAndNothingElse() throws {
    let store = try file.open()
    try store.write { db in try db.insertProject("kept") }
    try store.write { db in try db.connection.run("PRAGMA max_page_count = 30") }
    let error = try #require(throws: DatabaseError.self) {
      try store.write { db in for number in 0..<100 { try db.insertProject("\(number) \(Self.long)") } }
    }
    #expect(error.code == SQLITE_FULL)
    #expect(try names(store) == ["kept"])
    try store.write { db in try db.insertProject("more") }
    #expect(try names(file.open()) == ["kept", "more"])
  }

  @Test func aFullDiskThatTheBlockSwallowsStillUndoesTheWholeWrite() throws {
    let store = try file.open()
    try store.write { db in try db.connection.run("PRAGMA max_page_count = 30") }
    #expect(throws: TransactionMisuse.rolledBack(reason: "database or disk is full")) {
      try store.write { db in
        try db.insertProject("first")
        try? db.savepoint { for number in 0..<100 { try db.insertProject("\(number) \(Self.long)") } }
        _ = try? db.insertProject("last")
      }
    }
    #expect(try names(file.open()) == [])
  }

  @Test func aWriteThatGoesOnAfterTheDatabaseRolledItBackCommitsNothing() throws {
    let store = try file.open()
    #expect(throws: TransactionMisuse.rolledBack(reason: "UNIQUE constraint failed: project.name")) {
      try store.write { db in try goOn(in: db, of: store) }
    }
    #expect(try names(store) == [])
    try store.write { db in try db.insertProject("next") }
    #expect(try names(store) == ["next"])
  }

  private func goOn(in db: SQLiteWriteTransaction, of store: SQLiteStore) throws {
    try db.insertProject("first")
    // This ends the transaction. The error is swallowed, and what follows must not be committed on its own.
    let insert = _RenderedStatement(sql: #"INSERT OR ROLLBACK INTO "project" ("name") VALUES ('first')"#)
    #expect(throws: ConstraintViolation.unique(table: "project", columns: ["name"])) {
      try db.savepoint { try db.execute(insert) }
    }
    #expect(throws: TransactionMisuse.self) { try db.insertProject("after") }
    #expect(throws: TransactionMisuse.self) { try db.countProjects() }
    #expect(throws: TransactionMisuse.self) { try db.savepoint {} }
    #expect(throws: TransactionMisuse.self) { try store.write { inner in try inner.insertProject("nested") } }
    #expect(throws: TransactionMisuse.self) { try store.read { inner in try inner.countProjects() } }
  }

  @Test func aFailureThatOnlyTheCommitSeesUndoesTheWrite() throws {
    let store = try file.open()
    try store.write { db in try db.insertProject("kept") }
    #expect(throws: ConstraintViolation.self) {
      try store.write { db in try db.insertItem("no such project", project: 99) }
    }
    try store.write { db in try db.insertProject("more") }
    #expect(try names(file.open()) == ["kept", "more"])
  }

  @Test func aFolderThatGoesAwayLosesNothingThatWasAcknowledged() throws {
    let store = try file.open()
    try store.write { db in try db.insertProject("kept") }
    let elsewhere = file.folder.deletingLastPathComponent().appendingPathComponent(
      "\(file.folder.lastPathComponent)-moved")
    try FileManager.default.moveItem(at: file.folder, to: elsewhere)
    defer { try? FileManager.default.removeItem(at: elsewhere) }
    // SQLite may go on with the files that it holds open, or fail; it must not pretend.
    let isAcknowledged = (try? store.write { db in try db.insertProject("late") }) != nil
    #expect(throws: DatabaseError.self) { try file.open() }
    try store.close()
    let moved = try SQLiteStore(
      path: elsewhere.appendingPathComponent("tasks.sqlite").path, schema: TasksSchema.self)
    #expect(try names(moved) == (isAcknowledged ? ["kept", "late"] : ["kept"]))
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func aFileWithoutPermissionToWriteSaysSo() throws {
    try file.open().write { db in try db.insertProject("kept") }
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
    let error = try #require(throws: DatabaseError.self) { try file.open() }
    #expect(error.code == SQLITE_READONLY)
    #expect(error.description.contains("write-protected"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    #expect(try names(file.open()) == ["kept"])
  }

  @Test func aFileThatWasDamagedIsAnErrorAndNotATrap() throws {
    try file.open().write { db in for number in 0..<50 { try db.insertProject("\(number) \(Self.long)") } }
    var data = try Data(contentsOf: URL(fileURLWithPath: file.path))
    var random = SeededGenerator(seed: testSeed)
    for offset in 4_096..<data.count { data[offset] = UInt8.random(in: 0...255, using: &random) }
    try data.write(to: URL(fileURLWithPath: file.path))
    let error = try #require(throws: DatabaseError.self) { try names(file.open()) }
    #expect(error.code == SQLITE_CORRUPT || error.code == SQLITE_NOTADB)
  }
}
