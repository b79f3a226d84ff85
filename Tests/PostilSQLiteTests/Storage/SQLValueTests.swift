import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

/// Values of every kind in one column.
@Suite struct SQLValueTests {
  private static let values: [SQLValue] = [
    .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-1e300), .real(1), .text(""), .text("a\0b"),
    .text("1"),
    .text("é🎵"), .blob([]), .blob([0, 255]),
  ]

  @Test func everyValueComesBackInItsOwnStorageClass() throws {
    try expectRoundTrip(SQLValue.self, Self.values)
    for value in Self.values + [.malformedText([0xFF])] {
      #expect(try JSONDecoder().decode(SQLValue.self, from: JSONEncoder().encode(value)) == value)
    }
  }

  @Test func anIntegerIsNoTextOfTheSameDigitsAndComparesWithNumbers() throws {
    let store = try SQLiteStore.cells()
    try store.write { db in
      try Cell<SQLValue>.Draft(value: .integer(1), optional: .text("1")).insert(in: db)
      #expect(try Cell<SQLValue>.where { $0.value == .real(1) }.count(in: db) == 1)
      #expect(try Cell<SQLValue>.where { $0.value == .text("1") }.count(in: db) == 0)
      #expect(try Cell<SQLValue>.where { $0.optional == .text("1") }.count(in: db) == 1)
      #expect(try Cell<SQLValue>.where { $0.optional == .integer(1) }.count(in: db) == 0)
    }
  }

  @Test func aTextThatIsNotValidUTF8KeepsItsBytesAndIsNothingToCompareWith() throws {
    let bytes: [UInt8] = [0x61, 0xFF, 0, 0x62]
    let values = try SQLiteStore.values()
    #expect(try values.stored(SQLValue.malformedText(bytes), in: .any) == .malformedText(bytes))
    #expect(try values.stored(SQLValue.malformedText(bytes), in: .text) == .malformedText(bytes))
    #expect(try values.evaluated("CAST(x'61FF' AS TEXT)", as: SQLValue.self) == .malformedText([0x61, 0xFF]))
    let error = #expect(throws: ColumnEncodingError.self) {
      try SQLiteStore.cells().read { db in try Cell<SQLValue>.where { $0.value == .malformedText(bytes) }.count(in: db)
      }
    }
    #expect(error?.reason == "its text is not valid UTF-8")
  }

  @Test func nullIsNoValue() throws { try expectRefusal(SQLValue.self, of: ["NULL"], reason: "it must be TEXT") }
}
