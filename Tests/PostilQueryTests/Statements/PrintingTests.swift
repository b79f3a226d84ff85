import PostilQuery
import Testing

@Suite("Printing a query")
struct PrintingTests {
  private let open = Item.where { !$0.done }

  @Test("Printing shows the SQL of every kind of query")
  func everyKind() throws {
    let from = #"FROM "item" AS t0 WHERE t0."done" = 0"#
    let statements: [(any SQLStatement, prefix: String, contains: String)] = [
      (open, "SELECT t0.", from),
      (open.select { $0.title }, #"SELECT t0."title" "#, from),
      (open.select { ($0.title, $0.count) }.distinct(), #"SELECT DISTINCT t0."title", t0."count" "#, from),
      (open.select { $0.title }.union(Project.select { $0.name }), #"SELECT t0."title" "#, " UNION SELECT "),
      (Item.join(Project.self) { $0.projectID == $1.id }, #"SELECT t0."id""#, #" JOIN "project" AS t1 ON "#),
      (Item.leftJoin(Project.self) { $0.projectID == $1.id }, #"SELECT t0."id""#, #" LEFT JOIN "project" AS t1 ON "#),
      (open.group { ($0.projectID, $0.done) }, #"SELECT t0."project_id", t0."done" "#, " GROUP BY "),
      (
        open.group { $0.projectID }.select { ($0.projectID, SQL.count()) }, #"SELECT t0."project_id", count(*) "#,
        " GROUP BY "
      ),
      (open.updating { [$0.title.set("x")] }, #"UPDATE "item" AS t0 SET "title" = ?1"#, #" WHERE t0."done" = 0"#),
      (open.deleting(), #"DELETE FROM "item" AS t0 WHERE"#, ""),
      (open.deleting().returning(), #"DELETE FROM "item" AS t0 WHERE"#, #" RETURNING "id", "#),
      (open.deleting().returning { $0.title }, #"DELETE FROM "item" AS t0 WHERE"#, #" RETURNING "item"."title""#),
      (RawSQL("SELECT \(1)"), "SELECT ?1", ""),
      (RawSQL("SELECT \(1)").as(Int.self), "SELECT ?1", ""),
      (
        RawSQL("SELECT \(Project.allColumns) FROM \(Project.self)").as(Project.self), #"SELECT "id", "#,
        #" FROM "project""#
      ),
    ]
    for (statement, prefix, part) in statements {
      let text = "\(statement)"
      #expect(text == (try statement.rendered(for: .sqlite).sql))
      #expect(text.hasPrefix(prefix), "\(text)")
      #expect(part.isEmpty || text.contains(part), "\(text)")
    }
  }

  @Test("Printing shows every statement of a query with loaded relationships, one per line")
  func eager() throws {
    let lines = "\(open.with { ($0.project, $0.tags) })".split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("SELECT ") })
  }

  @Test("Printing shows why there is no SQL")
  func mistakes() {
    #expect("\(open.where { _ in SQL.count() > 1 })".hasPrefix("(no query: aggregates such as"))
    #expect("\(open.group { $0.title }.order { $0.done })".hasPrefix("(no query: the column 'done'"))
  }

  @Test("An update without assignments prints the statement that counts its rows")
  func emptyUpdate() throws {
    let update = open.updating { _ in [] }
    #expect("\(update)".hasPrefix("SELECT count(*) FROM \"item\" AS t0 WHERE"))
    #expect("\(update.returning { $0.title })".hasPrefix("SELECT t0.\"title\" FROM"))
  }

  @Test("Explaining uses the printed statement with its values")
  func explains() throws {
    let db = try TestDatabase.filled().transaction
    let query = Item.where { $0.id == Item.ID(1) }
    #expect(try query.explain(in: db).sql == query.sql)
    #expect("\(try query.explain(in: db))" == "└─ SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)")
    #expect(try open.with { ($0.project, $0.tags) }.explain(in: db).count == 3)
    #expect(try !open.updating { _ in [] }.explain(in: db).steps.isEmpty)
  }

  @Test("Printing always gives the same statement")
  func equality() throws {
    let (one, other) = (try open.rendered(), try open.rendered())
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
  }
}
