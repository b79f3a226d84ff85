import CSQLite
import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite struct DecimalTests {
  private static let largest = Decimal(string: "340282366920938463463374607431768211455") ?? 0
  private static let extremes: [Decimal] = [
    0, 1, -1, 10, 0.1, -0.1, 100, .pi, largest, -largest, Decimal(sign: .plus, exponent: 127, significand: largest),
    Decimal(sign: .minus, exponent: -128, significand: largest), Decimal(sign: .plus, exponent: -128, significand: 1),
    Decimal(sign: .plus, exponent: 127, significand: 1), .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNonzeroMagnitude, Decimal(1) / 3, Decimal(UInt64.max), Decimal(Int64.min),
    Decimal(sign: .plus, exponent: 127, significand: 12) - Decimal(sign: .plus, exponent: 127, significand: 2),
  ]

  private static func decimals(_ count: Int, seed: UInt64) -> [Decimal] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      let wide = index.isMultiple(of: 2)
      let significand = Decimal(
        wide ? UInt64.random(in: 0 ... .max, using: &random) : .random(in: 0...1000, using: &random))
      return Decimal(
        sign: Bool.random(using: &random) ? .minus : .plus,
        exponent: wide ? .random(in: -128...107, using: &random) : .random(in: -3...1, using: &random),
        significand: significand)
    }
  }

  @Test func aNumberComesBackIdentical() throws {
    try expectRoundTrip(Decimal.self, Self.decimals(200, seed: 1) + Self.extremes)
    try expectRoundTrip(Money.self, [Money(amount: 1.5), Money(amount: -Self.largest)])
  }

  @Test func theDatabaseSortsAndComparesNumbersAsSwiftDoes() throws {
    try expectOrder(Decimal.self, Self.decimals(120, seed: 2) + Self.extremes)
    try expectOrder(Money.self, Self.decimals(60, seed: 3).map { Money(amount: $0) }) { $0.amount < $1.amount }
  }

  @Test func aNumberHasOneTextWithoutAnExponent() {
    func text(_ value: Decimal) -> BoundValue { value._boundValue }
    #expect(text(Decimal(string: "1.50") ?? 0) == .text("1.5"))
    #expect(text(Decimal(sign: .plus, exponent: -2, significand: 100)) == .text("1"))
    #expect(text(Decimal(sign: .plus, exponent: 3, significand: 12)) == .text("12000"))
    #expect(text(Decimal(sign: .minus, exponent: -4, significand: 12)) == .text("-0.0012"))
    #expect(text(Decimal(sign: .minus, exponent: 0, significand: 0)) == .text("0"))
  }

  @Test func aNaNIsNotStored() throws { try expectUnstorable(Decimal.self, .nan, reason: "it is NaN") }

  @Test func theTextsOfOthersAreReadExactlyOrRefused() throws {
    let store = try SQLiteStore.cells()
    func large(_ significand: Decimal) -> Decimal { Decimal(sign: .plus, exponent: 127, significand: significand) }
    for (text, value) in [
      ("1.50", 1.5), ("+7", 7), ("-0", 0), ("007.0", 7), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("1.25E-2", 0.0125),
      ("-12e+1", -120), ("0e999999999999", 0),
      ("1" + String(repeating: "0", count: 130), large(999) + large(1)),
      // Foundation can hold this number, but makes a NaN of the significand 10 with the exponent 127.
      ("-1" + String(repeating: "0", count: 128), large(-12) + large(2)),
      ("0." + String(repeating: "0", count: 127) + "10000", Decimal(sign: .plus, exponent: -128, significand: 1)),
      ("340282366920938463463374607431768211455.000", Self.largest),
    ] {
      #expect(try store.evaluated("'\(text)'", as: Decimal.self) == value, "\(text)")
      // 'Decimal' takes two NaNs for equal.
      #expect(!value.isNaN, "\(text)")
    }
    try expectRefusal(
      Decimal.self,
      of: [
        "''", "'-'", "'.'", "'1,5'", "'1.5 '", "' 1'", "'1e'", "'e5'", "'1e+'", "'NaN'", "'0x10'", "'1.2.3'", "'--1'",
        "'340282366920938463463374607431768211456'", "'1e200'", "'1e-129'",
        "'1.0000000000000000000000000000000000000000001'",
        "'1e99999999999999999999999999999'", "'1' || char(0)",
      ], reason: "it must look like -12.5")
    try expectRefusal(Decimal.self, of: ["1", "1.5", "NULL", "x'31'"], reason: "it must be TEXT")
  }

  @Test("A number outside the range of Decimal that another program wrote is refused, whatever its exponent")
  func exponents() throws {
    let store = try SQLiteStore.cells()
    try store.read { db in
      func number(_ sql: String) throws -> String? { try db.value("SELECT postil_decimal_\(sql)") }
      for text in ["1e30000000", "-1e166", "1e-129", "1e99999999999999999999"] {
        for call in ["abs('\(text)')", "add('\(text)', '0')", "round('\(text)', 2)", "sum('\(text)')"] {
          let error = #expect(throws: DatabaseError.self, "\(call)") { try number(call) }
          #expect(error?.message.contains("in the range of 'Decimal'") == true, "\(call)")
        }
      }
      for (call, expected) in [
        ("abs('-0e30000000')", "0"), ("abs('-1e130')", "1" + String(repeating: "0", count: 130)),
        ("abs('-1e-128')", "0." + String(repeating: "0", count: 127) + "1"),
        ("round('2.5', -9223372036854775808)", "0"), ("round('2.5', 9223372036854775807)", "2.5"),
        ("round('100', 9223372036854775807)", "100"),
        ("round('-1e127', 9223372036854775807)", "-1" + String(repeating: "0", count: 127)),
        ("round('1e127', -9223372036854775808)", "0"),
      ] {
        let found = try number(call)
        #expect(found == expected, "\(call)")
      }
    }
  }

  // The columns that a unique key, an index, DISTINCT, GROUP BY, min and max compare have the collation.
  @Test func keysAndAggregatesCompareNumbers() throws {
    let store = try SQLiteStore.cells()
    try store.write { db in
      try db.execute(
        _RenderedStatement(sql: #"CREATE TABLE "price" ("amount" TEXT NOT NULL COLLATE decimal UNIQUE) STRICT"#))
      for amount in ["9", "10", "-1", "0.5", "100"] {
        try db.execute(_RenderedStatement(sql: #"INSERT INTO "price" VALUES (?1)"#, bindings: [.text(amount)]))
      }
      for same in ["10.00", "1e1", "+9", "0.50", "-1.0", "010"] {
        #expect(throws: ConstraintViolation.unique(table: "price", columns: ["amount"])) {
          try db.execute(_RenderedStatement(sql: #"INSERT INTO "price" VALUES (?1)"#, bindings: [.text(same)]))
        }
      }
      #expect(try db.value(#"SELECT min("amount") FROM "price""#) == "-1")
      #expect(try db.value(#"SELECT max("amount") FROM "price""#) == "100")
      #expect(
        try db.value(#"SELECT group_concat("amount") FROM (SELECT "amount" FROM "price" ORDER BY "amount")"#)
          == "-1,0.5,9,10,100")
      #expect(try db.value(#"SELECT count(*) FROM "price" WHERE "amount" > '9'"#) == 2)
      #expect(try db.value(#"SELECT "detail" FROM (SELECT 1 AS "detail" FROM "price" WHERE "amount" = '1.00e1')"#) == 1)
    }
  }

  @Test func aListOfNumbersOfAnyLengthIsFound() throws {
    let store = try SQLiteStore.cells()
    try store.write { db in
      for value in [1, 1.5, 2] as [Decimal] { try Cell<Decimal>.Draft(value: value, optional: value).insert(in: db) }
      #expect(try Cell<Decimal>.where { $0.value.in([1.5, 7]) }.count(in: db) == 1)
      let many = (0..<1_000).map { Decimal($0) / 2 }
      #expect(try Cell<Decimal>.where { $0.optional.in(many) }.count(in: db) == 3)
      #expect(try Cell<Decimal>.where { $0.value.notIn(many) }.count(in: db) == 0)
      #expect(try Cell<Decimal>.where { $0.value == $0.optional }.count(in: db) == 3)
    }
  }

  // MARK: The collation by itself

  private func compare(_ left: String, _ right: String) -> Int32 {
    postil_compare_decimals(nil, Int32(left.utf8.count), left, Int32(right.utf8.count), right)
  }

  @Test func textsOfTheSameNumberAreEqual() {
    for texts in [
      ["1", "1.0", "01", "+1", "1.", "1e0", "10e-1", "0.1e1", "0.01E2", " 1", "1e+0", "0.0000001e7"],
      ["0", "-0", "0.000", "", "0e99", "-0.0e-5"], ["-250", "-2.5e2", "-0250.00", "-25000e-2"],
      ["1e1000", "10e999", "0.001e1003", "1" + String(repeating: "0", count: 1000)],
    ] {
      for left in texts {
        for right in texts { #expect(compare(left, right) == 0, "\(left) and \(right)") }
      }
    }
  }

  @Test func numbersOfAnyLengthAreInOrder() {
    let nines = String(repeating: "9", count: 5_000)
    let texts = [
      "-1e99999", "-" + nines, "-1000", "-999.9", "-1.5", "-1.4999", "-1", "-0.5", "-1e-5", "-1e-99999", "0",
      "1e-99999",
      "0.00001", "0.1", "0.5", "1", "1." + String(repeating: "0", count: 4_000) + "1", "1.4999", "1.5", "9", "10",
      "99.99",
      "100", nines, nines + ".1", "1e5000", "1e99999", "1e999999",
    ]
    for (left, leftText) in texts.enumerated() {
      for (right, rightText) in texts.enumerated() {
        #expect(compare(leftText, rightText) == (left < right ? -1 : left > right ? 1 : 0))
      }
    }
  }

  @Test func anyTextsAreInATotalOrder() {
    // An index needs one, whatever is in it.
    var random = SeededGenerator(seed: 4)
    let characters = Array("0019-+.eE x")
    let texts = (0..<60).map { _ in
      String((0..<Int.random(in: 0...8, using: &random)).map { _ in characters.randomElement(using: &random) ?? "0" })
    }
    for left in texts {
      for right in texts {
        #expect(compare(left, right) == -compare(right, left))
        for third in texts where compare(left, right) <= 0 && compare(right, third) <= 0 {
          #expect(compare(left, third) <= 0, "\(left) \(right) \(third)")
        }
      }
    }
  }
}
