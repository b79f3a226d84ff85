import Foundation
import PostilQuery
import Testing

@Suite("Raw SQL")
struct RawSQLTests {
  private func expect(
    _ raw: RawSQL, _ sql: String, _ bindings: [BoundValue] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let statement = try raw.rendered()
    #expect(statement.sql == sql, sourceLocation: sourceLocation)
    #expect(statement.bindings == bindings, sourceLocation: sourceLocation)
  }

  private func expect(
    _ mistake: RawSQLMistake, _ raw: RawSQL, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: QueryError.self, sourceLocation: sourceLocation) { try raw.rendered() }
    guard case .rawSQL(let found, _) = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(found == mistake, sourceLocation: sourceLocation)
  }

  @Test("A value of any type becomes a binding")
  func values() throws {
    let (text, note): (String, String?) = ("it's", nil)
    try expect("SELECT \(7), \(text), \(note)", "SELECT ?1, ?2, ?3", [.integer(7), .text("it's"), .null])
    try expect("SELECT \(Item.ID(3)), \(Priority.high)", "SELECT ?1, ?2", [.integer(3), .integer(2)])
    try expect("SELECT \([1, 2] as [UInt8]), \(Data([3]))", "SELECT ?1, ?2", [.blob([1, 2]), .blob([3])])
    let date = Date(timeIntervalSince1970: 5)
    try expect("SELECT \(date, as: UnixSeconds.self)", "SELECT ?1", [.integer(5)])
    try expect("SELECT \(1)0", "SELECT ?1 0", [.integer(1)])
    try expect("SELECT 1 WHERE \(2)=2", "SELECT 1 WHERE ?1=2", [.integer(2)])
  }

  @Test("A multi-column key is a row value")
  func keys() throws {
    let key = Release.ID(name: "postil", version: 1)
    try expect(
      "SELECT 1 WHERE (name, version) = \(key)", "SELECT 1 WHERE (name, version) = (?1, ?2)",
      [.text("postil"), .integer(1)])
    let sql = RawSQL(
      "SELECT count(*) FROM release WHERE (name, version) IN \([key, Release.ID(name: "x", version: 2)])")
    try expect(
      sql, "SELECT count(*) FROM release WHERE (name, version) IN (VALUES (?1, ?2), (?3, ?4))",
      [.text("postil"), .integer(1), .text("x"), .integer(2)])
    #expect(try TestDatabase.filled().rows(sql.rendered()) == ["1"])
    let none = RawSQL("SELECT count(*) FROM release WHERE (name, version) IN \([] as [Release.ID])")
    #expect(try TestDatabase.filled().rows(none.rendered()) == ["0"])
  }

  @Test("Values can be a list of any length")
  func projects() throws {
    try expect("SELECT 1 IN \([1, 2])", "SELECT 1 IN (?1, ?2)", [.integer(1), .integer(2)])
    try expect("SELECT 1 IN \(1...3)", "SELECT 1 IN (?1, ?2, ?3)", [.integer(1), .integer(2), .integer(3)])
    try expect("SELECT 1 IN \([] as [Int])", "SELECT 1 IN ()")
    let database = try TestDatabase.filled()
    let many = RawSQL("SELECT count(*) FROM item WHERE id IN \(Set(2...50_000))")
    #expect(try many.rendered().bindings.count == 1)
    #expect(try database.rows(many.rendered()) == ["4"])
    let prices = RawSQL("SELECT count(*) FROM item WHERE price IN \((0..<20).map { Double($0) + 0.25 })")
    #expect(try database.rows(prices.rendered()) == ["1"])
    let texts = RawSQL("SELECT count(*) FROM item WHERE title NOT IN \((0..<20).map { "\($0)\0" } + ["Report", "x"])")
    #expect(try database.rows(texts.rendered()) == ["4"])
    let bytes = RawSQL("SELECT count(*) FROM asset WHERE bytes IN \((0..<20).map { Data([$0]) })")
    #expect(try database.rows(bytes.rendered()) == ["1"])
  }

  @Test("Columns, tables and names are quoted")
  func names() throws {
    try expect(
      "SELECT \(Project.allColumns) FROM \(Project.self) WHERE \(Project.columns.name) = \("Home")",
      #"SELECT "id", "name" FROM "project" WHERE "name" = ?1"#, [.text("Home")])
    try expect(
      "SELECT \(Project.allColumns, of: "l"), i.\(Item.columns.title) FROM \(Project.self) l JOIN \(Item.self) i",
      #"SELECT "l"."id", "l"."name", i."title" FROM "project" l JOIN "item" i"#)
    try expect("SELECT \(identifier: #"a" ; --"#)", #"SELECT "a"" ; --""#)
    try expect("SELECT \(Item.columns.project.id)", #"SELECT "project_id""#)
    try expect("SELECT \(Item.columns.price * 2 > 5)", #"SELECT ("price" * ?1 > ?2)"#, [.real(2), .real(5)])
  }

  @Test("A query and a selection become subqueries")
  func subqueries() throws {
    let projects = Project.where { $0.name == "Home" }.select { $0.id }
    let raw = RawSQL("SELECT count(*) FROM item WHERE project_id IN \(projects) AND price > \(1.0)")
    try expect(
      raw,
      #"SELECT count(*) FROM item WHERE project_id IN (SELECT t0."id" FROM "project" AS t0 WHERE t0."name" = ?1) AND price > ?2"#,
      [.text("Home"), .real(1)])
    #expect(try TestDatabase.filled().rows(raw.rendered()) == ["3"])
    let rows = RawSQL("SELECT count(*) FROM \(Item.where { $0.done }) AS d WHERE EXISTS \(Project.all)")
    #expect(try TestDatabase.filled().rows(rows.rendered()) == ["2"])
  }

  @Test("The places of the queries in a statement are known, as another engine than SQLite translates them")
  func placesOfQueries() throws {
    let home = Project.where { $0.name == "Hö" }
    let nested: RawSQL = "project_id IN \(home.select { $0.id })"
    let inner = Item.where { $0.done && SQLPredicate(raw: "EXISTS \(Project.all)") }
    let statement = try RawSQL("SELECT 'ö', \(1) FROM \(inner) AS d WHERE \(nested) AND \(Item.columns.done)")
      .rendered()
    let queries = statement.queries.map { String(decoding: Array(statement.sql.utf8)[$0], as: UTF8.self) }
    #expect(queries.count == 2)
    #expect(queries[0].hasPrefix("(SELECT t0.") && queries[0].contains("EXISTS (SELECT"))
    #expect(queries[1] == #"(SELECT t2."id" FROM "project" AS t2 WHERE t2."name" = ?2)"#)
    #expect(try Item.where { $0.done && SQLPredicate(raw: "\(nested)") }.rendered().queries.isEmpty)
  }

  @Test("Fragments are concatenated with their values")
  func fragments() throws {
    let conditions: [RawSQL] = ["price > \(1.0)", "title LIKE \("%oil%") -- in any case", "NOT done"]
    let raw = RawSQL("SELECT id FROM item WHERE \(conditions.joined(separator: " AND ")) ORDER BY id")
    try expect(
      raw, "SELECT id FROM item WHERE price > ?1 AND title LIKE ?2 -- in any case\n AND NOT done ORDER BY id",
      [.real(1), .text("%oil%")])
    #expect(try TestDatabase.filled().rows(raw.rendered()) == ["1", "2"])
    #expect(try [RawSQL]().joined(separator: ", ").sql == "")
  }

  @Test("A fragment can be an expression in a query")
  func expressions() throws {
    try expectItems(#" WHERE (unicode(t0."title") = ?1)"#, [1], bindings: [.integer(79)]) {
      SQLPredicate(raw: "unicode(\($0.title)) = \(79)")
    }
    try expectItems(#" WHERE (t0."price" > ?1) AND t0."done" = 0"#, [2], bindings: [.real(2)]) {
      SQLPredicate(raw: "\($0.price) > \(2.0)") && !$0.done
    }
    try expectItems(#" WHERE (t0."price" > ?1 -- a comment"# + "\n) IS NOT TRUE", [1, 4]) {
      !SQLPredicate(raw: "\($0.price) > \(2.0) -- a comment")
    }
    try expectSelection(
      Project.order { $0.id }.select { ($0.name, SQLOperation<Int>(raw: "unicode(\($0.name))") + 1) },
      sql: #"SELECT t0."name", (unicode(t0."name")) + ?1 FROM "project" AS t0 ORDER BY t0."id""#,
      rows: ["Home|73", "Work|88", "Empty|70"])
  }

  @Test("Paths and subqueries in a fragment belong to the query")
  func paths() throws {
    let query = Item.where { SQLPredicate(raw: "lower(\($0.project.name)) = \("home")") }
    #expect(
      try query.sql.hasSuffix(#"JOIN "project" AS t1 ON t1."id" = t0."project_id" WHERE (lower(t1."name") = ?1)"#))
    #expect(try query.count(in: TestDatabase.filled().transaction) == 3)
    let busy = Item.where { item in SQLPredicate(raw: "\(item.tags.count) > \(1)") }
    #expect(try busy.count(in: TestDatabase.filled().transaction) == 2)
    let correlated = Project.where { project in
      SQLPredicate(raw: "\(2.0) < (SELECT max(price) FROM \(Item.where { $0.projectID == project.id }))")
    }
    #expect(
      try correlated.order { $0.id }.fetchAll(in: TestDatabase.filled().transaction).map(\.name) == ["Home", "Work"])
  }

  @Test("A selected condition is never NULL")
  func selectedCondition() throws {
    try expectSelection(
      Item.order { $0.id }.limit(2).select { SQLPredicate(raw: "\($0.note) > \("")") },
      sql: #"SELECT (t0."note" > ?1) IS TRUE FROM "item" AS t0 ORDER BY t0."id" LIMIT ?2"#, rows: ["0", "1"])
  }

  @Test("A value that can't be a parameter is refused")
  func quotes() throws {
    expect(.interpolationInQuotes, "SELECT '\(1)'")
    expect(.interpolationInQuotes, #"SELECT "\#(identifier: "x")""#)
    expect(.interpolationInQuotes, "SELECT [\(1)]")
    expect(.interpolationInQuotes, "SELECT 'it''s \(1)'")
    expect(.interpolationInComment, "SELECT 1 -- \(1)")
    expect(.interpolationInComment, "SELECT 1 /* \(1) */")
    expect(.interpolationInComment, "SELECT 1 /*/ \(1) */")
    expect(.parameter, "SELECT ?")
    expect(.parameter, "SELECT :name")
    expect(.parameter, "SELECT @name")
    expect(.parameter, "SELECT $name")
    expect(.notClosed, "SELECT 'x")
    expect(.notClosed, "SELECT 1 /* x")
    expect(.notClosed, "SELECT \("x" as RawSQL) \("'" as RawSQL) '")
    try expect(
      "SELECT '?', \"?\", ':x' -- ? @x\n, a$b, 1 /* ? */, \(1)",
      "SELECT '?', \"?\", ':x' -- ? @x\n, a$b, 1 /* ? */, ?1", [.integer(1)])
  }

  @Test("A fragment in a query can't end it, or have unbalanced parentheses")
  func parts() throws {
    func mistake(_ raw: RawSQL) -> RawSQLMistake? {
      do throws(QueryError) {
        _ = try Item.where { _ in SQLPredicate(raw: raw) }.rendered()
      } catch {
        if case .rawSQL(let mistake, _) = error { return mistake }
      }
      return nil
    }
    #expect(mistake("1) OR (1") == .unbalancedParentheses)
    #expect(mistake("(1") == .unbalancedParentheses)
    #expect(mistake("1)") == .unbalancedParentheses)
    #expect(mistake("1; DELETE FROM item") == .semicolon)
    #expect(mistake("1 -- one") == nil)
    #expect(mistake("1 /* ( */") == nil)
    #expect(mistake("')' = ';'") == nil)
  }

  @Test("A column outside a query is allowed only in a raw statement")
  func columnsOfNoQuery() throws {
    let query = Item.where { $0.title == Item.columns.note }
    #expect(throws: QueryError.columnOutOfScope(table: "item", column: "note")) { try query.rendered() }
    // In a subquery the name would be that of the subquery's own table.
    #expect(throws: QueryError.columnOutOfScope(table: "item", column: "id")) {
      try RawSQL("SELECT \(Item.columns.steps.count) FROM \(Item.self)").rendered()
    }
    expect(.path(column: "name"), "SELECT \(Item.columns.project.name) FROM \(Item.self)")
    var kept: Column<Item, String>?
    _ = Item.where {
      kept = $0.title
      return $0.done
    }
    let title = try #require(kept)
    #expect(throws: QueryError.columnOutOfScope(table: "item", column: "title")) {
      try RawSQL("SELECT \(title) FROM item").rendered()
    }
  }

  @Test("No value is interpreted as SQL", arguments: InjectionTests.attempts)
  func injection(_ text: String) throws {
    let database = try TestDatabase.filled()
    let raw = RawSQL(
      "SELECT \(text), \(text) IN \([text, "x"]), \(identifier: text) FROM (SELECT 1 AS \(identifier: text))")
    #expect(try database.rows(raw.rendered()) == ["\(text)|1|1"])
    #expect(try raw.rendered().bindings.count == 4)
  }

  @Test("Rows are read as models and as values")
  func reading() throws {
    let db = try TestDatabase.filled().transaction
    let projects = RawSQL("SELECT \(Project.allColumns) FROM \(Project.self) WHERE id < \(3) ORDER BY id").as(
      Project.self)
    #expect(try projects.fetchAll(in: db).map(\.name) == ["Home", "Work"])
    #expect(try projects.fetchOne(in: db)?.name == "Home")
    let counts = RawSQL("SELECT project_id, count(*), max(note) FROM item GROUP BY 1 ORDER BY 1")
      .as(Project.ID.self, Int.self, String?.self)
    #expect(try counts.fetchAll(in: db).map(\.1) == [3, 2])
    #expect(try counts.fetchOne(in: db)?.0 == Project.ID(1))
    var notes: [String?] = []
    try counts.forEach(in: db) { _, _, note in notes.append(note) }
    #expect(notes == ["a*b?[c]", ""])
    let dates = try RawSQL("SELECT due_at FROM item WHERE id = \(1)").as(Date.self).fetchAll(in: db)
    #expect(dates.map { $0.timeIntervalSince1970 } == [1_767_225_600])
    #expect(try RawSQL("DELETE FROM item_tags WHERE item_id = \(1)").execute(in: db) == 2)
  }

  @Test("Printing shows the SQL, or the error in it")
  func description() {
    #expect("\(RawSQL("SELECT \(1)"))" == "SELECT ?1")
    #expect("\(RawSQL("SELECT \(1)").as(Int.self))" == "SELECT ?1")
    #expect("\(RawSQL("SELECT '\(1)'"))".hasPrefix("(no query: in raw SQL an interpolation is inside quotes"))
  }

  @Test("The common table expressions of an embedded query come before the surrounding SQL")
  func commonTables() throws {
    let lines = Project.where { $0.name != "" }.select {
      Line.Columns(title: $0.name, projectName: $0.name, number: 1)
    }
    .commonTable()
    let (both, counts) = (lines.union(lines), #"AS (SELECT 1 AS x) SELECT count(*), x FROM w, "#)
    func expect(_ raw: RawSQL, prefix: String, middle: String) throws {
      let statement = try raw.rendered()
      #expect(statement.sql.hasPrefix(prefix), "\(statement.sql)")
      #expect(statement.sql.contains(middle), "\(statement.sql)")
      #expect(try TestDatabase.filled().rows(statement).first?.hasSuffix("|1") ?? false)
    }
    try expect("SELECT count(*), 1 FROM \(both)", prefix: #"WITH t"#, middle: ") SELECT count(*), 1 FROM (")
    try expect(
      "WITH w AS (SELECT 1 AS x) SELECT count(*), x FROM w, \(both)", prefix: "WITH t", middle: "), w " + counts)
    try expect(
      """
      -- WITH is a word of a comment
       /* and
      here */ with
        recursive w AS (SELECT 1 AS x) SELECT count(*), x FROM w, \(both)
      """, prefix: "WITH RECURSIVE t", middle: "), w " + counts)
    let own: RawSQL = "WITH w AS (SELECT 1 AS x) SELECT x FROM w"
    #expect(try own.sql == "WITH w AS (SELECT 1 AS x) SELECT x FROM w")
  }
}
