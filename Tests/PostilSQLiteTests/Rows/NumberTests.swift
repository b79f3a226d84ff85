import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite struct NumberTests {
  let store: SQLiteStore

  init() throws { store = try .values() }

  private func expectExtremes<Value: FixedWidthInteger & ColumnValue>(of type: Value.Type) throws {
    for value in [Value.min, Value.min + 1, 0, 1, Value.max - 1, Value.max] {
      #expect(try store.stored(value, in: .any) == value)
      #expect(try store.evaluated("?1 = ?1", as: Bool.self, binding: value._boundValue) == true)
    }
  }

  @Test func everyIntegerRoundTripsAtItsExtremes() throws {
    try expectExtremes(of: Int.self)
    try expectExtremes(of: Int8.self)
    try expectExtremes(of: Int16.self)
    try expectExtremes(of: Int32.self)
    try expectExtremes(of: Int64.self)
    try expectExtremes(of: UInt.self)
    try expectExtremes(of: UInt8.self)
    try expectExtremes(of: UInt16.self)
    try expectExtremes(of: UInt32.self)
    try expectExtremes(of: UInt64.self)
  }

  @Test func anIntegerOutOfRangeIsAnErrorThatNamesTheColumn() throws {
    #expect(
      throws: ColumnDecodingError(
        column: "answer", type: "Int8", found: .integer, reason: "it must be in the range -128...127")
    ) { try store.evaluated("128", as: Int8.self) }
    #expect(throws: ColumnDecodingError.self) { try store.evaluated("-1", as: UInt8.self) }
    #expect(throws: ColumnDecodingError.self) { try store.evaluated("-1", as: UInt64.self) }
    #expect(throws: ColumnDecodingError.self) { try store.evaluated("4294967296", as: UInt32.self) }
  }

  @Test func anotherStorageClassIsAnError() throws {
    for expression in ["NULL", "'12'", "'12abc'", "3.7", "x'31'"] {
      #expect(throws: ColumnDecodingError.self) { try store.evaluated(expression, as: Int.self) }
    }
    for expression in ["NULL", "'1.5'", "x'31'"] {
      #expect(throws: ColumnDecodingError.self) { try store.evaluated(expression, as: Double.self) }
    }
    #expect(throws: ColumnDecodingError(column: "answer", type: "Int64", found: .null, reason: "it must be INTEGER")) {
      try store.evaluated("NULL", as: Int64.self)
    }
  }

  @Test func wideUnsignedIntegersSortAndCompareInSQL() throws {
    let top = UInt64(Int64.max)
    var values: [UInt64] = [
      0, 1, 9, 10, top - 1, top, top + 1, top + 2, .max - 1, .max, 1 << 63, 12_345_678_901_234_567_890,
    ]
    var random = SeededGenerator(seed: testSeed)
    for _ in 0..<200 { values.append(.random(in: 0...(.max), using: &random)) }
    try store.write { db in
      for value in values.shuffled(using: &random) { try db.execute(ValueColumn.any.insert) { value._bind(to: &$0) } }
      var read: [UInt64] = []
      try db.forEachRow(_RenderedStatement(sql: #"SELECT "any" FROM "value" ORDER BY "any""#)) {
        read.append(try $0.read())
      }
      #expect(read == values.sorted())
      for bound in values.prefix(12) {
        let below: Int? = try db.value(#"SELECT count(*) FROM "value" WHERE "any" < ?1"#, bound._boundValue)
        #expect(below == values.filter { $0 < bound }.count)
      }
    }
  }

  @Test func wideUnsignedIntegersAreReadableText() throws {
    #expect((UInt64(Int64.max) + 1)._boundValue == .text("09223372036854775808"))
    #expect(UInt64.max._boundValue == .text("18446744073709551615"))
    #expect(UInt(7)._boundValue == .integer(7))
    for text in [
      "'9223372036854775808'", "'00000000000000000007'", "'18446744073709551616'", "'1844674407370955161x'", "''",
    ] {
      #expect(throws: ColumnDecodingError.self) { try store.evaluated(text, as: UInt64.self) }
    }
  }

  @Test func floatingPointNumbersRoundTrip() throws {
    for value in [
      0, -0.0, 1.5, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity, 1e-300, 2e53,
    ] {
      #expect(try store.stored(value, in: .real) == value)
    }
    for value: Float in [0, 0.1, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity] {
      #expect(try store.stored(value, in: .real) == value)
    }
    #expect(try store.evaluated("7", as: Double.self) == 7)
    #expect(throws: ColumnDecodingError.self) { try store.evaluated("1e300", as: Float.self) }
  }

  @Test func aNaNIsRefusedBeforeAnythingIsStored() throws {
    #expect(throws: ColumnEncodingError.self) { try store.stored(Double.nan, in: .real) }
    #expect(throws: ColumnEncodingError.self) { try store.stored(Float.nan, in: .real) }
    for (binding, type) in [
      (Double.nan._boundValue, "Double"), (Float.nan._boundValue, "Float"), (.real(.nan), "Double"),
    ] {
      let error = #expect(throws: ColumnEncodingError.self) {
        try store.read { db in try db.value("SELECT ?1", binding, as: Double?.self) }
      }
      #expect(error?.type == type)
    }
    #expect(try store.read { db in try db.value(#"SELECT count(*) FROM "value""#) } == 0)
  }

  @Test func aBooleanIsZeroOrOneAndNothingElse() throws {
    #expect(try store.stored(true, in: .integer) == true)
    #expect(try store.stored(false, in: .integer) == false)
    #expect(throws: ColumnDecodingError.self) { try store.evaluated("2", as: Bool.self) }
    #expect(throws: ColumnDecodingError.self) { try store.evaluated("-1", as: Bool.self) }
    #expect(throws: ColumnDecodingError.self) { try store.evaluated("'true'", as: Bool.self) }
  }

  @Test func optionalsKeepTheDifferenceBetweenNothingAndZero() throws {
    #expect(try store.stored(Int?.none, in: .integer) == .some(nil))
    #expect(try store.stored(Int?.some(0), in: .integer) == .some(0))
    #expect(try store.stored(String?.some(""), in: .text) == .some(""))
    #expect(try store.stored(String?.none, in: .text) == .some(nil))
    #expect(Int?.none._boundValue == .null)
    #expect(Int?.some(3)._boundValue == .integer(3))
  }
}

extension SQLiteStore {
  fileprivate func evaluated<Value: ColumnValue>(
    _ expression: String, as type: Value.Type, binding: BoundValue
  ) throws -> Value? {
    try read { db in try db.value("SELECT \(expression)", binding, as: type) }
  }
}
