import Foundation
import PostilQuery
import Testing

extension Item {
  fileprivate static var open: Query<Item> { Item.where { !$0.done } }
}

extension Query where M == Item {
  fileprivate func urgent() -> Self { self.where { $0.priority == .high } }

  fileprivate func titled(_ texts: [String]) -> Self {
    texts.reduce(self) { query, text in query.where { $0.title.containsIgnoringCase(text) } }
  }
}

extension Item.Columns {
  fileprivate var isLarge: SQLPredicate { count > 1 }
  fileprivate func costs(atLeast price: Double) -> SQLPredicate { self.price >= price }
}

/// A piece that is of use for every model.
private func newest<M: Model>(_ query: Query<M>, _ count: Int) -> Query<M> where M.Columns: HasProjectID {
  query.where { $0.projectID == Project.ID(1) }.limit(count)
}

private protocol HasProjectID { var projectID: Column<Item, Project.ID> { get } }
extension Item.Columns: HasProjectID {}

@Suite("Composing queries")
struct CompositionTests {
  @Test("Parts of queries can be static members, methods and functions")
  func pieces() throws {
    try expectQuery(
      Item.open.urgent(), sql: #"SELECT t0.* FROM "item" AS t0 WHERE t0."done" = 0 AND t0."priority" = ?1"#, rows: ["4"]
    )
    try expectQuery(
      newest(Item.open.order { $0.id }, 1),
      sql: #"SELECT t0.* FROM "item" AS t0 WHERE t0."done" = 0 AND t0."project_id" = ?1 ORDER BY t0."id" LIMIT ?2"#,
      rows: ["1"])
    try expectQuery(
      Item.where { $0.isLarge && $0.costs(atLeast: 2) }.order { $0.id },
      sql: #"SELECT t0.* FROM "item" AS t0 WHERE t0."count" > ?1 AND t0."price" >= ?2 ORDER BY t0."id""#,
      rows: ["3", "5"])
  }

  @Test("Parts of queries can be used for relationships and in subqueries")
  func nested() throws {
    let projects = Project.where { $0.items.any { $0.isLarge && $0.costs(atLeast: 100) } }
    try expectQuery(
      projects,
      sql:
        #"SELECT t0.* FROM "project" AS t0 WHERE EXISTS (SELECT 1 FROM "item" AS t1 WHERE t1."project_id" = t0."id" "#
        + #"AND t1."count" > ?1 AND t1."price" >= ?2)"#, rows: ["1"])
  }

  @Test("A loop can add conditions")
  func loops() throws {
    try expectQuery(
      Item.all.titled(["oil", "door"]),
      sql: #"SELECT t0.* FROM "item" AS t0 WHERE t0."title" LIKE +?1 ESCAPE ?2 AND t0."title" LIKE +?3 ESCAPE ?4"#,
      rows: ["1"])
    var any = SQLPredicate(false)
    _ = any
    let query = Item.where { item in
      any = SQLPredicate(false)
      for count in [2, 5] { any = any || item.count == count }
      return any
    }
    #expect(try query.count(in: TestDatabase.filled().transaction) == 2)
  }

  @Test("A filter without a value keeps every row")
  func optionalFilters() throws {
    func items(titled title: String?, before date: Date?, in projects: [Project.ID]?) -> Query<Item> {
      Item.where(ifPresent: title) { $0.title == $1 }
        .where(ifPresent: date) { $0.dueAt < $1 }
        .where(ifPresent: projects) { $0.projectID.in($1) }
    }
    #expect(try items(titled: nil, before: nil, in: nil).sql == Item.all.sql)
    try expectQuery(
      items(titled: "Report", before: nil, in: [Project.ID(2)]),
      sql: #"SELECT t0.* FROM "item" AS t0 WHERE t0."title" = ?1 AND t0."project_id" IN (?2)"#, rows: ["4"])
    try expectQuery(
      items(titled: nil, before: .distantFuture, in: []),
      sql: #"SELECT t0.* FROM "item" AS t0 WHERE t0."due_at" < ?1 AND FALSE"#, rows: [])
  }

  @Test("A query can be sent to another task")
  func sendable() async throws {
    let (query, selection) = (Item.open.urgent(), Item.open.select { ($0.title, $0.project.name) })
    let raw = RawSQL("SELECT \(Item.allColumns) FROM \(query) ORDER BY \(1)").as(Item.self)
    let texts = try await Task.detached { try [query.sql, "\(selection)", "\(raw)"] }.value
    #expect(texts == [try query.sql, "\(selection)", "\(raw)"])
  }
}
