import PostilQuery
import Testing

@Suite("Views")
struct ViewTests {
  let database: TestDatabase
  let db: TestTransaction

  init() throws {
    database = try TestDatabase.filled()
    db = database.transaction
  }

  @Test("A view is queried like a table")
  func query() throws {
    let query = OpenItem.where { $0.count < 3 }.order { $0.title.descending }
    #expect(
      try query.sql
        == #"SELECT t0."title", t0."count", t0."project_id" FROM "open_item" AS t0 WHERE t0."count" < ?1 "#
        + #"ORDER BY t0."title" DESC"#)
    let all = try query.fetchAll(in: db)
    #expect(all.map(\.title) == ["oil the lamp", "Report", "Oil the door"])
    #expect(all.first == OpenItem(title: "oil the lamp", count: 0, projectID: Project.ID(1)))
    #expect(try query.limit(1, offset: 1).fetchOne(in: db)?.title == "Report")
    #expect(try query.count(in: db) == 3)
    #expect(try OpenItem.where { $0.title == "none" }.exists(in: db) == false)
    #expect(try query.select { ($0.title, $0.count) }.fetchAll(in: db).map { $0.1 } == [0, -3, 2] as [Int?])
    var titles: [String] = []
    try OpenItem.order { $0.title }.forEach(in: db) { titles.append($0.title) }
    #expect(titles == ["Oil the door", "Report", "oil the lamp"])
    #expect(try OpenItem.all.fetchAll(in: db).count == 3)
  }

  @Test("A reference in a view is a to-one path")
  func path() throws {
    let query = OpenItem.where { $0.project.name == "Home" && $0.project.items.any { $0.done } }.order { $0.title }
    #expect(try query.fetchAll(in: db).map(\.title) == ["Oil the door", "oil the lamp"])
    #expect(
      try OpenItem.where { $0.project.id == Project.ID(2) }.select { $0.title }.rendered().sql
        == #"SELECT t0."title" FROM "open_item" AS t0 WHERE t0."project_id" = ?1"#)
  }

  @Test("Writes exist for a model, but not for a view")
  func writing() throws {
    // The library's own is the better match wherever it exists; these stand in where it does not.
    #expect(try isMissing { try OpenItem.all.delete(in: db) })
    #expect(try isMissing { try OpenItem.all.update(in: db) { _ in [] } })
    #expect(try isMissing { try OpenItem.delete(in: db) })
    #expect(try !isMissing { try Item.where { $0.count > 100 }.delete(in: db) })
    #expect(try !isMissing { try Item.all.update(in: db) { _ in [] } })
  }

  private func isMissing<Result>(_ body: () throws -> Result) rethrows -> Bool { try body() is Missing }
}

/// What an operation returns that the library does not have.
private struct Missing {}

extension Query {
  @_disfavoredOverload
  fileprivate func delete(in db: TestTransaction) throws -> Missing { Missing() }
  @_disfavoredOverload
  fileprivate func update(in db: TestTransaction, _ assignments: (M.Columns) -> [Never]) throws -> Missing { Missing() }
}

extension Queryable {
  @_disfavoredOverload
  fileprivate static func delete(in db: TestTransaction) throws -> Missing { Missing() }
}
