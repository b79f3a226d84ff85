import Foundation
import PostilQuery
import PostilSQLite
import Testing

@Suite("Files that are deleted or replaced while a store is open")
struct LostFileTests {
  let file: TemporaryFile
  let store: SQLiteStore

  init() throws {
    file = try TemporaryFile()
    store = try file.open()
    try store.write { db in try db.insertProject("kept") }
  }

  private func write() throws { try store.write { db in try db.insertProject("lost") } }

  private func move(_ suffix: String = "", to other: String) throws {
    try FileManager.default.moveItem(atPath: file.path + suffix, toPath: file.path + other)
  }

  @Test("A write to a deleted file is refused, and no reader creates a new file")
  func deletedFile() throws {
    try FileManager.default.removeItem(atPath: file.path)
    let error = DatabaseFileError.deleted(path: file.path)
    #expect(throws: error) { try write() }
    #expect(throws: error) { try store.read { db in try db.countProjects() } }
    #expect(
      error.description
        == "'\(file.path)' was deleted or moved while the store was open; nothing was written; close the "
        + "store, and open it again")
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try store.close()
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test("A file that is moved away and back again can be written again")
  func movedFile() throws {
    try move(to: ".moved")
    #expect(throws: DatabaseFileError.deleted(path: file.path)) { try write() }
    try move(".moved", to: "")
    try store.write { db in try db.insertProject("later") }
    #expect(try store.read { db in try db.projectNames() } == ["kept", "later"])
  }

  @Test("A write to a replaced file is refused, and new readers don't read the other file")
  func replacedFile() throws {
    let other = try SQLiteStore(path: file.path + ".other", schema: TasksSchema.self)
    try other.write { db in try db.insertProject("other") }
    try other.close()
    try move(".other", to: ".new")
    #expect(rename(file.path + ".new", file.path) == 0)
    let error = DatabaseFileError.replaced(path: file.path)
    #expect(throws: error) { try write() }
    #expect(throws: error) { try store.read { db in try db.projectNames() } }
    #expect(
      error.description == "'\(file.path)' was replaced by another file while the store was open; nothing was written; "
        + "close the store, and open it again")
  }

  @Test("A write whose write-ahead log was deleted is refused")
  func deletedLog() throws {
    try FileManager.default.removeItem(atPath: file.path + "-wal")
    #expect(throws: DatabaseFileError.deleted(path: file.path + "-wal")) { try write() }
  }

  @Test("Asynchronous writes are refused too")
  func asynchronousWrite() async throws {
    try FileManager.default.removeItem(atPath: file.path)
    await #expect(throws: DatabaseFileError.deleted(path: file.path)) {
      try await store.write { db in try db.insertProject("lost") }
    }
  }

  @Test("Readers that are opened after the working directory has changed read the same file")
  func relativePath() async throws {
    // The working directory is that of the process.
    await #expect(processExitsWith: .success) {
      let (file, elsewhere, manager) = (try TemporaryFile(), try TemporaryFile(), FileManager.default)
      try #require(manager.changeCurrentDirectoryPath(file.folder.path))
      let store = try SQLiteStore(path: "tasks.sqlite", schema: TasksSchema.self)
      try store.write { db in try db.insertProject("kept") }
      try #require(manager.changeCurrentDirectoryPath(elsewhere.folder.path))
      let names = try store.read { db in try db.projectNames() }
      try #require(names == ["kept"])
      try store.write { db in try db.insertProject("later") }
      try #require(!manager.fileExists(atPath: elsewhere.path))
    }
  }

  @Test("A path with a NUL is refused instead of being cut there")
  func pathWithNUL() throws {
    let path = file.path + "\0.sqlite"
    let error = #expect(throws: DatabaseError.self) { try SQLiteStore(path: path, schema: TasksSchema.self) }
    #expect(error?.message == "a path can't contain the character NUL")
  }
}
