import Foundation
import PostilQuery
import Testing

@Suite("Pagination")
struct PageTests {
  /// The condition, order and limit of the page behind the first page of one row.
  private func second<M: Queryable>(_ query: Query<M>, in database: TestDatabase) throws -> _RenderedStatement {
    let first = try query.page(size: 1).fetch(in: database.transaction)
    let next: Cursor<M> = try #require(first.next)
    return try query.page(after: next, size: 2).rendered()
  }

  private func expectSecond<M: Queryable>(
    _ query: Query<M>, _ tail: String, _ values: [BoundValue]? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let statement = try second(query, in: TestDatabase.filled())
    #expect(statement.sql.hasSuffix(tail), "\(statement.sql)", sourceLocation: sourceLocation)
    if let values { #expect(statement.bindings == values + [.integer(3)], sourceLocation: sourceLocation) }
  }

  @Test("The first page is sorted with the key, and reads one extra row")
  func first() throws {
    let request = Item.order { $0.title }.page(size: 2)
    #expect(
      abbreviate(try request.sql, Item.table)
        == #"SELECT t0.*, t0."title", t0."id" FROM "item" AS t0 ORDER BY t0."title", t0."id" LIMIT ?1"#)
    #expect(try request.rendered().bindings == [.integer(3)])
    let page = try request.fetch(in: TestDatabase.filled().transaction)
    #expect(page.rows.map(\.id.rawValue) == [1, 3])
    #expect(page.hasMore && page.next == page.end && page.previous == nil)
    #expect(page.start != page.end)
  }

  @Test("Columns with one direction and without NULL are compared as a row value")
  func rowValues() throws {
    try expectSecond(
      Item.order { ($0.priority, $0.title) },
      #"FROM "item" AS t0 WHERE (t0."priority", t0."title", t0."id") > (?1, ?2, ?3) "#
        + #"ORDER BY t0."priority", t0."title", t0."id" LIMIT ?4"#,
      [.integer(0), .text("Oil the door"), .integer(1)])
    try expectSecond(
      Item.where { !$0.done }.order { $0.priority.descending },
      #"WHERE t0."done" = 0 AND (t0."priority", t0."id") < (?1, ?2) "#
        + #"ORDER BY t0."priority" DESC, t0."id" DESC LIMIT ?3"#)
    try expectSecond(
      Item.order { $0.project.name },
      #"WHERE (t1."name", t0."id") > (?1, ?2) ORDER BY t1."name", t0."id" LIMIT ?3"#)
    try expectSecond(Item.all, #"WHERE t0."id" > ?1 ORDER BY t0."id" LIMIT ?2"#, [.integer(1)])
  }

  @Test("A complete unique key ends the sort terms, and no key is repeated")
  func unique() throws {
    try expectSecond(
      Item.order { ($0.title, $0.id.descending, $0.price) },
      #"WHERE t0."title" >= ?1 AND (t0."title" > ?2 OR t0."id" < ?3) ORDER BY t0."title", t0."id" DESC LIMIT ?4"#)
    try expectSecond(
      Release.order { $0.version.descending },
      #"WHERE (t0."version", t0."name") < (?1, ?2) ORDER BY t0."version" DESC, t0."name" DESC LIMIT ?3"#)
    try expectSecond(
      Release.order { ($0.version, $0.name, $0.notes) },
      #"WHERE (t0."version", t0."name") > (?1, ?2) ORDER BY t0."version", t0."name" LIMIT ?3"#)
  }

  @Test("Mixed directions, NULL and expressions are compared term by term")
  func expanded() throws {
    try expectSecond(
      Item.order { ($0.priority.descending, $0.title) },
      #"WHERE t0."priority" <= ?1 AND (t0."priority" < ?2 OR t0."title" >= ?3 AND (t0."title" > ?4 OR t0."id" > ?5)) "#
        + #"ORDER BY t0."priority" DESC, t0."title", t0."id" LIMIT ?6"#)
    // The first row has no value, and NULL comes first.
    try expectSecond(
      Item.order { $0.dueAt },
      #"WHERE t0."due_at" IS NOT NULL OR t0."id" > ?1 ORDER BY t0."due_at", t0."id" LIMIT ?2"#, [.integer(2)])
    try expectSecond(
      Item.order { $0.dueAt.ascending(nulls: .last) },
      #"WHERE t0."due_at" > ?1 OR t0."due_at" IS NULL OR t0."due_at" = ?2 AND t0."id" > ?3 "#
        + #"ORDER BY t0."due_at" NULLS LAST, t0."id" LIMIT ?4"#)
    try expectSecond(
      Item.where { $0.dueAt == nil }.order { $0.dueAt.descending },
      #"WHERE t0."due_at" IS NULL AND t0."due_at" IS NULL AND t0."id" < ?1 "#
        + #"ORDER BY t0."due_at" DESC, t0."id" DESC LIMIT ?2"#)
    try expectSecond(
      Item.where { $0.dueAt != nil }.order { $0.dueAt },
      #"AND t0."due_at" >= ?1 AND (t0."due_at" > ?2 OR t0."id" > ?3) ORDER BY t0."due_at", t0."id" LIMIT ?4"#)
    try expectSecond(
      Item.order { $0.title.collated(.noCase) },
      #"WHERE t0."title" COLLATE NOCASE >= ?1 AND (t0."title" COLLATE NOCASE > ?2 OR t0."id" > ?3) "#
        + #"ORDER BY t0."title" COLLATE NOCASE, t0."id" LIMIT ?4"#)
    let tags = #"(SELECT count(*) FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id")"#
    try expectSecond(
      Item.order { $0.tags.count },
      " WHERE "
        + "\(tags.replacing("t1", with: "t2")) >= ?1 AND (\(tags.replacing("t1", with: "t3")) > ?2 OR t0.\"id\" > ?3) "
        + "ORDER BY \(tags.replacing("t1", with: "t4")), t0.\"id\" LIMIT ?4")
  }

  @Test("Rows for which arithmetic is NULL are included")
  func nullOfArithmetic() throws {
    let database = try TestDatabase.filled()
    let query = Item.order { (10 / $0.count).descending }
    #expect(try pages(of: query, size: 1, in: database).map(\.id.rawValue) == [1, 3, 5, 4, 2])
    let conditions = Item.order { ($0.dueAt < Date(timeIntervalSince1970: 1_769_000_000), $0.title.descending) }
    let whole = try conditions.fetchAll(in: database.transaction)
    #expect(whole.map(\.id.rawValue) == [2, 5, 4, 3, 1])
    #expect(try pages(of: conditions, size: 1, in: database) == whole)
  }

  /// The rows of all pages, one behind the other.
  private func pages<M: Queryable>(of query: Query<M>, size: Int, in database: TestDatabase) throws -> [M] {
    var rows: [M] = []
    var cursor: Cursor<M>?
    repeat {
      let page = try query.page(after: cursor, size: size).fetch(in: database.transaction)
      #expect(page.rows.count <= size)
      rows += page.rows
      cursor = page.next
    } while cursor != nil
    return rows
  }

  @Test("An index with the order is searched at any depth")
  func plans() throws {
    let database = try TestDatabase.filled()
    func plan<M: Queryable>(_ query: Query<M>) throws -> String { try database.plan(second(query, in: database)) }
    #expect(try plan(Item.order { $0.title }) == "SEARCH t0 USING INDEX item_title_idx (title>?)")
    #expect(try plan(Item.order { $0.title.descending }) == "SEARCH t0 USING INDEX item_title_idx (title<?)")
    #expect(try plan(Item.all) == "SEARCH t0 USING INTEGER PRIMARY KEY (rowid>?)")
    #expect(
      try plan(Release.order { $0.name }) == "SEARCH t0 USING INDEX sqlite_autoindex_release_1 ((name,version)>(?,?))")
    #expect(
      try plan(Item.where { $0.dueAt != nil }.order { $0.dueAt }) == "SEARCH t0 USING INDEX item_due_at_idx (due_at>?)")
    // Mixed directions are sorted within what is equal in the first term alone.
    #expect(
      try plan(Item.order { ($0.title, $0.priority.descending) })
        == "SEARCH t0 USING INDEX item_title_idx (title>?)\nUSE TEMP B-TREE FOR RIGHT PART OF ORDER BY")
    #expect(
      try plan(Query(Item.stepsRelationship, of: Item.ID(1)))
        == "SEARCH t0 USING INDEX step_item_id_idx (item_id=? AND rowid>?)")
  }

  @Test("Pages can go backwards from a cursor, or from the end")
  func backwards() throws {
    let transaction = try TestDatabase.filled().transaction
    let query = Item.order { ($0.dueAt.ascending(nulls: .last), $0.title) }
    let ids = try query.fetchAll(in: transaction).map(\.id.rawValue)
    #expect(ids == [1, 4, 3, 5, 2])
    let last = try query.page(before: nil, size: 2).fetch(in: transaction)
    #expect(last.rows.map(\.id.rawValue) == [5, 2])
    #expect(last.hasMore && last.next == nil && last.previous == last.start)
    #expect(
      try query.page(before: nil, size: 2).sql
        .hasSuffix(#" ORDER BY t0."due_at" DESC NULLS FIRST, t0."title" DESC, t0."id" DESC LIMIT ?1"#))
    let middle = try query.page(before: last.previous, size: 2).fetch(in: transaction)
    #expect(middle.rows.map(\.id.rawValue) == [4, 3])
    #expect(middle.next == middle.end && middle.previous != nil)
    let first = try query.page(before: middle.previous, size: 2).fetch(in: transaction)
    #expect(first.rows.map(\.id.rawValue) == [1])
    #expect(!first.hasMore && first.previous == nil)
    let again = try query.page(after: first.next, size: 2).fetch(in: transaction)
    #expect(again.rows == middle.rows)
    #expect(again.previous == middle.start)
  }

  @Test("A page without rows is reported")
  func empty() throws {
    let transaction = try TestDatabase.filled().transaction
    let none = try Item.where { $0.count == 1000 }.page(size: 3).fetch(in: transaction)
    #expect(
      none.rows.isEmpty && !none.hasMore && none.next == nil && none.previous == nil && none.start == nil
        && none.end == nil)
    let whole = try Item.all.page(size: .max).fetch(in: transaction)
    #expect(whole.rows.count == 5 && !whole.hasMore && whole.next == nil)
    // What is added later stands behind the end.
    let behind = try Item.all.page(after: whole.end, size: 3).fetch(in: transaction)
    #expect(behind.rows.isEmpty)
  }

  @Test("Joined rows are distinguished by the keys of all tables")
  func joins() throws {
    let database = try TestDatabase.filled()
    let inner = Item.join(Tag.self) { item, tag in item.tags.contains(Tag.ID(1)) && tag.id < Tag.ID(3) }
      .order { item, _ in item.priority.descending }
    let request = try inner.page(
      after: inner.page(size: 1).fetch(in: database.transaction).next, size: 1)
    #expect(
      try request.sql.hasSuffix(
        #"AND t1."id" < ?6 WHERE (t0."priority", t0."id", t1."id") < (?1, ?2, ?3) "#
          + #"ORDER BY t0."priority" DESC, t0."id" DESC, t1."id" DESC LIMIT ?4"#), "\(request)")
    var seen: [[Int64]] = []
    var page = try inner.page(size: 4).fetch(in: database.transaction)
    while true {
      seen += page.rows.map { [$0.0.id.rawValue, $0.1.id.rawValue] }
      guard let next = page.next else { break }
      page = try inner.page(after: next, size: 4).fetch(in: database.transaction)
    }
    #expect(seen == [[4, 2], [4, 1], [3, 2], [3, 1], [1, 2], [1, 1]])

    let left = Project.leftJoin(Item.self) { project, item in item.projectID == project.id }
      .order { _, item in item.title.ascending(nulls: .last) }
    var titles: [String?] = []
    var cursor: Cursor<(Project, Item?)>?
    repeat {
      let page = try left.page(after: cursor, size: 2).fetch(in: database.transaction)
      titles += page.rows.map { $0.1?.title }
      cursor = page.next
    } while cursor != nil
    #expect(
      titles == ["Oil the door", "Paint_wall", "Report", "Robert'); DROP TABLE item;--", "oil the lamp", nil])
  }

  @Test("Values are paged by the key of their rows, even if it isn't selected")
  func selections() throws {
    let transaction = try TestDatabase.filled().transaction
    let query = Item.select { ($0.priority, $0.project.name) }.order { priority, name in (name.descending, priority) }
    let whole = try query.fetchAll(in: transaction)
    var rows: [(Priority, String)] = []
    var cursor: Cursor<(Priority, String)>?
    repeat {
      let page = try query.page(after: cursor, size: 2).fetch(in: transaction)
      rows += page.rows
      cursor = page.next
    } while cursor != nil
    #expect(rows.map(\.1) == whole.map(\.1) && rows.map(\.0) == whole.map(\.0))
    #expect(
      try query.page(size: 2).sql == #"SELECT t0."priority", t1."name", t1."name", t0."priority", t0."id" "#
        + #"FROM "item" AS t0 JOIN "project" AS t1 ON t1."id" = t0."project_id" "#
        + #"ORDER BY t1."name" DESC, t0."priority", t0."id" LIMIT ?1"#)
  }

  @Test("A cursor is valid for other conditions, but only for its own order")
  func otherOrders() throws {
    let transaction = try TestDatabase.filled().transaction
    let query = Item.order { ($0.project.name, $0.title) }
    let next = try #require(query.page(size: 1).fetch(in: transaction).next)
    // A path in a condition changes the names of tables, not the order.
    let narrowed = Item.where { $0.steps.any { $0.item.project.name == "Home" } && $0.project.name != "Work" }
      .order { ($0.project.name, $0.title) }
    #expect(try narrowed.page(after: next, size: 5).fetch(in: transaction).rows.map(\.id.rawValue) == [3])
    for other in [
      Item.order { ($0.title, $0.project.name) }, Item.order { ($0.project.name, $0.title.descending) },
      Item.order { ($0.project.name.ascending(nulls: .last), $0.title) }, Item.order { $0.project.name },
      Item.order { ($0.project.name, $0.title.collated(.noCase)) }, Item.order { ($0.project.id, $0.title) }, Item.all,
      Item.order { ($0.project.name, $0.title, $0.price) },
    ] {
      let error = #expect(throws: QueryError.self, "\(other)") { try other.page(after: next, size: 5).rendered() }
      guard case .cursorOfAnotherOrder = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    let error = #expect(throws: QueryError.self) { try Item.order { $0.count }.page(after: next, size: 5).sql }
    #expect(
      error?.description
        == #"the cursor belongs to another order than that of the query, "item" ORDER BY t0."count", t0."id"; "#
        + "use the same expressions, directions and places of NULL as the query that created the cursor, or start at the "
        + "first page")
    let sums = Item.order { $0.count + 1 }
    let cursor = try sums.page(size: 1).fetch(in: transaction).next
    #expect(throws: QueryError.self) { try Item.order { $0.count + 2 }.page(after: cursor, size: 1).sql }
    #expect(throws: Never.self) { try Item.order { $0.count + 1 }.page(after: cursor, size: 1).sql }
  }

  @Test("Queries that can't be paged are refused with an alternative")
  func refusals() throws {
    func reason(_ sql: () throws -> String) -> String {
      let error = #expect(throws: QueryError.self) { try sql() }
      return error.map { "\($0)" } ?? ""
    }
    let limited = "it already has a limit; remove 'limit', because a page has a size"
    let groups =
      "grouped, combined or distinct rows have no key; use 'limit(_:offset:)'"
    let prefix = "the query can't be paged: "
    #expect(reason { try Item.limit(3).page(size: 2).sql } == prefix + limited)
    #expect(reason { try Item.select { $0.title }.distinct().page(size: 2).sql } == prefix + groups)
    #expect(reason { try Item.group { $0.title }.select { $0.title }.page(size: 2).sql } == prefix + groups)
    #expect(reason { try Item.select { _ in SQL.count() }.page(size: 2).sql } == prefix + groups)
    #expect(
      reason { try Item.select { $0.title }.union(Project.select { $0.name }).page(size: 2).sql } == prefix + groups)
    #expect(
      reason { try Item.select { ($0.id, SQL.rowNumber().over(orderBy: $0.id)) }.page(size: 2).sql }
        == prefix + "a window function would read only the rows of the page; use 'limit(_:offset:)'")
    #expect(
      reason { try Item.order { _ in SQL.random() }.page(size: 2).sql }
        == prefix + "'random()' has different values for the next page; order by a column")
    #expect(
      reason { try Item.order { _ in SQL.count() }.page(size: 2).sql }
        == prefix + "it is ordered by an aggregate; order by columns")
    #expect(
      reason { try OpenItem.order { $0.title }.page(size: 2).sql }
        == prefix + "'OpenItem' has no primary key; "
        + "order and page the model that it is made of before 'select', or use 'limit(_:offset:)'")
    #expect(
      reason { try Item.all.unionAll(Item.all).where { $0.done }.page(size: 2).sql }
        == prefix + "'unionAll' can return a row of 'Item' twice; use 'union'")
    #expect(reason { try Item.all.page(size: 0).sql } == "'page' needs a size of at least 1")
    #expect(reason { try Item.all.page(before: nil, size: -1).sql } == "'page' needs a size of at least 1")
    #expect("\(Item.limit(3).page(size: 2))" == "(no query: \(prefix)\(limited))")
  }

  @Test("Combined queries of a model can be paged")
  func unions() throws {
    let database = try TestDatabase.filled()
    let query = Item.where { $0.done }.union(Item.where { $0.priority == .high })
    #expect(try pages(of: query, size: 1, in: database).map(\.id.rawValue) == [3, 4, 5])
    #expect(
      try pages(of: query.order { $0.title.descending }, size: 2, in: database).map(\.id.rawValue) == [5, 4, 3])
  }

  @Test("Members of an ordered relationship are paged by their positions")
  func positions() throws {
    let database = try TestDatabase.filled()
    try database.run(
      #"ALTER TABLE "item_tags" ADD COLUMN "place" INTEGER; UPDATE "item_tags" SET "place" = -"tag_id";"#)
    let tags = Relationship<Item, Tag>(
      "tags", from: ["id"], through: _JoinTable("item_tags", near: ["item_id"], far: ["tag_id"]), to: ["id"],
      orderedBy: "place")
    let query = Query(tags, of: Item.ID(1))
    #expect(try pages(of: query, size: 1, in: database).map(\.id.rawValue) == [2, 1])
    let statement = try second(query, in: database)
    #expect(
      statement.sql.hasSuffix(
        #"FROM "item_tags" AS t0 JOIN "tag" AS t1 ON t1."id" = t0."tag_id" WHERE t0."item_id" = ?1 "#
          + #"AND t0."place" >= ?2 AND (t0."place" > ?3 OR t0."tag_id" > ?4) "#
          + #"ORDER BY t0."place", t0."tag_id" LIMIT ?5"#), "\(statement.sql)")
    #expect(try pages(of: query.order { $0.name }, size: 1, in: database).map(\.id.rawValue) == [2, 1])
  }

  @Test("Text that isn't UTF-8 isn't a cursor")
  func encoding() throws {
    let database = try TestDatabase.filled()
    try database.run(#"UPDATE "tag" SET "name" = CAST(x'ff41' AS TEXT) WHERE "id" = 2"#)
    #expect(throws: (any Error).self) {
      _ = try Tag.order { $0.name }.page(size: 9).fetch(in: database.transaction)
    }
  }
}
