import PostilQuery
import Testing

/// Inserts from queries, and what is done where a row is there: the SQL, and what it leaves beside SQL written by hand.
@Suite("Inserts of selected values")
struct InsertionTests {
  /// Expects the SQL of an insertion, and that it leaves what a statement written by hand leaves.
  private func expect<M: Model>(
    _ insertion: Insertion<M>, sql: String, like hand: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect("\(insertion)" == sql, sourceLocation: sourceLocation)
    let (one, other) = (try TestDatabase.filled(), try TestDatabase.filled())
    let contents = "SELECT * FROM \"\(M.table.name)\" ORDER BY 1, 2"
    let before = try one.rows(contents)
    let count = try insertion.run(in: one.transaction)
    try other.run(hand)
    #expect(try count == Int(other.rows("SELECT changes()")[0]), sourceLocation: sourceLocation)
    #expect(try one.rows(contents) == other.rows(contents), sourceLocation: sourceLocation)
    #expect(try one.rows(contents) != before, sourceLocation: sourceLocation)
  }

  @Test("One row is inserted for each row of a query: columns, paths, counts, values, NULL")
  func query() throws {
    try expect(
      Step.inserting(from: Item.where { !$0.done }) { step, item in
        [step.text.set(item.title + " of " + item.project.name), step.done.set(false), step.itemID.set(item.id)]
      },
      sql: #"INSERT INTO "step" ("text", "done", "item_id") SELECT t0."title" || ?1 || t1."name", ?2, t0."id" "#
        + #"FROM "item" AS t0 JOIN "project" AS t1 ON t1."id" = t0."project_id" WHERE t0."done" = 0"#,
      like: """
        INSERT INTO step (text, done, item_id) SELECT title || ' of ' || name, 0, item.id
        FROM item JOIN project ON project.id = project_id WHERE done = 0
        """)
    try expect(
      Node.inserting(from: Item.order { $0.title }.limit(2)) { node, item in
        [
          node.name.set(item.title), node.isOpen.set(!item.done), node.weight.set(item.tags.count),
          node.parentID.set(nil),
        ]
      },
      sql:
        #"INSERT INTO "node" ("name", "is_open", "weight", "parent_id") SELECT t0."title", (t0."done" = 0) IS TRUE, "#
        + #"(SELECT count(*) FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id"), ?1 FROM "item" AS t0 "#
        + #"ORDER BY t0."title" LIMIT ?2"#,
      like: """
        INSERT INTO node (name, is_open, weight) SELECT title, NOT done,
        (SELECT count(*) FROM item_tags WHERE item_id = item.id) FROM item ORDER BY title LIMIT 2
        """)
  }

  @Test("Columns that no update sets can be inserted: a 'let' property, a key")
  func readOnlyColumns() throws {
    try expect(
      Release.inserting(from: Release.where { $0.name == "postil" }) { new, old in
        [new.name.set(old.name), new.version.set(old.version + 2), new.notes.set("again")]
      },
      sql: #"INSERT INTO "release" ("name", "version", "notes") SELECT t0."name", t0."version" + ?1, ?2 "#
        + #"FROM "release" AS t0 WHERE t0."name" = ?3"#,
      like: "INSERT INTO release SELECT name, version + 2, 'again' FROM release WHERE name = 'postil'")
    try expect(
      Project.inserting(from: Tag.where { $0.id > Tag.ID(3) }) { project, tag in
        [project.id.set(Project.ID(77)), project.name.set(tag.name)]
      },
      sql: #"INSERT INTO "project" ("id", "name") SELECT ?1, t0."name" FROM "tag" AS t0 WHERE t0."id" > ?2"#,
      like: "INSERT INTO project SELECT 77, name FROM tag WHERE id > 3")
  }

  @Test("A selection is inserted directly if it matches the columns, and otherwise as a subquery")
  func selection() throws {
    let counts = Item.group { $0.project.name }.select { ($0.project.name, SQL.count()) }
    try expect(
      Node.inserting(from: counts) { node, name, count in
        [node.name.set(name), node.weight.set(count), node.isOpen.set(true)]
      },
      sql:
        #"INSERT INTO "node" ("name", "weight", "is_open") SELECT t0."c0", t0."c1", ?1 FROM (SELECT t2."name" AS "c0", "#
        + #"count(*) AS "c1" FROM "item" AS t1 JOIN "project" AS t2 ON t2."id" = t1."project_id" GROUP BY t2."name") AS t0"#,
      like: """
        INSERT INTO node (name, weight, is_open) SELECT name, count(*), 1
        FROM item JOIN project ON project.id = project_id GROUP BY name
        """)
    try expect(
      Tag.inserting(from: Project.select { $0.name }.union(Node.select { $0.name }).order { $0 }) { tag, name in
        [tag.name.set(name)]
      }.unlessPresent(on: { $0.name }),
      sql:
        #"INSERT INTO "tag" ("name") SELECT t0."name" FROM "project" AS t0 UNION SELECT t1."name" FROM "node" AS t1 "#
        + #"ORDER BY 1 LIMIT -1 ON CONFLICT ("name") DO NOTHING"#,
      like: """
        INSERT INTO tag (name) SELECT name FROM (SELECT name FROM project UNION SELECT name FROM node ORDER BY 1) WHERE true
        ON CONFLICT (name) DO NOTHING
        """)
    let pairs = Item.join(Tag.self) { item, tag in item.title.contains(tag.name) }
      .select { item, tag in (tag.name + "!", item.id) }
    try expect(
      Step.inserting(from: pairs) { step, text, item in
        [step.done.set(false), step.itemID.set(item), step.text.set(text)]
      },
      sql:
        #"INSERT INTO "step" ("done", "item_id", "text") SELECT ?1, t0."c1", t0."c0" FROM (SELECT t2."name" || ?2 AS "c0", "#
        + #"t1."id" AS "c1" FROM "item" AS t1 JOIN "tag" AS t2 ON instr(t1."title", t2."name") > 0) AS t0"#,
      like: """
        INSERT INTO step (done, item_id, text) SELECT 0, item.id, name || '!'
        FROM item JOIN tag ON instr(title, name) > 0
        """)
  }

