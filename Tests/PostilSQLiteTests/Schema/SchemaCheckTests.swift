import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite struct SchemaCheckTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  /// Makes a file with the tasks schema after `change`, without a store.
  private func make(_ ddl: String = TasksSchema.ddl, then change: String = "") throws {
    try RawDatabase(path: file.path, foreignKeys: false).execute(ddl + ";" + change)
  }

  /// The lines that say what differs.
  private func differences() throws -> [String] {
    let mismatch = try #require(throws: SchemaMismatch.self) { try file.open() }
    #expect(mismatch.path == file.path)
    return mismatch.differences.map(\.description)
  }

  @Test func theSameSchemaIsTakenWhateverItsSpacesQuotesAndComments() throws {
    let ddl = TasksSchema.ddl
      .replacing("\"", with: "").replacing("\n  ", with: "\n /* a comment */ \t").replacing("INTEGER", with: "integer")
      .replacing("CREATE TABLE item ", with: "create table [item]")
    try make(ddl)
    let store = try file.open()
    #expect(try store.read { db in try db.countProjects() } == 0)
  }

  @Test func whatTheProgramDoesNotKnowIsNoReasonToRefuse() throws {
    try make(
      then: """
        CREATE TABLE notes (text TEXT);
        CREATE INDEX item_by_title ON item (title);
        CREATE VIEW open_item AS SELECT * FROM item WHERE done = 0;
        """)
    _ = try file.open()
  }

  @Test(arguments: ["TABLE json_each (value)", "VIEW JSON_Tree AS SELECT 1"])
  func anObjectThatHidesAFunctionIsRefused(_ object: String) throws {
    try make(then: "CREATE \(object)")
    let (kind, name) = object.hasPrefix("TABLE") ? ("table", "json_each") : ("view", "JSON_Tree")
    #expect(
      try differences().first
        == "\(kind) '\(name)' differs: it hides SQLite's function of this name, which the program's queries call; rename it"
    )
  }

  @Test func aColumnThatWasAddedLaterIsTheSameAsOneOfTheBeginning() throws {
    try make(
      TasksSchema.ddl.replacing("\n  \"due_at\" TEXT,", with: ""), then: "ALTER TABLE item ADD COLUMN due_at TEXT")
    _ = try file.open()
  }

  @Test func aCheckThatKeptItsNameIsReportedUnderThatOfTheProgram() throws {
    try make(TasksSchema.ddl.replacing("item_title_check", with: "entry_title_check"))
    let store = try file.open()
    try store.write { db in
      try db.insertProject("Home")
      #expect(throws: ConstraintViolation.check(name: "item_title_check")) { _ = try db.insertItem("", project: 1) }
    }
  }

  @Test func namesInAnotherCaseAreReportedAsTheProgramHasThem() throws {
    try make(TasksSchema.ddl.replacing("\"project\"", with: "\"Project\"").replacing("\"name\"", with: "\"Name\""))
    let store = try file.open()
    try store.write { db in
      try db.insertProject("Home")
      #expect(throws: ConstraintViolation.unique(table: "project", columns: ["name"])) {
        _ = try db.insertProject("Home")
      }
      #expect(throws: ConstraintViolation.notNull(table: "project", column: "name")) {
        _ = try db.execute(_RenderedStatement(sql: "INSERT INTO project (name) VALUES (NULL)"))
      }
    }
  }

  @Test func theValueOfRowsOlderThanAColumnIsNoReasonToRefuse() throws {
    let column = "\"title\" TEXT NOT NULL"
    try make(
      TasksSchema.ddl.replacing(
        "\(column),", with: "\(column) CONSTRAINT \"postil_initial_value\" DEFAULT 'untitled',"))
    _ = try file.open()
  }

  @Test func aDefaultThatSomebodyAddedIsNamed() throws {
    try make(TasksSchema.ddl.replacing("\"title\" TEXT NOT NULL,", with: "\"title\" TEXT NOT NULL DEFAULT '',"))
    #expect(
      try differences() == [
        "table 'item' differs: column \"title\" TEXT NOT NULL DEFAULT '' should be \"title\" TEXT NOT NULL"
      ])
  }

  @Test func missingObjectsAreNamed() throws {
    try make(then: "DROP INDEX tag_name_lower; DROP TABLE item_tags; CREATE TABLE extra (n);")
    #expect(
      try differences() == [
        "table 'item_tags' is missing", "index 'item_tags_tag_id' is missing", "index 'tag_name_lower' is missing",
        "table 'extra' isn't part of the program's schema (allowed)",
      ])
  }

  @Test func differentColumnsAreNamedWithWhatTheyShouldBe() throws {
    try make(
      TasksSchema.ddl
        .replacing(#""title" TEXT NOT NULL,"#, with: #""title" TEXT,"#)
        .replacing(#""due_at" TEXT,"#, with: #""note" TEXT,"#))
    #expect(
      try differences() == [
        """
        table 'item' differs:\u{20}
              column "due_at" TEXT is missing
              column "title" TEXT should be "title" TEXT NOT NULL
              unexpected column "note" TEXT
        """
      ])
  }

  @Test func differentConstraintsAndOptionsAreNamed() throws {
    try make(TasksSchema.ddl.replacing(#"length("title") > 0"#, with: #"length("title") > 1"#))
    #expect(
      try differences() == [
        #"table 'item' differs: CONSTRAINT "item_title_check" CHECK (length("title") > 1) should be "#
          + #"CONSTRAINT "item_title_check" CHECK (length("title") > 0)"#
      ])
  }

  @Test func aTableThatIsNotStrictIsDifferent() throws {
    try make(
      TasksSchema.ddl.replacing(
        #"CONSTRAINT "tag_pk" PRIMARY KEY ("id")"# + "\n) STRICT", with: #"CONSTRAINT "tag_pk" PRIMARY KEY ("id"))"#))
    #expect(try differences() == ["table 'tag' differs: option STRICT is missing"])
  }

  @Test func aDifferentIndexIsShownAsItIsAndAsItShouldBe() throws {
    try make(
      then: "DROP INDEX item_project_id; CREATE INDEX item_project_id ON item (project_id, done)")
    #expect(
      try differences() == [
        """
        index 'item_project_id' differs:\u{20}
              found: CREATE INDEX item_project_id ON item (project_id, done)
              expected: CREATE INDEX "item_project_id" ON "item" ("project_id")
        """
      ])
  }

  @Test func aFileOfAnotherProgramIsLeftAsItIs() throws {
    try make("CREATE TABLE songs (title TEXT)")
    let mismatch = try #require(throws: SchemaMismatch.self) { try file.open() }
    #expect(
      mismatch.description.hasPrefix(
        "the schema of '\(file.path)' differs from the program's schema; nothing was changed:\n"))
    #expect(mismatch.description.contains("\n  - table 'project' is missing\n"))
    let database = try RawDatabase(path: file.path)
    #expect(
      try database.rows("SELECT name, journal_mode FROM sqlite_schema, pragma_journal_mode") == [["songs", "delete"]])
  }

  @Test func ddlThatSQLiteRefusesLeavesAnEmptyFile() throws {
    enum Broken: DatabaseSchema {
      static let ddl = "CREATE TABLE a (id INTEGER) STRICT; CREATE TABLE b (id NONSENSE) STRICT;"
      static let fingerprint = ""
      static let tables: [_TableDescription] = []
    }
    #expect(throws: DatabaseError.self) { try SQLiteStore(path: file.path, schema: Broken.self) }
    _ = try file.open()
  }
}
