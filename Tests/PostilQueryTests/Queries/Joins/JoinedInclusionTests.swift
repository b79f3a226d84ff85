import PostilQuery
import Testing

@Suite("Relationships of joined rows")
struct JoinedInclusionTests {
  private var database: TestTransaction { get throws { try TestDatabase.filled().transaction } }

  private func line(_ item: Item?, _ project: Project, _ tags: [Tag]) -> String {
    "\(project.name), \(item?.title ?? "-"): \(tags.map(\.name).sorted())"
  }

  @Test("The relationships of every joined table can be loaded, one statement for each")
  func tables() throws {
    let query = Project.join(Item.self) { project, item in item.projectID == project.id }
      .order { _, item in item.id }
      .with { project, item in (item.tags, project.items) }
    #expect(try query.statements().count == 3)
    let rows: [((Project, Item), [Tag], [Item])] = try query.fetchAll(in: database)
    #expect(
      rows.map { line($0.0.1, $0.0.0, $0.1) } == [
        "Home, Oil the door: [\"home\", \"urgent\"]", "Home, oil the lamp: [\"home\"]",
        "Home, Paint_wall: [\"Oil\", \"urgent\"]", "Work, Report: [\"urgent\"]",
        "Work, Robert'); DROP TABLE item;--: []",
      ])
    #expect(rows.map(\.2.count) == [3, 3, 3, 2, 2])
    #expect(try query.count(in: database) == 5)
    #expect(try query.exists(in: database))
  }

  @Test("The row of a left join can be missing; its relationships are then empty or nil")
  func left() throws {
    let query = Project.leftJoin(Item.self) { project, item in item.projectID == project.id && item.price > 50 }
      .order { project, _ in project.id }
      .with { _, item in (item.tags.order { $0.name }, item.project, item.tags.with { $0.items }) }
    let rows: [((Project, Item?), [Tag], Project?, [(Tag, [Item])])] = try query.fetchAll(in: database)
    #expect(
      rows.map { line($0.0.1, $0.0.0, $0.1) } == [
        "Home, Paint_wall: [\"Oil\", \"urgent\"]", "Work, -: []", "Empty, -: []",
      ])
    #expect(rows.map(\.2?.name) == ["Home", nil, nil])
    #expect(rows[0].3.map(\.1.count).sorted() == [1, 3])
  }

  @Test(
    "One relationship, and one at the end of a path, are loaded, also for three tables and for a table joined to itself"
  )
  func paths() throws {
    let parents: [((Node, Node), Node?)] = try Node.join(Node.self) { child, parent in child.parentID == parent.id }
      .order { child, _ in child.id }
      .with { _, parent in parent.parent }
      .fetchAll(in: database)
    #expect(parents.map(\.0.0.name) == ["a", "b", "aa"])
    #expect(parents.map(\.1?.name) == [nil, nil, "root"])
    let three: [((Step, Item, Tag), [Step], [Item])] = try Step.join(Item.self) { step, item in step.itemID == item.id }
      .join(Tag.self) { step, _, tag in tag.name == step.text }
      .order { step, _, _ in step.id }
      .with { step, item, tag in (step.item.steps, tag.items) }
      .fetchAll(in: database)
    #expect(three.map(\.0.2.name) == ["home", "urgent"])
    #expect(three.map(\.1.count) == [2, 2])
    #expect(three.map(\.2.count) == [2, 3])
  }

  @Test("Conditions, an order, limits, pages and batches apply to the joined rows")
  func clauses() throws {
    let database = try database
    let joined = Project.join(Item.self) { project, item in item.projectID == project.id }
    let query = joined.with { _, item in item.tags }
      .where { _, item in item.count >= 0 }
      .order { project, item in (project.name.descending, item.id) }
    #expect(try query.fetchAll(in: database).map(\.0.1.id.rawValue) == [5, 1, 2, 3])
    #expect(try query.limit(2, offset: 1).fetchAll(in: database).map(\.1.count) == [2, 1])
    #expect(try query.fetchOne(in: database)?.0.0.name == "Work")
    let limited = joined.order { _, item in item.id }.limit(2).with { project, item in (item.tags, project.items) }
    #expect(try limited.fetchAll(in: database).map(\.1.count) == [2, 1])
    #expect(
      try limited.order { _, item in item.id.descending }.fetchAll(in: database).map(\.0.1.id.rawValue) == [2, 1])
    var titles: [String] = []
    try query.forEach(in: database, batchSize: 2) { rows, tags in titles.append("\(rows.1.id.rawValue) \(tags.count)") }
    #expect(titles == ["5 0", "1 2", "2 1", "3 2"])
    var (paged, cursor): ([String], Cursor<((Project, Item), [Tag])>?) = ([], nil)
    repeat {
      let page = try query.page(after: cursor, size: 3).fetch(in: database)
      paged += page.rows.map { "\($0.0.1.id.rawValue) \($0.1.count)" }
      cursor = page.next
    } while cursor != nil
    #expect(paged == titles)
  }

  @Test("A joined row itself can't be loaded once more")
  func itself() throws {
    let query = Project.join(Item.self) { project, item in item.projectID == project.id }.with { project, _ in project }
    #expect(throws: QueryError.inclusionOfTheRowItself(table: "project")) { try query.fetchAll(in: database) }
  }
}
