import PostilTestSupport
import Testing

@Suite("postil seed")
struct SeedCommandTests {
  @Test("The rows of a seed file are inserted with their references, members and pairs, in any order of the file")
  func insert() throws {
    let tasks = try SeededTasks(["demo.json": SeededTasks.seed])
    #expect(
      try tasks.seed() == """
        Project    1 inserted
        Tag        2 inserted
        Item       2 inserted
        Step       3 inserted
        Item.tags  2 inserted

        """)
    #expect(
      try tasks.rows(
        """
        SELECT item.title, item.due_at, item.priority, item.done, project.name
        FROM item JOIN project ON project.id = item.project_id ORDER BY item.title
        """) == ["Oil the door|2026-12-01 08:00:00|2|0|Home", "Rest|NULL|1|0|Home"])
    #expect(
      try tasks.rows("SELECT text FROM step ORDER BY steps_position") == ["Buy oil", "Open it", "Close it"])
    #expect(
      try tasks.rows("SELECT tag.name FROM item_tags JOIN tag ON tag.id = item_tags.tag_id ORDER BY tag.name") == [
        "quick", "urgent",
      ])
  }

  @Test("A second run changes nothing")
  func repetition() throws {
    let tasks = try SeededTasks(["demo.json": SeededTasks.seed])
    try tasks.seed()
    let all = "SELECT * FROM item UNION ALL SELECT id, name, 0, 0, 0, 0 FROM project ORDER BY 1"
    let before = try tasks.rows(all)
    #expect(
      try tasks.seed() == """
        Project    1 unchanged
        Tag        2 unchanged
        Item       2 unchanged
        Step       3 unchanged
        Item.tags  2 unchanged

        """)
    #expect(try tasks.rows(all) == before)
  }

  @Test("A changed seed file updates its rows, pairs and order, and leaves the rows that it doesn't contain")
  func update() throws {
    let tasks = try SeededTasks(["demo.json": SeededTasks.seed])
    try tasks.seed()
    try tasks.database().execute("INSERT INTO project (name) VALUES ('Own'); UPDATE item SET done = 1")
    try tasks.write(
      """
      {
        "Project": { "home": { "name": "House" } },
        "Item": {
          "oil": { "title": "Oil the gate", "project": "home", "tags": ["later", "quick"], "steps": ["open", "buy", "close"] }
        },
        "Step": {
          "buy": { "text": "Buy oil", "item": "oil" }, "open": { "text": "Open the gate" }, "close": { "text": "Close it" }
        },
        "Tag": { "later": { "name": "later" }, "quick": { "name": "quick" } }
      }
      """)
    #expect(
      try tasks.seed() == """
        Project     1 updated
        Tag         1 inserted, 1 unchanged
        Item        1 updated
        Step        1 updated, 2 unchanged
        Item.tags   1 inserted, 1 deleted, 1 unchanged
        Item.steps  3 moved

        """)
    #expect(try tasks.rows("SELECT name FROM project ORDER BY name") == ["House", "Own"])
    // 'done' isn't in the file, and the item 'rest' no longer.
    #expect(try tasks.rows("SELECT title, done FROM item ORDER BY title") == ["Oil the gate|1", "Rest|1"])
    #expect(
      try tasks.rows("SELECT text FROM step ORDER BY steps_position") == ["Open the gate", "Buy oil", "Close it"])
    #expect(try tasks.rows("SELECT name FROM tag ORDER BY name") == ["later", "quick", "urgent"])
    #expect(!(try tasks.seed()).contains("updated"))
  }

  @Test("Rows are found by a key that the file contains, and without a label by a unique key")
  func identity() throws {
    let tasks = try SeededTasks()
    try tasks.database().execute(
      "INSERT INTO tag (id, name) VALUES (7, 'urgent'); INSERT INTO project VALUES (3, 'Home')")
    try tasks.write(
      """
      { "Tag": [ { "name": "urgent" }, { "id": 9, "name": "quick" } ],
        "Project": [ { "id": 3, "name": "House" } ],
        "Item": { "oil": { "title": "Oil", "projectID": 3 } } }
      """)
    #expect(
      try tasks.seed() == """
        Tag      1 inserted, 1 unchanged
        Project  1 updated
        Item     1 inserted

        """)
    #expect(try tasks.rows("SELECT id, name FROM tag ORDER BY id") == ["7|urgent", "9|quick"])
    #expect(try tasks.rows("SELECT project_id FROM item") == ["3"])
  }

  @Test("With --dry-run, the changes are printed, and nothing is changed")
  func dryRun() throws {
    let tasks = try SeededTasks(["demo.json": SeededTasks.seed])
    try tasks.seed()
    try tasks.write(
      """
      { "Item": { "oil": { "title": "Oil the gate", "project": "home", "done": true }, "new": { "title": "New", "project": "home" } },
        "Project": { "home": { "name": "Home" } } }
      """)
    let bytes = try tasks.rows("PRAGMA data_version") + tasks.rows("SELECT title, done FROM item ORDER BY title")
    #expect(
      try tasks.seed("--dry-run") == """
        update Item 'oil': title, done
        insert Item 'new'
        Project  1 unchanged
        Item     1 inserted, 1 updated
        Nothing was changed, because of '--dry-run'.

        """)
    #expect(
      try tasks.rows("PRAGMA data_version") + tasks.rows("SELECT title, done FROM item ORDER BY title") == bytes)
  }

  @Test("A dry run doesn't switch a file to the write-ahead log")
  func dryRunOfFile() throws {
    let tasks = try SeededTasks(["demo.json": SeededTasks.seed])
    let before = try tasks.rows("PRAGMA journal_mode")
    try tasks.seed("--dry-run")
    #expect(try tasks.rows("PRAGMA journal_mode") == before)
    #expect(before == ["delete"])
  }

  @Test("Listed files replace those in the folder Seeds, and all are read in the order of their names otherwise")
  func files() throws {
    let tasks = try SeededTasks([
      "1.json": #"{ "Project": { "home": { "name": "Home" } } }"#,
      "2.json": #"{ "Item": { "rest": { "title": "Rest", "project": "home" } } }"#,
    ])
    try tasks.tool.write(#"{ "Tag": [ { "name": "x" } ] }"#, to: "more.json")
    #expect(try tasks.seed("more.json") == "Tag  1 inserted\n")
    #expect(try tasks.seed() == "Project  1 inserted\nItem     1 inserted\n")
  }

  @Test("A row that violates a constraint is reported at its value, and nothing is changed")
  func constraint() throws {
    let tasks = try SeededTasks([
      "demo.json": """
      { "Project": { "home": { "name": "Home" } },
        "Item": { "oil": { "project": "home",
                           "title": "" } } }
      """
    ])
    let result = try tasks.run()
    #expect(result.status == 1)
    #expect(result.errors == "Tasks/Seeds/demo.json:3:31: error: the row violates the check 'item_title_check'\n")
    #expect(try tasks.rows("SELECT * FROM project") == [])
  }

  @Test("A unique value of another row is reported with the ways to find that row")
  func uniqueConstraint() throws {
    let tasks = try SeededTasks(["demo.json": #"{ "Tag": { "urgent": { "name": "urgent" } } }"#])
    try tasks.database().execute("INSERT INTO tag (name) VALUES ('urgent')")
    #expect(
      try tasks.run().errors == """
        Tasks/Seeds/demo.json:1:32: error: another row in the database has the same 'name' as Tag 'urgent'; write the row \
        without a label, so that it is found by 'name', or give it the key of that row

        """)
  }

  @Test("The database must exist, and have the tables of the models")
  func misuse() throws {
    let tasks = try SeededTasks(["demo.json": SeededTasks.seed])
    let missing = try tasks.tool.run("seed", "none.sqlite", "Tasks")
    #expect(missing.errors == "postil: error: database 'none.sqlite' doesn't exist\n")
    #expect(missing.status == 2)
    try RawDatabase(path: tasks.tool.folder.path("empty.sqlite")).execute("CREATE TABLE a (b)")
    let empty = try tasks.tool.run("seed", "empty.sqlite", "Tasks")
    #expect(
      empty.errors == """
        postil: error: 'empty.sqlite' doesn't have the tables of the models: no such table: item; create or migrate them \
        first, with 'postil migrate apply' or 'postil ddl'

        """)
    #expect(empty.status == 2)
    let none = try SeededTasks()
    #expect(
      try none.run().errors == """
        postil: error: there are no seed files in 'Tasks/Seeds'; add one, such as 'Tasks/Seeds/demo.json', or pass files

        """)
    #expect(try none.run("Tasks/none.json").status == 2)
  }

  @Test("Without the trait PostgreSQL, seed names the trait")
  func trait() throws {
    let result = try SeededTasks().tool.run("seed", "postgresql://localhost/tasks", "Tasks")
    #expect(result.status == 2)
    #expect(result.errors.contains("the trait 'PostgreSQL'"))
  }
}
