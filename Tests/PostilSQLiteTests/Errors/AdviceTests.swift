import CSQLite
import PostilQuery
import Testing

@testable import PostilSQLite

@Suite("Advice in errors")
struct AdviceTests {
  @Test("The error for a missing mathematical function says how to enable it")
  func mathematics() {
    func message(_ text: String) -> String { DatabaseError(SQLITE_ERROR, message: text, path: "x.sqlite").message }
    #expect(message("no such function: sqrt").hasPrefix("no such function: sqrt: this libsqlite3 was built without"))
    #expect(message("no such function: POW").contains("SQLITE_ENABLE_MATH_FUNCTIONS"))
    #expect(message("no such function: regexp") == "no such function: regexp")
    #expect(message("no such column: sqrt") == "no such column: sqrt")
  }

  @Test("The error for a missing module or JSON function names what the library lacks")
  func features() {
    func message(_ text: String) -> String { DatabaseError(SQLITE_ERROR, message: text, path: "x.sqlite").message }
    #expect(
      message("no such module: fts5") == "no such module: fts5: this libsqlite3 was built without FTS5 "
        + "(SQLITE_ENABLE_FTS5), which full-text indexes need; link a build that has it")
    for missing in ["function: json_extract", "function: JSON_GROUP_ARRAY", "table: json_each"] {
      #expect(
        message("no such \(missing)") == "no such \(missing): this libsqlite3 was built without the JSON functions "
          + "(SQLITE_OMIT_JSON); link a build that has them")
    }
    for other in ["no such module: csv", "no such table: item", "no such function: fts5"] {
      #expect(message(other) == other)
    }
  }

  @Test("A library that is too old is refused with the version that is needed")
  func versions() throws {
    for number: Int32 in [3_038_000, 3_039_004, 3_053_000, 4_000_000] { try SQLiteVersionError.check(number) }
    let error = #expect(throws: SQLiteVersionError.self) { try SQLiteVersionError.check(3_037_002) }
    #expect(error?.found == "3.37.2")
    #expect(
      error?.description == "this program runs with SQLite 3.37.2, but Postil requires 3.38 or later; "
        + "link another build, see \"Other builds of SQLite\" in Docs/Store.md")
    let memory = #expect(throws: SQLiteVersionError.self) {
      try SQLiteVersionError.check(3_039_004, isNamedMemory: true)
    }
    #expect(memory?.description.contains("3.39.4, but a named database in memory requires 3.40 or later") == true)
  }

  @Test("Only the error of an untrusted file, with a library before 3.44, says that the library is the cause")
  func untrusted() {
    let text = "unsafe use of load_extension()"
    func message(isUntrusted: Bool) -> String {
      DatabaseError(SQLITE_ERROR, message: text, path: "x.sqlite", isUntrusted: isUntrusted).message
    }
    #expect(message(isUntrusted: false) == text)
    #expect((message(isUntrusted: true) == text) == (sqlite3_libversion_number() >= 3_044_000))
  }
}
