import PostilQuery
import Testing

@Suite("To-many relationships")
struct ToManyTests {
  @Test("any, none and all work over a foreign key")
  func foreignKey() throws {
    let open = #"EXISTS (SELECT 1 FROM "step" AS t1 WHERE t1."item_id" = t0."id" AND t1."done" = 1)"#
    try expectItems(" WHERE " + open, [1, 3]) { $0.steps.any { $0.done } }
    try expectItems(" WHERE NOT " + open, [2, 4, 5]) { $0.steps.none { $0.done } }
    try expectItems(
      #" WHERE NOT EXISTS (SELECT 1 FROM "step" AS t1 WHERE t1."item_id" = t0."id" AND t1."done" = 0)"#,
      [2, 3, 5]
    ) { $0.steps.all { $0.done } }
  }

  @Test("all is false if the condition is NULL for a member")
  func allOfNull() throws {
    try expectQuery(
      Node.where { $0.children.all { $0.weight > 0 } },
      sql: #"SELECT t0.* FROM "node" AS t0 WHERE NOT EXISTS (SELECT 1 FROM "node" AS t1 "#
        + #"WHERE t1."parent_id" = t0."id" AND (t1."weight" > ?1) IS NOT TRUE)"#,
      rows: ["2", "3", "4", "5"])
  }

