import PostilQuery
import Testing

@testable import PostilSQLite

private struct Stop: Error, Equatable {}

@Suite struct StatementTests {
  let store: SQLiteStore

  init() throws {
    store = try .inMemory(schema: TasksSchema.self, options: SQLiteOptions(cachedStatements: 4))
    try store.write { db in for name in ["a", "b", "c"] { try db.insertProject(name) } }
  }

  @Test func aFixedStatementCanBeUsedInsideALoopOverItsOwnRows() throws {
    try store.read { db in
      var pairs: [String] = []
      try db.forEachRow(Statements.projectNames, bind: { _ in }) { outer in
        let first: String = try outer.read()
        try db.forEachRow(Statements.projectNames, bind: { _ in }) { inner in
          let second: String = try inner.read()
          try db.forEachRow(Statements.projectNames, bind: { _ in }) { pairs.append(first + second + (try $0.read())) }
        }
      }
      #expect(pairs.count == 27)
      #expect(Set(pairs).count == 27)
      #expect(pairs.first == "aaa" && pairs.last == "ccc")
    }
  }

  @Test func aRenderedStatementCanBeUsedInsideALoopOverItsOwnRows() throws {
    try store.read { db in
      func names(from name: String) -> _RenderedStatement {
        _RenderedStatement(sql: #"SELECT "name" FROM "project" WHERE "name" >= ?1 ORDER BY 1"#, bindings: [.text(name)])
      }
      var pairs: [String] = []
      try db.forEachRow(names(from: "b")) { outer in
        let first: String = try outer.read()
        try db.forEachRow(names(from: "a")) { pairs.append(first + (try $0.read())) }
        // The cache is too small for these, and must not evict what runs.
        for number in 0..<10 { #expect(try db.value("SELECT \(number)") == number) }
      }
      #expect(pairs == ["ba", "bb", "bc", "ca", "cb", "cc"])
    }
  }

  @Test func textsThatStringTakesForEqualAreDifferentStatements() throws {
    try store.read { db in
      // A composed and a decomposed letter, and two marks in either order.
      for (one, other) in [("\u{E9}", "e\u{301}"), ("a\u{301}\u{323}", "a\u{323}\u{301}")] {
        #expect(one == other)
        let first: [UInt8]? = try db.value("SELECT CAST('\(one)' AS BLOB)")
        let second: [UInt8]? = try db.value("SELECT CAST('\(other)' AS BLOB)")
        #expect(first == Array(one.utf8) && second == Array(other.utf8))
      }
    }
  }

  @Test func aStatementIsFinishedAlsoWhenTheBodyThrows() throws {
    for _ in 0..<3 {
      #expect(throws: Stop()) {
        try store.read { db in try db.forEachRow(Statements.projectNames, bind: { _ in }) { _ in throw Stop() } }
      }
      #expect(throws: Stop()) {
        try store.read { db in try db.fetchFirst(Statements.findProject, bind: { _ in throw Stop() }) { _ in } }
      }
    }
    // A statement left running would keep the table from being dropped.
    try store.write { db in
      try db.forEachRow(Statements.projectNames, bind: { _ in }) { _ in }
      try db.execute(_RenderedStatement(sql: "CREATE TABLE extra (n)"))
      #expect(throws: Stop()) {
        try db.forEachRow(_RenderedStatement(sql: "SELECT 1 FROM project")) { _ in throw Stop() }
      }
      try db.execute(_RenderedStatement(sql: "DROP TABLE extra"))
    }
  }

  @Test func manyMoreTextsThanTheCacheHoldsGiveTheRightRows() throws {
    try store.read { db in
      for round in 0..<3 {
        for number in 0..<50 {
          let sum: Int? = try db.value("SELECT \(number) + ?1", .integer(Int64(round)))
          #expect(sum == number + round)
        }
      }
    }
  }

  @Test func manyFixedStatementsAreToldApart() throws {
    // Statements that begin inside one another's text: only where they begin tells them apart.
    try store.read { db in
      for statement in FixedNumbers.all {
        let number: Int? = try db.fetchFirst(statement.0, bind: { _ in }) { try $0.read() }
        #expect(number == statement.1)
      }
      for statement in FixedNumbers.all.reversed() {
        let number: Int? = try db.fetchFirst(statement.0, bind: { _ in }) { try $0.read() }
        #expect(number == statement.1)
      }
    }
  }

  @Test func parametersAndValuesMustMatchInNumber() throws {
    try store.write { db in
      #expect(throws: TransactionMisuse.parameterCount(sql: "SELECT ?1, ?2", expected: 2, bound: 1)) {
        try db.value("SELECT ?1, ?2", .integer(1), as: Int.self)
      }
      #expect(throws: TransactionMisuse.parameterCount(sql: "SELECT ?1", expected: 1, bound: 2)) {
        try db.value("SELECT ?1", .integer(1), .text("x"), as: Int.self)
      }
      #expect(throws: TransactionMisuse.self) { try db.execute(Statements.insertProject, bind: { _ in }) }
      let count = try db.countProjects()
      #expect(count == 3)
    }
  }

  @Test func textThatIsNotOneStatementIsRefused() throws {
    try store.write { db in
      #expect(throws: TransactionMisuse.self) { try db.execute(_RenderedStatement(sql: "  -- nothing\n")) }
      #expect(throws: TransactionMisuse.self) {
        try db.execute(_RenderedStatement(sql: "DELETE FROM item; DELETE FROM project"))
      }
      let seven: Int? = try db.value("SELECT 7 ; -- that was it\n ; ")
      #expect(seven == 7)
      let count = try db.countProjects()
      #expect(count == 3)
    }
  }

  @Test func aStatementGoesOnWorkingWhenTheSchemaChanges() throws {
    try store.write { db in
      #expect(try db.projectNames().count == 3)
      try db.execute(_RenderedStatement(sql: "CREATE INDEX extra ON project (name DESC)"))
      #expect(try db.projectNames().count == 3)
      try db.execute(_RenderedStatement(sql: "DROP INDEX extra"))
      #expect(try db.projectNames().count == 3)
    }
    // Statements that begin and end transactions are prepared anew too.
    try store.write { db in try db.connection.run("PRAGMA recursive_triggers = ON") }
    try? store.write { db in
      try db.execute(_RenderedStatement(sql: "CREATE TABLE extra (n)"))
      throw Stop()
    }
    try store.write { db in try db.savepoint { try db.insertProject("d") } }
    #expect(try store.read { db in try db.countProjects() } == 4)
  }

  @Test func readingMoreColumnsThanThereAreIsAnError() throws {
    try store.read { db in
      _ = #expect(throws: ColumnDecodingError.self) {
        try db.fetchFirst(_RenderedStatement(sql: "SELECT 1")) { row in (try row.read(Int.self), try row.read(Int.self))
        }
      }
    }
  }
}