  @Test("An existing row is kept, or updated from both rows")
  func conflicts() throws {
    let tags = Tag.inserting(from: Project.all) { tag, project in [tag.name.set(project.name)] }
    let head = #"INSERT INTO "tag" ("name") SELECT t0."name" FROM "project" AS t0 LIMIT -1 ON CONFLICT "#
    let hand = "INSERT INTO tag (name) SELECT name FROM project WHERE true ON CONFLICT "
    try expect(tags.unlessPresent(), sql: head + "DO NOTHING", like: hand + "DO NOTHING")
    try expect(
      tags.unlessPresent(on: { $0.name }), sql: head + #"("name") DO NOTHING"#, like: hand + "(name) DO NOTHING")
    try expect(
      tags.upserting(on: { $0.name }) { current, new in [current.name.set(current.name + "+" + new.name)] },
      sql: head + #"("name") DO UPDATE SET "name" = "tag"."name" || ?1 || "excluded"."name""#,
      like: hand + "(name) DO UPDATE SET name = tag.name || '+' || excluded.name")
    try expect(
      tags.upserting(on: { $0.name }, where: { current, new in current.id > Tag.ID(1) && new.name != "Work" }) {
        [$0.name.set($1.name)]
      },
      sql: head + #"("name") DO UPDATE SET "name" = "excluded"."name" "#
        + #"WHERE "tag"."id" > ?1 AND "excluded"."name" <> ?2"#,
      like: hand + "(name) DO UPDATE SET name = excluded.name WHERE tag.id > 1 AND excluded.name <> 'Work'")
    try expect(
      tags.upserting(on: { $0.name }) { _, _ in [] },
      sql: head + #"("name") DO UPDATE SET "id" = "tag"."id""#, like: hand + "(name) DO UPDATE SET id = tag.id")
  }

  @Test("A draft is inserted, and returns the selected values")
  func draft() throws {
    let draft = Tag.Draft(name: "HOME")
    try expect(
      Tag.Draft(name: "new").inserting(),
      sql: #"INSERT INTO "tag" ("name") VALUES (?1)"#, like: "INSERT INTO tag (name) VALUES ('new')")
    let db = try TestDatabase.filled().transaction
    let upsert = draft.inserting().upserting(on: { $0.name }) { [$0.name.set($1.name + "!")] }
    let pair = try upsert.returning { ($0.id, $0.name) }.fetchOne(in: db)
    #expect(pair?.0 == Tag.ID(2) && pair?.1 == "HOME!")
    #expect(try Tag.Draft(name: "last").inserting().returning { $0.id }.fetchAll(in: db) == [Tag.ID(5)])
    #expect(try Tag.Draft(name: "LAST").inserting().unlessPresent().returning { $0.id }.fetchAll(in: db).isEmpty)
    #expect(try Tag.Draft(name: "more").inserting().returning().fetchOne(in: db) == Tag(id: Tag.ID(6), name: "more"))
    #expect(throws: DatabaseError.self) { try Tag.Draft(name: "Last").inserting().run(in: db) }
  }

  @Test("An insert from a query returns its rows")
  func returning() throws {
    let db = try TestDatabase.filled().transaction
    let insertion = Node.inserting(from: Project.order { $0.name }) { node, project in
      [node.name.set(project.name), node.isOpen.set(false)]
    }
    let names = try insertion.returning { ($0.id, $0.name, $0.weight) }.fetchAll(in: db)
    #expect(names.map { $0.0.rawValue } == [6, 7, 8] && names.map(\.1) == ["Empty", "Home", "Work"])
    #expect(try insertion.returning().fetchAll(in: db).map { $0.id.rawValue } == [9, 10, 11])
    #expect(
      try insertion.returning { $0.name }.rendered().sql
        == #"INSERT INTO "node" ("name", "is_open") SELECT t0."name", ?1 FROM "project" AS t0 ORDER BY t0."name" "#
        + #"RETURNING "node"."name""#)
  }

  @Test("A missing column, a repeated one and one of another row are errors before anything runs")
  func mistakes() throws {
    let database = try TestDatabase.filled()
    let db = database.transaction
    #expect(throws: QueryError.columnsNotSet(table: "step", columns: ["done", "itemID"])) {
      try Step.insert(from: Item.where { $0.done }, in: db) { step, item in [step.text.set(item.title)] }
    }
    #expect(throws: QueryError.columnSetTwice(table: "project", column: "name")) {
      try Project.insert(from: Tag.all, in: db) { [$0.name.set($1.name), $0.name.set("x")] }
    }
    #expect(throws: QueryError.assignmentOutOfScope(table: "project", column: "name")) {
      try Project.insert(from: Project.all, in: db) { [$1.name.set($0.name)] }
    }
    #expect(throws: QueryError.columnsNotSet(table: "project", columns: ["name"])) {
      try Project.insert(from: Tag.select { $0.name }, in: db) { _, _ in [] }
    }
    #expect(database.statementCount == 0)
    #expect(
      "\(QueryError.columnsNotSet(table: "step", columns: ["done", "itemID"]))"
        == "an insert into 'step' from a query sets no value for 'done', 'itemID'; set each one "
        + "(the defaults of Swift properties aren't in the database)")
  }
}