  @Test("The members' table is only read if one of its columns is used")
  func joinTable() throws {
    let tags = #"EXISTS (SELECT 1 FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id""#
    try expectItems(" WHERE NOT \(tags))", [5]) { $0.tags.isEmpty }
    try expectItems(" WHERE \(tags))", [1, 2, 3, 4]) { !$0.tags.isEmpty }
    try expectItems(#" WHERE \#(tags) AND t1."tag_id" > ?1)"#, [1, 2, 3, 4]) { $0.tags.any { $0.id > Tag.ID(0) } }
    try expectItems(
      #" WHERE t0."id" IN (SELECT t1."item_id" FROM "item_tags" AS t1 JOIN "tag" AS t2 ON t2."id" = t1."tag_id" "#
        + #"WHERE t2."name" = ?1)"#,
      [3]
    ) { $0.tags.any { $0.name == "oil" } }
  }

  @Test("If an index finds the members and none finds the rows they belong to, the members are found first")
  func form() throws {
    let members = #"t0."id" IN (SELECT t1."item_id" FROM "item_tags" AS t1 WHERE t1."tag_id" = ?1)"#
    let each = #"EXISTS (SELECT 1 FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id" AND t1."tag_id" = "#
    try expectItems(" WHERE \(members)", [1, 3, 4]) { $0.tags.any { $0.id == Tag.ID(1) } }
    try expectItems(#" WHERE \#(members) AND t0."count" > ?2"#, [1, 3]) {
      $0.tags.any { $0.id == Tag.ID(1) } && $0.count > 0
    }
    // An index finds the items of a project.
    try expectItems(#" WHERE \#(each)?1) AND t0."project_id" = ?2"#, [1, 3]) {
      $0.tags.any { $0.id == Tag.ID(1) } && $0.projectID == Project.ID(1)
    }
    try expectItems(#" WHERE NOT \#(each)?1)"#, [2, 5]) { !$0.tags.any { $0.id == Tag.ID(1) } }
    try expectItems(#" WHERE \#(each)?1) OR t0."done" = 1"#, [1, 3, 4, 5]) {
      $0.tags.any { $0.id == Tag.ID(1) } || $0.done
    }
    try expectItems(#" WHERE \#(each)?1 AND t0."count" > ?2)"#, [1, 3]) { item in
      item.tags.any { $0.id == Tag.ID(1) && item.count > 0 }
    }
    // Either form can be required.
    try expectItems(#" WHERE \#(each)?1)"#, [1, 3, 4]) { $0.tags.any(as: .exists) { $0.id == Tag.ID(1) } }
    try expectItems(#" WHERE \#(members) OR t0."done" = 1"#, [1, 3, 4, 5]) {
      $0.tags.any(as: .in) { $0.id == Tag.ID(1) } || $0.done
    }
    try expectItems(#" WHERE NOT \#(each)?1)"#, [2, 5]) { !$0.tags.any(as: .in) { $0.id == Tag.ID(1) } }
  }

  @Test("contains accepts a model or its key")
  func contains() throws {
    let sql = #" WHERE t0."id" IN (SELECT t1."item_id" FROM "item_tags" AS t1 WHERE t1."tag_id" = ?1)"#
    try expectItems(sql, [1, 2]) { $0.tags.contains(Tag(id: Tag.ID(2), name: "home")) }
    try expectItems(sql, [3]) { $0.tags.contains(Tag.ID(3)) }
    try expectItems(
      #" WHERE t0."id" IN (SELECT t1."item_id" FROM "step" AS t1 WHERE t1."id" = ?1)"#, [3]
    ) { $0.steps.contains(Step.ID(4)) }
  }

  @Test("count counts all members, or those that satisfy a condition")
  func count() throws {
    try expectItems(
      #" WHERE (SELECT count(*) FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id") > ?1"#, [1, 3]
    ) { $0.tags.count > 1 }
    try expectItems(
      #" WHERE (SELECT count(*) FROM "step" AS t1 WHERE t1."item_id" = t0."id" AND t1."done" = 0) = ?1"#, [1, 4]
    ) { $0.steps.count { !$0.done } == 1 }
    try expectItems(
      #" WHERE (SELECT count(*) FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id") + "#
        + #"(SELECT count(*) FROM "step" AS t2 WHERE t2."item_id" = t0."id") = ?1"#,
      [1, 3]
    ) { $0.tags.count + $0.steps.count == 4 }
  }

  @Test("Both sides of a many-to-many can be nested")
  func nested() throws {
    try expectItems(
      #" WHERE EXISTS (SELECT 1 FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id" AND "#
        + #"EXISTS (SELECT 1 FROM "item_tags" AS t2 JOIN "item" AS t3 ON t3."id" = t2."item_id" "#
        + #"WHERE t2."tag_id" = t1."tag_id" AND t3."title" = ?1))"#,
      [1, 3, 4]
    ) { $0.tags.any { $0.items.any { $0.title == "Report" } } }
  }

  @Test("The members of a row at the end of a path can be queried")
  func path() throws {
    try expectItems(
      #" WHERE (SELECT count(*) FROM "item" AS t1 WHERE t1."project_id" = t0."project_id") = ?1"#, [4, 5]
    ) { $0.project.items.count == 2 }
    try expectQuery(
      Node.where { $0.parent.children.count > 1 },
      sql: #"SELECT t0.* FROM "node" AS t0 LEFT JOIN "node" AS t2 ON t2."id" = t0."parent_id" "#
        + #"WHERE (SELECT count(*) FROM "node" AS t1 WHERE t1."parent_id" = t2."id") > ?1"#,
      rows: ["2", "3"])
    // A row that is not there has no members.
    try expectQuery(
      Node.where { $0.parent.children.isEmpty },
      sql: #"SELECT t0.* FROM "node" AS t0 LEFT JOIN "node" AS t2 ON t2."id" = t0."parent_id" "#
        + #"WHERE NOT EXISTS (SELECT 1 FROM "node" AS t1 WHERE t1."parent_id" = t2."id")"#,
      rows: ["1", "5"])
  }

  @Test("Paths and conditions of a member are joined in its subquery")
  func pathsInside() throws {
    try expectQuery(
      Project.where { $0.items.any { $0.project.name == "Home" && $0.tags.any { $0.name == "urgent" } } },
      sql: #"SELECT t0.* FROM "project" AS t0 WHERE t0."id" IN (SELECT t1."project_id" FROM "item" AS t1 "#
        + #"JOIN "project" AS t2 ON t2."id" = t1."project_id" WHERE t2."name" = ?1 AND "#
        + #"EXISTS (SELECT 1 FROM "item_tags" AS t3 JOIN "tag" AS t4 ON t4."id" = t3."tag_id" "#
        + #"WHERE t3."item_id" = t1."id" AND t4."name" = ?2))"#,
      rows: ["1"])
  }

  @Test("Composite keys match in any order of their columns")
  func compositeKeys() throws {
    let reversed = Relationship<Release, Tag>(
      "tags", from: ["version", "name"],
      through: _JoinTable("release_tags", near: ["release_version", "release_name"], far: ["tag_id"]), to: ["id"])
    try expectQuery(
      Release.where { $0.assets.any { $0.file == "c.zip" } },
      sql: #"SELECT t0.* FROM "release" AS t0 WHERE EXISTS (SELECT 1 FROM "asset" AS t1 "#
        + #"WHERE t1."release_name" = t0."name" AND t1."release_version" = t0."version" AND t1."file" = ?1)"#,
      rows: ["postil|2"])
    try expectQuery(
      Release.where { ToMany(reversed, of: $0._rowSource).contains(Tag.ID(1)) }.order { $0.name },
      sql: #"SELECT t0.* FROM "release" AS t0 WHERE (t0."version", t0."name") IN "#
        + #"(SELECT t1."release_version", t1."release_name" FROM "release_tags" AS t1 WHERE t1."tag_id" = ?1) "#
        + #"ORDER BY t0."name""#,
      rows: ["other|1", "postil|1"])
    try expectQuery(
      Query(reversed, of: Release.ID(name: "postil", version: 1)),
      sql: #"SELECT t1.* FROM "release_tags" AS t0 JOIN "tag" AS t1 ON t1."id" = t0."tag_id" "#
        + #"WHERE t0."release_version" = ?1 AND t0."release_name" = ?2"#,
      rows: ["1", "2"])
    try expectQuery(
      Asset.where { $0.release.notes == "second" && $0.release.name == "postil" },
      sql: #"SELECT t0.* FROM "asset" AS t0 JOIN "release" AS t1 ON t1."name" = t0."release_name" AND "#
        + #"t1."version" = t0."release_version" WHERE t1."notes" = ?1 AND t0."release_name" = ?2"#,
      rows: ["2", "3"])
  }
}