private enum FixedNumbers {
  static let all: [(FixedStatement, Int)] = [
    (FixedStatement("SELECT 1"), 1), (FixedStatement("SELECT 12"), 12), (FixedStatement("SELECT 123"), 123),
    (FixedStatement(" SELECT 1"), 1), (FixedStatement("  SELECT 12"), 12), (FixedStatement("SELECT 2"), 2),
    (FixedStatement("SELECT 3"), 3), (FixedStatement("SELECT 4"), 4), (FixedStatement("SELECT 5"), 5),
    (FixedStatement("SELECT 6"), 6), (FixedStatement("SELECT 7"), 7), (FixedStatement("SELECT 8"), 8),
    (FixedStatement("SELECT 9"), 9), (FixedStatement("SELECT 10"), 10), (FixedStatement("SELECT 11"), 11),
    (FixedStatement("SELECT 13"), 13), (FixedStatement("SELECT 14"), 14), (FixedStatement("SELECT 15"), 15),
    (FixedStatement("SELECT 16"), 16), (FixedStatement("SELECT 17"), 17), (FixedStatement("SELECT 18"), 18),
    (FixedStatement("SELECT 19"), 19), (FixedStatement("SELECT 20"), 20), (FixedStatement("SELECT 21"), 21),
    (FixedStatement("SELECT 22"), 22), (FixedStatement("SELECT 23"), 23), (FixedStatement("SELECT 24"), 24),
    (FixedStatement("SELECT 25"), 25), (FixedStatement("SELECT 26"), 26), (FixedStatement("SELECT 27"), 27),
    (FixedStatement("SELECT 28"), 28), (FixedStatement("SELECT 29"), 29), (FixedStatement("SELECT 30"), 30),
    (FixedStatement("SELECT 31"), 31), (FixedStatement("SELECT 32"), 32), (FixedStatement("SELECT 33"), 33),
    (FixedStatement("SELECT 34"), 34), (FixedStatement("SELECT 35"), 35), (FixedStatement("SELECT 36"), 36),
  ]
}
