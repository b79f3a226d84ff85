import PostilSchema
import Testing

@testable import PostilDialects
@testable import PostilMigrations

/// The conditions of pre-checks are read by people.
@Suite("Length of checks")
struct CheckLengthTests {
  @Test("No condition for a change of types is longer than a reader can read")
  func lengths() {
    var longest = ""
    for old in TypePairTests.types where old != .any {
      for new in TypePairTests.types where new != old && new != .any {
        let conversion = PostgreSQLConversion(
          from: old, to: new, type: PostgreSQLColumnType.name(of: new), value: "\"due_at\"")
        for condition in [conversion?.failure, conversion?.loss].compactMap(\.self)
        where condition.count > longest.count {
          longest = condition
        }
      }
    }
    #expect(longest.count <= 300, "\(longest)")
    // SQLite has no functions for it.
    for (type, limit) in [(ColumnType.uuid, 220), (.timestamp, 420)] {
      let condition = StoredForm.unreadable("\"due_at\"", as: type) ?? ""
      #expect(condition.count <= limit, "\(condition)")
    }
  }
}
