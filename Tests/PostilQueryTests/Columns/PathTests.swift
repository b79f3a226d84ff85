import PostilQuery
import Testing

@Suite("To-one paths")
struct PathTests {
  @Test("A path is joined once, however often it is used")
  func required() throws {
    let join = #" JOIN "project" AS t1 ON t1."id" = t0."project_id" WHERE "#
    try expectItems(join + #"t1."name" = ?1"#, [1, 2, 3]) { $0.project.name == "Home" }
    try expectItems(join + #"t1."name" <> ?1 AND t1."name" < t0."title" OR t1."name" = ?2"#, [4, 5]) {
      $0.project.name != "Home" && $0.project.name < $0.title || $0.project.name == "Work"
    }
    try expectItems(join + #"t1."name" = ?1 AND t1."name" = ?2"#, []) { item in
      let project = item.project
      return project.name == "Home" && item.project.name == "Work"
    }
  }

  @Test("A path in several conditions is joined once")
  func severalWheres() throws {
    try expectQuery(
      Item.where { $0.project.name == "Home" }.where { $0.project.name.hasPrefix("H") }.order {
        ($0.project.name, $0.id)
      },
      sql: #"SELECT t0.* FROM "item" AS t0 JOIN "project" AS t1 ON t1."id" = t0."project_id" WHERE t1."name" = ?1 AND "#
        + #"t1."name" COLLATE BINARY >= ?2 AND t1."name" COLLATE BINARY < ?3 ORDER BY t1."name", t0."id""#,
      rows: ["1", "2", "3"])
  }

  @Test("The key at the end of a required path is the reference, without a join")
  func key() throws {
    try expectItems(#" WHERE t0."project_id" = ?1"#, [4, 5]) { $0.project.id == Project.ID(2) }
    try expectQuery(
      Step.where { $0.item.project.id == Project.ID(1) }.order { $0.item.id.descending },
      sql: #"SELECT t0.* FROM "step" AS t0 JOIN "item" AS t1 ON t1."id" = t0."item_id" "#
        + #"WHERE t1."project_id" = ?1 ORDER BY t0."item_id" DESC"#,
      rows: ["3", "4", "1", "2"])
  }

  @Test("A path compared with a row is its key, without a join if the path is required")
  func row() throws {
    let home = Project(id: Project.ID(1), name: "as nobody calls it")
    try expectItems(#" WHERE t0."project_id" = ?1"#, [1, 2, 3]) { $0.project == home }
    try expectItems(#" WHERE NOT (t0."project_id" = ?1)"#, [4, 5]) { $0.project != home }
    let root = Node(id: Node.ID(1), name: "", isOpen: false, weight: nil, parentID: nil)
    let parent = #" "node" AS t1 ON t1."id" = t0."parent_id" WHERE "#
    try expectQuery(
      Node.where { $0.parent == root }, sql: #"SELECT t0.* FROM "node" AS t0 JOIN"# + parent + #"t1."id" = ?1"#,
      rows: ["2", "3"])
    try expectQuery(
      Node.where { $0.parent != root },
      sql: #"SELECT t0.* FROM "node" AS t0 LEFT JOIN"# + parent + #"NOT (t1."id" IS ?1)"#, rows: ["1", "4", "5"])
  }

  @Test("A path of several steps has one join per step")
  func deep() throws {
    try expectQuery(
      Step.where { $0.item.project.name == "Home" && $0.item.done },
      sql: #"SELECT t0.* FROM "step" AS t0 JOIN "item" AS t1 ON t1."id" = t0."item_id" "#
        + #"JOIN "project" AS t2 ON t2."id" = t1."project_id" WHERE t2."name" = ?1 AND t1."done" = 1"#,
      rows: ["3", "4"])
  }

  @Test("An optional path is a left join, and so is everything after it")
  func optional() throws {
    let node = #"SELECT t0.* FROM "node" AS t0 "#
    let parent = #"LEFT JOIN "node" AS t1 ON t1."id" = t0."parent_id" "#
    try expectQuery(
      Node.where { $0.parent.name != "root" }, sql: node + parent + #"WHERE t1."name" IS NOT ?1"#,
      rows: ["1", "4", "5"])
    try expectQuery(
      Node.where { $0.parent.name == nil }, sql: node + parent + #"WHERE t1."name" IS NULL"#, rows: ["1", "5"])
    try expectQuery(
      Node.where { $0.parent.weight == nil }, sql: node + parent + #"WHERE t1."weight" IS NULL"#,
      rows: ["1", "2", "3", "5"])
    try expectQuery(
      Node.where { $0.parent == nil }, sql: node + parent + #"WHERE t1."id" IS NULL"#, rows: ["1", "5"])
    try expectQuery(
      Node.where { $0.parent.weight == $0.parent.parent.weight }.order { $0.id },
      sql: node + parent + #"LEFT JOIN "node" AS t2 ON t2."id" = t1."parent_id" "#
        + #"WHERE t1."weight" IS t2."weight" ORDER BY t0."id""#,
      rows: ["1", "2", "3", "5"])
  }

  @Test("An optional path is a join if a condition isn't true without its row")
  func neededRow() throws {
    let node = #"SELECT t0.* FROM "node" AS t0 "#
    let parent = #"JOIN "node" AS t1 ON t1."id" = t0."parent_id" "#
    try expectQuery(
      Node.where { $0.parent.name == "root" }, sql: node + parent + #"WHERE t1."name" = ?1"#, rows: ["2", "3"])
    try expectQuery(
      Node.where { $0.parent != nil && $0.parent.isNotNil },
      sql: node + parent
        + #"WHERE t1."id" IS NOT NULL AND t1."id" IS NOT NULL"#, rows: ["2", "3", "4"])
    try expectQuery(
      Node.where { $0.parent.isOpen == true }, sql: node + parent + #"WHERE t1."is_open" = ?1"#,
      rows: ["2", "3", "4"])
    try expectQuery(
      Node.where { $0.parent.parent.name == "root" },
      sql: node + parent + #"JOIN "node" AS t2 ON t2."id" = t1."parent_id" WHERE t2."name" = ?1"#, rows: ["4"])
    try expectQuery(
      Node.where { $0.parent.name.in(["root", "a"]) && $0.name.contains("b") },
      sql: node + parent + #"WHERE t1."name" IN (?1, ?2) AND instr(t0."name", ?3) > 0"#, rows: ["3"])
    try expectQuery(
      Node.where { $0.parent.name.like("r%") || $0.parent.weight > 100 },
      sql: node + parent + #"WHERE t1."name" LIKE +?1 OR t1."weight" > ?2"#, rows: ["2", "3"])
    try expectQuery(
      Node.where { $0.parent.name.uppercased().hasPrefix("RO") },
      sql: node + parent + #"WHERE upper(t1."name") COLLATE BINARY >= ?1 AND upper(t1."name") COLLATE BINARY < ?2"#,
      rows: ["2", "3"])
    try expectItems(
      #" JOIN "project" AS t1 ON t1."id" = t0."project_id" JOIN "profile" AS t2 ON t2."project_id" = t1."id" "#
        + #"WHERE t2."colour" = ?1"#, [1, 2, 3]
    ) { $0.project.profile.colour == "red" }
  }

  @Test("An optional path stays a left join if a condition can be true without its row")
  func missingRow() throws {
    let node = #"SELECT t0.* FROM "node" AS t0 LEFT JOIN "node" AS t1 ON t1."id" = t0."parent_id" "#
    try expectQuery(
      Node.where { $0.parent.name == "root" || $0.isOpen },
      sql: node + #"WHERE t1."name" = ?1 OR t0."is_open" = 1"#, rows: ["1", "2", "3", "4"])
    try expectQuery(
      Node.where { ($0.parent.name ?? "none") == "none" }, sql: node + #"WHERE coalesce(t1."name", ?1) = ?2"#,
      rows: ["1", "5"])
    try expectQuery(
      Node.order { $0.parent.name }, sql: node + #"ORDER BY t1."name""#, rows: ["1", "5", "4", "2", "3"])
  }

  @Test("A required path after an optional one is a left join")
  func requiredBehindOptional() throws {
    try expectQuery(
      Project.where { $0.profile.project.name == nil },
      sql: #"SELECT t0.* FROM "project" AS t0 LEFT JOIN "profile" AS t1 ON t1."project_id" = t0."id" "#
        + #"LEFT JOIN "project" AS t2 ON t2."id" = t1."project_id" WHERE t2."name" IS NULL"#,
      rows: ["2", "3"])
    try expectQuery(
      Project.where { $0.profile.isNil },
      sql: #"SELECT t0.* FROM "project" AS t0 LEFT JOIN "profile" AS t1 ON t1."project_id" = t0."id" "#
        + #"WHERE t1."project_id" IS NULL"#,
      rows: ["2", "3"])
  }

  @Test("A predicate in an extension of the model works at the end of a path")
  func ownExtensions() throws {
    try expectItems(#" WHERE t0."done" = 1 AND t0."count" > ?1"#, [5]) { $0.isHeavy }
    try expectQuery(
      Node.where { $0.parent.isHeavy == true },
      sql: #"SELECT t0.* FROM "node" AS t0 JOIN "node" AS t1 ON t1."id" = t0."parent_id" "#
        + #"WHERE CASE WHEN t1."id" IS NOT NULL THEN (t1."weight" > ?1) IS TRUE END = ?2"#,
      rows: ["4"])
    // Of a node without a parent it is neither true nor false.
    try expectQuery(
      Node.where { $0.parent.hasNoWeight == true },
      sql: #"SELECT t0.* FROM "node" AS t0 JOIN "node" AS t1 ON t1."id" = t0."parent_id" "#
        + #"WHERE CASE WHEN t1."id" IS NOT NULL THEN t1."weight" IS NULL END = ?1"#,
      rows: ["2", "3"])
  }
}

extension Item.Columns {
  fileprivate var isHeavy: SQLPredicate { done && count > 5 }
}

extension Node.Columns {
  fileprivate var isHeavy: SQLPredicate { weight > 4 }
  fileprivate var hasNoWeight: SQLPredicate { weight == nil }
}
