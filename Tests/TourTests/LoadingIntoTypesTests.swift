import Postil
import Testing

// What is loaded with rows, where the types are declared: Swift then checks the query from its result backwards.

private func projects(in db: some ReadTransaction) throws -> [(Project, [Item])] {
  try Project.with { $0.items }.fetchAll(in: db)
}

private func firstProject(in db: some ReadTransaction) throws -> (Project, [Item])? {
  try Project.with { $0.items }.fetchOne(in: db)
}

private func projectPage(in db: some ReadTransaction) throws -> Page<(Project, [Item])> {
  try Project.order { $0.name }.with { $0.items }.page(size: 2).fetch(in: db)
}

private func openItems(in db: some ReadTransaction) throws -> [(Item, Project)] {
  try Item.where { !$0.done }.with { $0.project }.fetchAll(in: db)
}

private func itemPage(in db: some ReadTransaction) throws -> Page<(Item, Project, [Tag])> {
  try Item.order { $0.title }.with { ($0.project, $0.tags) }.page(size: 2).fetch(in: db)
}

private func trees(in db: some ReadTransaction) throws -> [(Project, [(Item, [Tag])])] {
  try Project.with { $0.items.with { $0.tags } }.fetchAll(in: db)
}

private func tags(of store: SQLiteStore) async throws -> [(Tag, [Item])] {
  try await store.read { try Tag.with { $0.items }.fetchAll(in: $0) }
}

@Suite("Loading related rows into declared types")
struct LoadingIntoTypesTests {
  @Test("One relationship, several, and nested ones have the declared types, in lists, single rows and pages")
  func declaredTypes() async throws {
    let store = try SQLiteStore(path: ":memory:", schema: TasksSchema.self)
    let (home, oil, tag) = try await store.write { db in
      let home = try Project.Draft(name: "Home").insert(in: db)
      let oil = try Item.Draft(title: "Oil the door", projectID: home.id).insert(in: db)
      let tag = try Tag.Draft(name: "urgent").insert(in: db)
      try oil.addToTags(tag, in: db)
      return (home, oil, tag)
    }
    try await store.read { db in
      let (rows, first, page) = try (projects(in: db), firstProject(in: db), projectPage(in: db))
      #expect(rows.map(\.1) == [[oil]])
      #expect(first?.0 == home)
      #expect(page.rows.map(\.1) == [[oil]])
      let (open, items, nested) = try (openItems(in: db), itemPage(in: db), trees(in: db))
      #expect(open.map(\.1) == [home])
      #expect(items.rows.map(\.2) == [[tag]])
      #expect(nested.map { $0.1.map(\.1) } == [[[tag]]])
    }
    #expect(try await tags(of: store).map(\.1) == [[oil]])
  }
}
