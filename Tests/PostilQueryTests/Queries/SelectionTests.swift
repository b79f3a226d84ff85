import Foundation
import PostilQuery
import Testing

@Suite("Selections")
struct SelectionTests {
  @Test("A tuple of columns, paths and counts can be selected")
  func tuple() throws {
    let selection = Item.order { $0.id }.select { ($0.title, $0.project.name, $0.tags.count) }
    try expectSelection(
      selection,
      sql: #"SELECT t0."title", t1."name", (SELECT count(*) FROM "item_tags" AS t2 WHERE t2."item_id" = t0."id") "#
        + #"FROM "item" AS t0 JOIN "project" AS t1 ON t1."id" = t0."project_id" ORDER BY t0."id""#,
      rows: [
        "Oil the door|Home|2", "oil the lamp|Home|1", "Paint_wall|Home|2", "Report|Work|1",
        "Robert'); DROP TABLE item;--|Work|0",
      ])
    let rows: [(String, String, Int)] = try selection.fetchAll(in: TestDatabase.filled().transaction)
    #expect(rows.map(\.0) == ["Oil the door", "oil the lamp", "Paint_wall", "Report", "Robert'); DROP TABLE item;--"])
    #expect(rows.map(\.2) == [2, 1, 2, 1, 0])
    let first: (String, String, Int)? = try selection.fetchOne(in: TestDatabase.filled().transaction)
    #expect(first?.1 == "Home")
    var names: [String] = []
    try selection.forEach(in: TestDatabase.filled().transaction) { _, name, _ in names.append(name) }
    #expect(names == ["Home", "Home", "Home", "Work", "Work"])
  }

  @Test("A single column can be selected")
  func single() throws {
    let titles: [String] = try Item.where { $0.done }.select { $0.title }.fetchAll(
      in: TestDatabase.filled().transaction)
    #expect(titles == ["Paint_wall", "Robert'); DROP TABLE item;--"])
    let dates: [Date?] = try Item.select { $0.dueAt }.fetchAll(in: TestDatabase.filled().transaction)
    #expect(dates.filter { $0 == nil }.count == 2)
  }

  @Test("Values of the program can be selected beside columns, also in groups and as text that isn't SQL")
  func constants() throws {
    let kind = "x'); --"
    let note: String? = nil
    try expectSelection(
      Item.where { $0.done }.select { ($0.id, kind, 2, note) },
      sql: #"SELECT t0."id", ?1, ?2, ?3 FROM "item" AS t0 WHERE t0."done" = 1"#,
      rows: ["3|x'); --|2|NULL", "5|x'); --|2|NULL"])
    let rows: [(Bool, Int, Double)] = try Item.group { $0.done }.select { ($0.done, SQL.count(), 0.5) }
      .order { done, _, _ in done }.fetchAll(in: TestDatabase.filled().transaction)
    #expect(rows.map(\.1) == [3, 2])
    #expect(rows.map(\.2) == [0.5, 0.5])
  }

  @Test("A predicate is read as true or false, also if a value in it is NULL")
  func predicate() throws {
    try expectSelection(
      Item.select { ($0.id, $0.dueAt < Date(timeIntervalSince1970: 1_769_904_000), $0.done, $0.note == nil) },
      sql: #"SELECT t0."id", (t0."due_at" < ?1) IS TRUE, t0."done", t0."note" IS NULL FROM "item" AS t0"#,
      rows: ["1|1|0|1", "2|0|0|0", "3|0|1|0", "4|0|0|0", "5|0|1|1"])
  }

  @Test("The existence of another distinct value is tested in a subquery")
  func distinctExists() throws {
    let database = try TestDatabase.filled().transaction
    let names = Item.where { $0.project.name == "Home" }.select { $0.project.name }.distinct()
    #expect(try names.exists(in: database))
    #expect(try !names.limit(5, offset: 1).exists(in: database))
    #expect(try names.limit(5, offset: 1).count(in: database) == 0)
  }

  @Test("Values at the end of an optional path are optional")
  func optional() throws {
    let rows: [(String, String?, Int?)] = try Node.order { $0.id }
      .select { ($0.name, $0.parent.name, $0.parent.weight) }.fetchAll(in: TestDatabase.filled().transaction)
    #expect(rows.map(\.1) == [nil, "root", "root", "a", nil])
    #expect(rows.map(\.2) == [nil, nil, nil, 5, nil])
  }

  @Test("Values of a row's members can be selected")
  func members() throws {
    try expectSelection(
      Query(Item.tagsRelationship, of: Item.ID(1)).order { $0.id }.select { ($0.id, $0.name) },
      sql: #"SELECT t0."tag_id", t1."name" FROM "item_tags" AS t0 JOIN "tag" AS t1 ON t1."id" = t0."tag_id" "#
        + #"WHERE t0."item_id" = ?1 ORDER BY t0."tag_id""#,
      rows: ["1|urgent", "2|home"])
  }
}
