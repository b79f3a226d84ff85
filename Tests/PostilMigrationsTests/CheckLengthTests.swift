import PostilSchema
import Testing

@testable import PostilDialects
@testable import PostilMigrations

/// The conditions of pre-checks are read by people.
@Suite("Length of checks")
struct CheckLengthTests {
  /// A column of a table that Postil wrote. Its collation tells that it has decimal numbers.
  private static func column(_ type: ColumnType) -> ColumnMeaning {
    let isLarge = type == .unsignedInteger(bits: 64)
    return ColumnMeaning(
      type: type, isKnown: true, isInSQL: type == .decimal, storages: isLarge ? type.storages : [type.storages[0]])
  }

  private static let types = TypePairTests.types.filter { $0 != .any }

  @Test("No condition for a change of types is longer than a reader can read")
  func lengths() {
    var long: [String] = []
    func measure(_ condition: String?, _ label: String) {
      if let condition, condition.count > 300 { long.append("\(label), \(condition.count): \(condition)") }
    }
    for old in Self.types {
      measure(StoredForm.unreadable("\"due_at\"", as: old), "\(old.word) on SQLite")
      for new in Self.types where new != old {
        let label = "\(old.word) to \(new.word)"
        let server = Conversion.server(
          from: old, to: new, type: PostgreSQLColumnType.name(of: new), value: "\"due_at\"")
        measure(server?.failure, label + " on PostgreSQL")
        measure(server?.loss, label + " on PostgreSQL")
        let conversion = Conversion.from(Self.column(old), to: Self.column(new), value: "\"due_at\"")
        measure(conversion.failure, label + " on SQLite")
        measure(conversion.loss, label + " on SQLite")
      }
    }
    #expect(long.isEmpty, "\(long.joined(separator: "\n"))")
  }
}
