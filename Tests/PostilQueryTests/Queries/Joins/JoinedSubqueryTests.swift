import PostilQuery
import Testing

@Suite("Joined queries as conditions")
struct JoinedSubqueryTests {
  private let db: TestTransaction

  init() throws { db = try TestDatabase.filled().transaction }

  @Test("A joined query is a condition, or counted for each row of the outer query")
  func conditions() throws {
    let named = Project.where { project in
      Item.join(Step.self) { $0.id == $1.itemID }.where { item, step in item.projectID == project.id && !step.done }
        .exists()
    }
    #expect(
      named.description
        == #"SELECT t0."id", t0."name" FROM "project" AS t0 WHERE EXISTS (SELECT 1 FROM "item" AS t1 JOIN "step" AS t2 "#
        + #"ON t1."id" = t2."item_id" WHERE t1."project_id" = t0."id" AND t2."done" = 0)"#)
    #expect(try named.order { $0.id }.fetchAll(in: db).map(\.name) == ["Home", "Work"])
    let counted = Project.order { $0.id }.select { project in
      (
        project.name,
        Item.join(Step.self) { $0.id == $1.itemID }.where { item, _ in item.projectID == project.id }.count()
      )
    }
    #expect(try counted.fetchAll(in: db).map(\.1) == [4, 1, 0])
    let limited = Project.where { project in
      Item.join(Step.self) { $0.id == $1.itemID }.where { item, _ in item.projectID == project.id }.limit(3).count()
        == 3
    }
    #expect(try limited.fetchAll(in: db).map(\.name) == ["Home"])
  }
}
