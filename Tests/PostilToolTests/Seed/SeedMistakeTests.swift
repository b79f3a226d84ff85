import Testing

@Suite("Mistakes in seed files")
struct SeedMistakeTests {
  /// The mistakes in a seed file, without the path. Nothing is written.
  private func mistakes(_ seed: String, models: String = SeededTasks.models) throws -> [String] {
    let tasks = try SeededTasks(models: models, ["a.json": seed])
    let result = try tasks.run()
    #expect(result.status == 1)
    #expect(result.output == "")
    return result.errors.split(separator: "\n").map { line in
      line.hasPrefix("Tasks/Seeds/a.json:") ? String(line.dropFirst("Tasks/Seeds/a.json:".count)) : String(line)
    }
  }

  @Test(
    "A file that isn't JSON is reported at the first wrong byte",
    arguments: [
      ("{\n  \"Tag\": [ {\"name\": \"x\"}, ]\n}", "2:27: error: this isn't valid JSON: an extra ',' before ']'"),
      ("{ \"Tag\" [] }", "1:9: error: this isn't valid JSON: expected ':'"),
      ("{ \"Tag\": [] \"Item\": {} }", "1:13: error: this isn't valid JSON: expected ',' or '}'"),
      ("{ 'Tag': [] }", "1:3: error: this isn't valid JSON: expected a name in double quotes"),
      ("{ \"Tag\": no }", "1:11: error: this isn't valid JSON: expected a value"),
      ("{ \"Tag", "1:3: error: this isn't valid JSON: a string without its closing '\"'"),
      ("[]", "1:1: error: a seed file is an object with a member for each model: {\"Item\": {\"label\": {…}}}"),
    ])
  func syntax(seed: String, message: String) throws { #expect(try mistakes(seed) == [message]) }

  @Test(
    "Each mistake has its place, its reason and what to write instead",
    arguments: [
      (#"{ "Itme": {} }"#, "1:3: error: unknown model 'Itme'; did you mean 'Item'?"),
      (#"{ "item": {} }"#, "1:3: error: 'item' is the name of a table; write the name of its model, 'Item'"),
      (#"{ "Tag": [ { "nmae": "x" } ] }"#, "'Tag' has no property or relationship 'nmae'; did you mean 'name'?"),
      (#"{ "Tag": { "a": { "name": "x", "name": "y" } } }"#, "1:32: error: 'name' is repeated; remove one"),
      (#"{ "Tag": { "a": { "name": 5 } } }"#, "1:27: error: 'name' must be a text"),
      (#"{ "Tag": { "a": { "name": null } } }"#, "1:27: error: 'name' must have a value; it isn't optional"),
      (#"{ "Tag": { "a": {} } }"#, "1:12: error: 'name' must have a value in 'Tag'"),
      (
        #"{ "Tag": { "a": ["x"] } }"#,
        "1:17: error: expected a row, an object with the values of its properties; found an array"
      ),
      (
        #"{ "Tag": "x" }"#,
        "1:10: error: the rows of 'Tag' must be an object with a row for each label, {\"label\": {…}}, or an array of rows "
          + "without labels"
      ),
      (
        #"{ "Item": { "a": { "title": "x", "project": "p", "due_at": null } }, "Project": { "p": { "name": "P" } } }"#,
        "1:50: error: 'due_at' is the name of a column; write the name of its property, 'dueAt'"
      ),
      (
        #"{ "Item": { "a": { "title": "x", "project": "hmoe" } }, "Project": { "home": { "name": "Home" } } }"#,
        "1:45: error: no row of 'Project' has the label 'hmoe'; did you mean 'home'?"
      ),
      (
        #"{ "Item": { "a": { "title": "x", "project": "home" } } }"#,
        "1:45: error: no row of 'Project' has the label 'home'; add it, or pass the file that contains it too"
      ),
      (
        #"{ "Item": { "a": { "title": "x" } } }"#,
        "1:13: error: 'projectID' must have a value; write 'project' with the label of a row in 'Item'"
      ),
      (
        #"{ "Item": { "a": { "title": "x", "projectID": "home" } } }"#,
        "1:47: error: 'projectID' must be an integer; to refer to a row by its label, write 'project'"
      ),
      (
        #"{ "Item": { "a": { "title": "x", "project": 5 } } }"#,
        "1:45: error: 'project' must be the label of a row of 'Project'; to give its key instead, write 'projectID'"
      ),
      (
        #"{ "Item": { "a": { "title": "x", "projectID": 1, "project": "home" } } }"#,
        "1:50: error: 'project' and 'projectID' are the same reference; remove one"
      ),
      (
        #"{ "Item": { "a": { "title": "x", "projectID": 1, "priority": "urgent" } } }"#,
        "1:62: error: 'priority' must be one of low, normal, high"
      ),
      (
        #"{ "Item": { "a": { "title": "x", "projectID": 1, "dueAt": "tomorrow" } } }"#,
        "1:59: error: 'dueAt' must be a date such as 2026-11-21T08:30:00Z"
      ),
      (
        #"{ "Item": { "a": { "title": "x", "projectID": 1, "done": 1 } } }"#,
        "1:58: error: 'done' must be true or false"
      ),
      (
        #"{ "Item": { "a": { "title": "x", "projectID": 1, "tags": "x" } } }"#,
        "1:58: error: 'tags' must be an array of labels of rows of 'Tag', or an object with the rows themselves: "
          + "{\"label\": {…}}"
      ),
      (
        #"{ "Item": { "a": { "title": "x", "projectID": 1, "tags": ["t", "t"] } }, "Tag": { "t": { "name": "t" } } }"#,
        "1:64: error: 't' is repeated in 'tags'; remove one"
      ),
      (
        #"{ "Item": [ { "title": "x", "projectID": 1 } ] }"#,
        "1:13: error: the next run couldn't find this row of 'Item' again; give it a label, or values for 'id'"
      ),
      (
        #"{ "Tag": [ { "name": "x" }, { "name": "x" } ] }"#,
        "1:29: error: this row has the same key as Tag 'x', at Tasks/Seeds/a.json:1; remove one of them"
      ),
      (
        #"{ "Tag": { "a": { "id": 5, "name": "x" }, "b": { "id": 5, "name": "y" } } }"#,
        "1:43: error: this row has the same key as Tag 'a', at Tasks/Seeds/a.json:1; remove one of them"
      ),
      (
        #"{ "Item": { "a": { "title": "x", "projectID": 5 } } }"#,
        "1:47: error: 'projectID' refers to a row of 'Project' that doesn't exist: 5"
      ),
    ])
  func mistake(seed: String, message: String) throws {
    let found = try mistakes(seed)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasSuffix(message) == true, "\(found)")
  }

  @Test("All mistakes are reported in one run, in the order of their places")
  func several() throws {
    #expect(
      try mistakes(
        """
        {
          "Tag": { "a": { "name": 5 } },
          "Nothing": {},
          "Item": { "b": { "title": "x", "project": "none" } }
        }
        """) == [
          "2:27: error: 'name' must be a text",
          "3:3: error: unknown model 'Nothing'; the models are 'Item', 'Project', 'Step', 'Tag'",
          "4:45: error: no row of 'Project' has the label 'none'; add it, or pass the file that contains it too",
        ])
  }

  private let documents = """
    // @table
    struct Page: Sendable {
      let id: ID
      let code: String  // @unique
      var views: Int  // @generated("length(code)")
      var cached = ""  // @transient
      // @references
      var parentID: Page.ID?
      // @references
      var firstID: Page.ID?
      // @json
      var meta: Meta?
    }

    struct Meta: Codable, Sendable {
      var keywords: [String]
      var size: Int?
    }

    // @table
    struct Small: Sendable {
      let id: Int8
      var name: String
    }

    // @singleton
    // @table
    struct Settings: Sendable {
      let id: ID
      var theme: String
    }
    """

  @Test(
    "Columns that the database sets, JSON of another type, and keys without room for a label are refused",
    arguments: [
      (#"{ "Page": { "a": { "code": "a", "first": "a", "views": 5 } } }"#, "'views' is set by the database; remove it"),
      (
        #"{ "Page": { "a": { "code": "a", "first": "a", "cached": "" } } }"#,
        "'Page.cached' isn't stored in the database; remove it"
      ),
      (
        #"{ "Page": { "a": { "code": "a", "first": "a", "meta": { "keywords": "x" } } } }"#,
        "1:69: error: 'meta.keywords' must be an array"
      ),
      (
        #"{ "Page": { "a": { "code": "a", "first": "a", "meta": { "keywords": ["x", 5] } } } }"#,
        "1:75: error: 'meta.keywords[1]' must be a string"
      ),
      (
        #"{ "Page": { "a": { "code": "a", "first": "a", "meta": { "keyword": [] } } } }"#,
        "1:57: error: 'Meta' has no member 'keyword'; did you mean 'keywords'?"
      ),
      (
        #"{ "Small": { "a": { "name": "x" } } }"#,
        "no key of 'Small' can be made from the label 'a'; give the row values for 'id'"
      ),
      (
        #"{ "Settings": [ { "theme": "dark" } ] }"#,
        "'Settings' has one row; write its values without a label: {\"Settings\": {…}}"
      ),
    ])
  func others(seed: String, message: String) throws {
    let found = try mistakes(seed, models: documents)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasSuffix(message) == true, "\(found)")
  }

  @Test("A 'let' that has another value in the database is an error, because no update sets it")
  func changedLet() throws {
    let tasks = try SeededTasks(
      models: documents, ["a.json": #"{ "Page": { "a": { "code": "a", "first": "a" } } }"#])
    try tasks.seed()
    try tasks.write(#"{ "Page": { "a": { "code": "b", "first": "a" } } }"#, to: "a.json")
    #expect(
      try tasks.run().errors == """
        Tasks/Seeds/a.json:1:28: error: 'code' is a 'let', and Page 'a' has another value in the database, 'a'; write that \
        value, or delete the row in the database

        """)
  }

  @Test("Rows that refer to each other are inserted, and their optional references are set afterwards")
  func circle() throws {
    let tasks = try SeededTasks(
      models: documents,
      [
        "a.json": """
        { "Page": { "a": { "code": "a", "first": "a", "parent": "b" }, "b": { "code": "b", "first": "a" } },
          "Settings": { "theme": "dark" } }
        """
      ])
    #expect(try tasks.seed() == "Settings  1 inserted\nPage      2 inserted\n")
    #expect(
      try tasks.rows(
        "SELECT page.code, parent.code FROM page LEFT JOIN page AS parent ON parent.id = page.parent_id ORDER BY 1")
        == [
          "a|b", "b|NULL",
        ])
    #expect(try tasks.seed() == "Settings  1 unchanged\nPage      2 unchanged\n")
    #expect(try tasks.rows("SELECT * FROM settings") == ["1|dark"])
  }
}
