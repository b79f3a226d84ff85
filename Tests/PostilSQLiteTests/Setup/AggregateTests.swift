import CSQLite
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

/// What `db.add(aggregate:)` promises.
@Suite("SQL aggregates in Swift")
struct AggregateTests {
  private struct Negative: Error, Equatable, CustomStringConvertible {
    let description = "the value is negative"
  }

  /// A state that counts how many there are.
  private final class Counted: Sendable {
    let alive: Recorder<Int>
    init(_ alive: Recorder<Int>) {
      self.alive = alive
      alive.append(1)
    }
    deinit { alive.append(-1) }
  }

  private static let options = SQLiteOptions(prepareConnection: { db in
    try db.add(aggregate: "median", from: { [Double]() }) { (values: inout [Double], value: Double) in
      if value < 0 { throw Negative() }
      values.append(value)
    } result: { values -> Double? in
      values.isEmpty ? nil : values.sorted()[values.count / 2]
    }
    try db.add(aggregate: "rows", from: { 0 }) { (count: inout Int) in
      count += 1
    } result: {
      $0
    }
    try db.add(aggregate: "joined", from: { "" }) { (text: inout String, word: String?, number: Int) in
      text += "\(word ?? "nil")\(number) "
    } result: { text in
      text
    }
    try db.add(aggregate: "small", from: { 0 }) { (sum: inout Int, value: Int) in
      sum += value
    } result: { sum throws -> Int in
      if sum > 100 { throw Negative() }
      return sum
    }
    try db.add(aggregate: "bad_number", from: { 0 }) { (_: inout Int, _: Int) in
    } result: { _ in
      Double.nan
    }
  })

  private let store: SQLiteStore

  init() throws { store = try SQLiteStore.inMemory(schema: TasksSchema.self, options: Self.options) }

  private func value<Value: ColumnValue>(_ sql: String, as type: Value.Type = Value.self) throws -> Value? {
    try store.read { db in try db.value(sql, as: type) }
  }

  @Test("An aggregate has a result for each group, and for no rows")
  func groups() throws {
    #expect(try value("SELECT median(column1) FROM (VALUES (3), (1), (2.5))") == 2.5)
    #expect(try value("SELECT MEDIAN(column1) FROM (VALUES (3)) WHERE 0", as: Double?.self) == .some(nil))
    #expect(try value("SELECT rows() FROM (VALUES (3), (NULL))") == 2)
    #expect(try value("SELECT rows() FROM (VALUES (3)) WHERE 0") == 0)
    let groups =
      "SELECT column1 AS name, median(column2) AS m FROM (VALUES ('a', 1), ('b', 5), ('a', 3), ('b', 7)) GROUP BY 1"
    #expect(try value("SELECT group_concat(name || m) FROM (\(groups))") == "a3.0,b7.0")
    #expect(try value("SELECT median(column1) FILTER (WHERE column1 < 3) FROM (VALUES (1), (9))") == 1.0)
    #expect(try value("SELECT rows() + small(DISTINCT column1) FROM (VALUES (4), (4), (5))") == 12)
  }

  @Test("Rows with NULL are skipped, unless the parameter is optional")
  func null() throws {
    #expect(try value("SELECT median(column1) FROM (VALUES (NULL), (1), (NULL))") == 1.0)
    #expect(
      try value("SELECT joined(column1, column2) FROM (VALUES ('a', 1), (NULL, 2), ('b', NULL))") == "a1 nil2 ")
  }

  @Test("An error that is thrown for a row or for a result is thrown by the statement, and the next one runs")
  func thrown() throws {
    let sql = "SELECT median(column1) FROM (VALUES (1), (-1), (2))"
    let error = try #require(throws: SQLFunctionError.self) { try value(sql, as: Double.self) }
    #expect(error.function == "median" && error.underlyingError as? Negative == Negative())
    #expect(error.description == "the SQL function 'median' failed: the value is negative, in: \(sql)")
    let result = try #require(throws: SQLFunctionError.self) { try value("SELECT small(101)", as: Int.self) }
    #expect(result.function == "small" && result.underlyingError as? Negative == Negative())
    let both = "SELECT small(column1), median(-1) FROM (VALUES (200))"
    #expect(try #require(throws: SQLFunctionError.self) { try value(both, as: Int.self) }.function == "median")
    #expect(throws: SQLFunctionError.self) { try value("SELECT bad_number(1)", as: Double.self) }
    let type = try #require(throws: SQLFunctionError.self) { try value("SELECT median('x')", as: Double.self) }
    #expect("\(type.underlyingError)".contains("'argument 1'"))
    #expect(try value("SELECT small(100)") == 100)
    let window = try #require(throws: DatabaseError.self) { try value("SELECT rows() OVER ()", as: Int.self) }
    #expect(window.message == "rows() may not be used as a window function")
  }

  /// A state that is an object.
  private final class Sum: @unchecked Sendable {
    var value = 0
  }

  @Test("Each group has an object of its own as its state")
  func objects() throws {
    let options = SQLiteOptions(prepareConnection: { db in
      try db.add(aggregate: "total", from: { Sum() }) { (sum: inout Sum, value: Int) in
        sum.value += value
      } result: {
        $0.value
      }
    })
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self, options: options)
    let rows: RawSQL = "SELECT total(column2) FROM (VALUES (1, 1), (2, 20), (1, 3)) GROUP BY column1 ORDER BY column1"
    for _ in 0..<2 { #expect(try store.read { db in try rows.as(Int.self).fetchAll(in: db) } == [4, 20]) }
  }

  @Test("The state of every group is freed, also when a statement fails or is left")
  func freed() throws {
    let alive = Recorder<Int>()
    let options = SQLiteOptions(prepareConnection: { db in
      try db.add(aggregate: "tracked", from: { [Counted]() }) { (states: inout [Counted], value: Int) in
        if value < 0 { throw Negative() }
        states.append(Counted(alive))
      } result: {
        $0.count
      }
    })
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self, options: options)
    let rows: RawSQL = "SELECT tracked(column2) FROM (VALUES (1, 1), (1, 2), (2, 3)) GROUP BY column1"
    let wrong: RawSQL = "SELECT tracked(column1) FROM (VALUES (1), (-1))"
    try store.read { db in
      let (all, first) = (try rows.as(Int.self).fetchAll(in: db), try rows.as(Int.self).fetchOne(in: db))
      #expect(all == [2, 1] && first == 2)
      #expect(throws: SQLFunctionError.self) { try wrong.as(Int.self).fetchAll(in: db) }
    }
    #expect(alive.values.reduce(0, +) == 0 && alive.values.count > 8)
  }
}
