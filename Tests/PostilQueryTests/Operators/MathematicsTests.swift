import PostilQuery
import PostilTestSupport
import Testing

@Suite("Mathematical functions", .enabled(if: SQLiteFeatures.hasMathematics))
struct MathematicsTests {
  /// Checks an expression's SQL, and that it is what SQL written by hand gives for each item.
  private func expect<E: SQLExpression>(
    _ sql: String, byHand: String, sourceLocation: SourceLocation = #_sourceLocation, _ expression: (Item.Columns) -> E
  ) throws {
    let query = Item.order { $0.id }.select { expression($0) }
    let statement = try query.rendered()
    #expect(statement.sql == #"SELECT \#(sql) FROM "item" AS t0 ORDER BY t0."id""#, sourceLocation: sourceLocation)
    let database = try TestDatabase.filled()
    let rows = try database.rows("SELECT \(byHand) FROM item ORDER BY id")
    #expect(try database.rows(statement) == rows, sourceLocation: sourceLocation)
    #expect(try query.fetchAll(in: database.transaction).count == 5, sourceLocation: sourceLocation)
  }

  @Test("Each function is SQLite's")
  func functions() throws {
    try expect(#"ceil(t0."price")"#, byHand: "ceil(price)") { $0.price.roundedUp() }
    try expect(#"floor(t0."price")"#, byHand: "floor(price)") { $0.price.roundedDown() }
    try expect(#"trunc(-t0."price")"#, byHand: "trunc(-price)") { (-$0.price).roundedTowardZero() }
    try expect(#"sqrt(t0."count")"#, byHand: "sqrt(count)") { $0.count.squareRoot() }
    try expect(#"pow(t0."price", ?1)"#, byHand: "price * price") { $0.price.power(2) }
    try expect(#"pow(t0."price", t0."count")"#, byHand: "pow(price, count)") { $0.price.power($0.count) }
    try expect(#"exp(t0."count")"#, byHand: "exp(count)") { $0.count.exponential() }
    try expect(#"ln(t0."price")"#, byHand: "ln(price)") { $0.price.logarithm() }
    try expect(#"log(?1, t0."price")"#, byHand: "log10(price)") { $0.price.logarithm(base: 10) }
    try expect(#"sin(radians(t0."price"))"#, byHand: "sin(radians(price))") { $0.price.radians.sine() }
    try expect(#"cos(t0."price")"#, byHand: "cos(price)") { $0.price.cosine() }
    try expect(#"tan(t0."price")"#, byHand: "tan(price)") { $0.price.tangent() }
    try expect(#"asin(t0."price")"#, byHand: "asin(price)") { $0.price.arcSine() }
    try expect(#"acos(t0."price")"#, byHand: "acos(price)") { $0.price.arcCosine() }
    try expect(#"atan(t0."price")"#, byHand: "atan(price)") { $0.price.arcTangent() }
    try expect(#"degrees(atan2(t0."price", t0."count"))"#, byHand: "degrees(atan2(price, count))") {
      SQL.arcTangent(y: $0.price, x: $0.count).degrees
    }
  }

  @Test("A function without a result is nil")
  func undefined() throws {
    let database = try TestDatabase.filled().transaction
    let item = Item.where { $0.id == Item.ID(4) }
    #expect(try item.select { $0.count.squareRoot() }.fetchOnly(in: database) == nil)
    #expect(try item.select { $0.price.logarithm() }.fetchOnly(in: database) == nil)
    #expect(try item.select { $0.count.power(0.5) }.fetchOnly(in: database) == nil)
    #expect(try item.select { $0.count.double.arcSine() }.fetchOnly(in: database) == nil)
    #expect(try Item.where { $0.count.squareRoot() > 2 }.count(in: database) == 2)
    #expect(try item.select { $0.price.roundedUp() }.fetchOnly(in: database) == 0)
  }
}
