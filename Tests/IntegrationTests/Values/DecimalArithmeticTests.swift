import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Queries.md on decimal numbers: sums, averages and arithmetic are exact, or throw.
@Suite("Arithmetic with decimal numbers")
struct DecimalArithmeticTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  private static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }

  private static func draft(_ price: String, _ reduced: String? = nil, seconds: Int = 1) throws -> Recording.Draft {
    Recording.Draft(
      price: decimal(price), reducedPrice: reduced.map(decimal), page: try #require(URL(string: "https://example.com")),
      length: .seconds(seconds))
  }

  private func texts<Value>(_ values: [Value]) -> [String] { values.map { "\($0)" } }

  @Test("The examples of the document")
  func examples() throws {
    let tax = Decimal(119) / 100
    try store.write { db in
      try Recording.insert([Self.draft("0.1", "0.05"), Self.draft("0.2"), Self.draft("19.99", "15")], in: db)
      let total = try Recording.select { $0.price.sum() }.fetchOnly(in: db)  // 20.29, exactly
      let mean = try Recording.select { $0.price.average().rounded(toDigits: 2) }.fetchOnly(in: db)  // 6.76
      let gross = try Recording.order { $0.price }
        .select { ($0.price * tax).rounded(toDigits: 2) }.fetchAll(in: db)  // [0.12, 0.24, 23.79]
      let saving = try Recording.where { $0.price - ($0.reducedPrice ?? 0) > 4 }.count(in: db)  // 1
      try Recording.all.update(in: db) { [$0.price.set($0.price * 2)] }

      #expect(total == Self.decimal("20.29"))
      #expect(mean == Self.decimal("6.76"))
      #expect(gross == ["0.12", "0.24", "23.79"].map(Self.decimal))
      #expect(saving == 1)
      #expect(try Recording.select { $0.price }.fetchAll(in: db) == ["0.2", "0.4", "39.98"].map(Self.decimal))
    }
  }

  @Test("Results are compared, sorted, grouped and aggregated as numbers")
  func comparisons() throws {
    try store.write { db in
      try Recording.insert(
        [Self.draft("9", "1"), Self.draft("10", "2"), Self.draft("-1.5"), Self.draft("100", "91")], in: db)
      let sums = try Recording.order { ($0.price + 1).descending }.select { $0.price + 1 }.fetchAll(in: db)
      #expect(texts(sums) == ["101", "11", "10", "-0.5"])
      let (low, high) = try Recording.select { (($0.price * 2).min(), ($0.price * 2).max()) }.fetchOnly(in: db)
      #expect(low == -3 && high == 200)
      #expect(try Recording.where { $0.price + 1 > 9 }.count(in: db) == 3)
      #expect(try Recording.where { $0.price - ($0.reducedPrice ?? 0) >= 8 }.count(in: db) == 3)
      let absolute = try Recording.order { $0.id }.select { abs($0.price) }.fetchAll(in: db)
      #expect(texts(absolute) == ["9", "10", "1.5", "100"])
      let negated = try Recording.order { $0.id }.select { -$0.price }.fetchAll(in: db)
      #expect(texts(negated) == ["-9", "-10", "1.5", "-100"])
      let groups = try Recording.group { ($0.price / 100).rounded() }.order { ($0.price / 100).rounded() }
        .select { (($0.price / 100).rounded(), $0.price.sum()) }.fetchAll(in: db)
      #expect(groups.map(\.0) == [0, 1] && groups.map(\.1) == [Self.decimal("17.5"), 100])
      let running = try Recording.order { $0.id }
        .select { $0.price.sum().over(orderBy: $0.id, frame: .rows(.preceding(1), .currentRow)) }.fetchAll(in: db)
      #expect(texts(running) == ["Optional(9)", "Optional(19)", "Optional(8.5)", "Optional(98.5)"])
      let filtered = try Recording.select { $0.price.sum(distinct: true).filter($0.price > 9) }.fetchOnly(in: db)
      #expect(filtered == 110)
      let none = try Recording.where { $0.price > 1000 }.select { ($0.price.sum(), $0.price.average()) }.fetchOnly(
        in: db)
      #expect(none == (nil, nil))
      let average = try Recording.select { $0.reducedPrice.average() }.fetchOnly(in: db)
      #expect(average == Self.decimal("31.333333333333333333333333333333333333"))
    }
  }

  @Test("Integers are converted exactly, and NULL and division by zero are NULL")
  func conversions() throws {
    try store.write { db in
      try Recording.insert([Self.draft("9", "0")], in: db)
      let id = try Recording.select { $0.id }.fetchOnly(in: db)
      #expect(id.rawValue == 1)
      let quotients = try Recording.select { ($0.price / $0.reducedPrice, 1 / $0.price, $0.price / 8) }.fetchOnly(
        in: db)
      #expect(quotients.0 == nil)
      #expect(quotients.1.map { "\($0)" } == "0." + String(repeating: "1", count: 38))
      #expect(quotients.2 == Self.decimal("1.125"))
      #expect(try Recording.where { $0.price.double > 8.5 }.count(in: db) == 1)
      #expect(throws: QueryError.divisionByZero) { try Recording.select { $0.price / 0 }.fetchAll(in: db) }
      let count = try Recording.select { $0.checksums.count().decimal * 2.5 }.fetchOnly(in: db)
      #expect(count == 2.5)
    }
  }

  @Test("A product that is exact without its trailing zeros is a number")
  func trailingZeros() throws {
    // Each product of these has more than 38 digits, most of which are zeros.
    let (fives, twos) = (pow(Decimal(5), 50), pow(Decimal(2), 100))
    let pairs = [
      (fives, twos), (twos, fives), (-fives * 3, twos * 7), (fives, twos / pow(Decimal(10), 20)), (fives, 0),
    ]
    try store.write { db in
      for (left, right) in pairs {
        try Recording.all.delete(in: db)
        try Recording.insert([Self.draft("\(left)", "\(right)")], in: db)
        let product = try Recording.select { $0.price * ($0.reducedPrice ?? 0) }.fetchOnly(in: db)
        #expect(product == left * right)
      }
      try Recording.all.delete(in: db)
      let largest = "340282366920938463463374607431768211455"
      try Recording.insert([Self.draft(largest, "5"), Self.draft("-" + largest, "-5")], in: db)
      let sums = try Recording.order { $0.price }.select { $0.price + ($0.reducedPrice ?? 0) }.fetchAll(in: db)
      let sum = Self.decimal("340282366920938463463374607431768211460")
      #expect(sums == [-sum, sum])
    }
  }

  @Test("A result that a Decimal can't have throws, and the transaction continues")
  func overflow() throws {
    let largest = "340282366920938463463374607431768211455"
    try store.write { db in
      try Recording.insert([Self.draft(largest), Self.draft("0.5")], in: db)
      for query in [
        Recording.select { $0.price + 1 }, Recording.select { $0.price * $0.price + 1 },
        Recording.select { $0.price - 0.5 },
      ] {
        let error = try #require(throws: DatabaseError.self) { try query.fetchAll(in: db) }
        #expect(error.message.hasPrefix("a decimal number with more than 38 significant digits; round"))
      }
      #expect(throws: DatabaseError.self) { try Recording.select { $0.price.sum() }.fetchOnly(in: db) }
      let half = try Recording.select { ($0.price / 2).max() }.fetchOnly(in: db)
      #expect(half == Self.decimal("170141183460469231731687303715884105728"))
    }
  }

  @Test("Random arithmetic equals Foundation's, where that is exact", arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func number() -> Decimal {
      Decimal(
        sign: Bool.random(using: &generator) ? .plus : .minus, exponent: .random(in: -8...4, using: &generator),
        significand: Decimal(Int64.random(in: 0...999_999_999, using: &generator)))
    }
    try store.write { db in
      var all: [Decimal] = []
      for _ in 0..<200 {
        let (left, right) = (number(), number())
        let row = try Recording.Draft(
          price: left, reducedPrice: right, page: try #require(URL(string: "x")), length: .zero
        ).insert(in: db)
        all.append(left)
        let result = try Recording.where { $0.id == row.id }.select {
          (
            $0.price + ($0.reducedPrice ?? 0), $0.price - ($0.reducedPrice ?? 0), ($0.reducedPrice ?? 0) * $0.price,
            $0.price / $0.reducedPrice
          )
        }.fetchOnly(in: db)
        #expect(result.0 == left + right && result.1 == left - right && result.2 == left * right)
        if right != 0, let quotient = result.3 {
          #expect(abs(quotient * right - left) <= abs(left) * Self.decimal("1e-35"), "\(left) / \(right) = \(quotient)")
        }
        var (source, rounded) = (left, Decimal())
        NSDecimalRound(&rounded, &source, 3, .plain)
        let ours = try Recording.where { $0.id == row.id }.select { $0.price.rounded(toDigits: 3) }.fetchOnly(in: db)
        #expect(ours == rounded, "\(left) rounded is \(ours)")
      }
      #expect(try Recording.select { $0.price.sum() }.fetchOnly(in: db) == all.reduce(0, +))
    }
  }

  @Test("Views can use the exact sum and average; no other function is for the schema")
  func views() throws {
    try store.write { db in
      try Recording.insert([Self.draft("0.1"), Self.draft("0.2")], in: db)
      try db.execute(
        _RenderedStatement(
          sql:
            "CREATE VIEW total AS SELECT postil_decimal_sum(price) AS price, postil_decimal_average(price) AS mean FROM recording"
        ))
      let (sum, mean) = try RawSQL("SELECT price, mean FROM total").as(Decimal.self, Decimal.self).fetchOnly(in: db)
      #expect(sum == Self.decimal("0.3") && mean == Self.decimal("0.15"))
      try db.execute(
        _RenderedStatement(sql: "CREATE VIEW twice AS SELECT postil_decimal_add(price, price) AS price FROM recording"))
      #expect(throws: DatabaseError.self) { try RawSQL("SELECT price FROM twice").as(String?.self).fetchAll(in: db) }
    }
  }
}
