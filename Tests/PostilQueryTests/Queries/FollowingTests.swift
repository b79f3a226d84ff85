import PostilQuery
import Testing

@Suite("Queries that follow a relationship repeatedly")
struct FollowingTests {
  @Test("A query finds the ancestors in a tree")
  func ancestors() throws {
    try expectQuery(
      Query(following: Node.parentRelationship, from: Node.ID(4)).order { $0.id },
      sql: #"SELECT t0.* FROM "node" AS t0 WHERE t0."id" IN (WITH RECURSIVE t1("k0") AS ("#
        + #"SELECT t2."parent_id" FROM "node" AS t2 WHERE t2."id" = ?1 UNION "#
        + #"SELECT t3."parent_id" FROM t1 JOIN "node" AS t3 ON t3."id" = t1."k0") SELECT t1."k0" FROM t1) "#
        + #"ORDER BY t0."id""#,
      rows: ["1", "2"])
  }

  @Test("A query finds the descendants in a tree up to a depth")
  func descendants() throws {
    try expectQuery(
      Query(following: Node.childrenRelationship, from: Node.ID(1), depth: 1).where { $0.isOpen },
      sql: #"SELECT t0.* FROM "node" AS t0 WHERE t0."id" IN (WITH RECURSIVE t1("k0", "depth") AS ("#
        + #"SELECT t2."id", 1 FROM "node" AS t2 WHERE t2."parent_id" = ?1 AND ?2 > 0 UNION "#
        + #"SELECT t3."id", t1."depth" + 1 FROM t1 JOIN "node" AS t3 ON t3."parent_id" = t1."k0" "#
        + #"WHERE t1."depth" < ?3) SELECT t1."k0" FROM t1) AND t0."is_open" = 1"#,
      rows: ["2"])
  }

  @Test("The reverse relationship gives the same rows")
  func reversed() throws {
    let down = Query(following: Node.childrenRelationship, from: Node.ID(1))
    #expect(try Query(following: Node.parentRelationship.reversed, from: Node.ID(1)).sql == down.sql)
    #expect(try Query(following: Node.childrenRelationship.reversed, from: Node.ID(1)).sql != down.sql)
  }

  @Test("Zero steps find nothing", arguments: [0, -1, Int.min])
  func noStep(depth: Int) throws {
    #expect(try found(Node.parentRelationship, from: 4, depth: depth) == [])
  }

  @Test("A query stops in a circle, for any depth", arguments: [nil, 1, 2, 3, 1000, 1001, Int.max])
  func circle(depth: Int?) throws {
    let circle = "UPDATE node SET parent_id = 4 WHERE id = 1"
    let all = ([2, 1, 4] as [Int64]).prefix(depth ?? 3).sorted()
    #expect(try found(Node.parentRelationship, from: 4, depth: depth, after: circle) == all)
    let own = "UPDATE node SET parent_id = 5 WHERE id = 5"
    #expect(try found(Node.parentRelationship, from: 5, depth: depth, after: own) == [5])
  }

  @Test("The rows can be counted, limited, nested and updated like any others")
  func composed() throws {
    let database = try TestDatabase.filled()
    let below = Query(following: Node.childrenRelationship, from: Node.ID(1))
    #expect(try below.count(in: database.transaction) == 3)
    #expect(
      try below.order { $0.name.descending }.limit(1, offset: 1).fetchAll(in: database.transaction).map(\.name) == [
        "aa"
      ])
    #expect(
      try below.where { $0.children.any { $0.weight == 1 } }.fetchAll(in: database.transaction).map(\.name) == ["a"])
    #expect(try below.where { $0.parent.name == "a" }.update(in: database.transaction) { [$0.weight.set(7)] } == 1)
    #expect(try below.where { $0.weight == 7 }.delete(in: database.transaction) == 1)
    #expect(try database.rows("SELECT id FROM node ORDER BY id") == ["1", "2", "3", "5"])
  }

  @Test("Each step uses an index")
  func plan() throws {
    let query = Query(following: Node.childrenRelationship, from: Node.ID(1), depth: 3)
    let plan = try TestDatabase.filled().plan(query.rendered())
    #expect(!plan.contains("SCAN t2") && !plan.contains("SCAN t3") && !plan.contains("SCAN t0"), "\(plan)")
    #expect(plan.contains("node_parent_id_idx"), "\(plan)")
  }

  private func found(
    _ relationship: Relationship<Node, Node>, from id: Int64, depth: Int?, after sql: String = ""
  ) throws -> [Int64] {
    let database = try TestDatabase.filled()
    try database.run(sql)
    return try Query(following: relationship, from: Node.ID(id), depth: depth).order { $0.id }
      .fetchAll(in: database.transaction).map(\.id.rawValue)
  }
}
