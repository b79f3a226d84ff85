import CSQLite
import PostilSQL
import Testing

@Suite("Names as SQLite compares them")
struct FoldedNameTests {
  /// Names that some rule of folding takes for one: SQLite's, Unicode's, or that of canonical equivalence.
  static let names = [
    "id", "ID", "Id", "é", "É", "e\u{301}", "E\u{301}", "i", "I", "İ", "i\u{307}", "ı", "k", "K", "\u{212A}", "s", "S",
    "ſ", "ß", "ẞ", "ss", "SS", "å", "Å", "\u{212B}", "Σ", "σ", "ς", "{", "[", "@", "`", "z", "Z", "ａ", "Ａ",
  ]

  /// Whether SQLite takes both for one name: then it refuses a table with both as columns.
  private func isOneName(_ first: String, _ second: String) throws -> Bool {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    try #require(sqlite3_open(":memory:", &handle) == SQLITE_OK)
    let code = sqlite3_exec(handle, "CREATE TABLE t (\"\(first)\" TEXT, \"\(second)\" TEXT)", nil, nil, nil)
    if code != SQLITE_OK { #expect(String(cString: sqlite3_errmsg(handle)).hasPrefix("duplicate column name")) }
    return code != SQLITE_OK
  }

  @Test("only the case of ASCII letters is ignored")
  func asSQLite() throws {
    for first in Self.names {
      for second in Self.names {
        let isOne = try isOneName(first, second)
        #expect(first.isSameName(as: second) == isOne, "\(first) \(second)")
        #expect(first.foldedName.utf8.elementsEqual(second.foldedName.utf8) == isOne, "\(first) \(second)")
      }
    }
  }
}
