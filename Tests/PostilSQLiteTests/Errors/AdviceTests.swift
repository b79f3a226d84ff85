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
}
