import PostilSchema
import Testing

@testable import PostilDialects
@testable import PostilMigrations

/// The conditions of pre-checks are read by people.
@Suite("Length of checks")
struct CheckLengthTests {
  @Test("No condition for a change of types is longer than a reader can read")
  func lengths() {
    var longest = (server: "", sqlite: "")
    for old in TypePairTests.types {
      for new in TypePairTests.types where new != old {
        let server =
          old == .any || new == .any
          ? nil
          : PostgreSQLConversion(from: old, to: new, type: PostgreSQLColumnType.name(of: new), value: "\"due_at\"")
        for condition in [server?.failure, server?.loss].compactMap(\.self) where condition.count > longest.server.count
        {
          longest.server = condition
        }
      }
      if let condition = StoredForm.unreadable("\"due_at\"", as: old), condition.count > longest.sqlite.count {
        longest.sqlite = condition
      }
    }
    #expect(longest.server.count <= 300, "\(longest.server)")
    #expect(longest.sqlite.count <= 450, "\(longest.sqlite)")
  }
}
