import PostilQuery

/// A schema such as the compiler generates, written by hand: projects, their items, and tags of items.
enum TasksSchema: DatabaseSchema {
  static let ddl = """
    CREATE TABLE "project" (
      "id" INTEGER NOT NULL,
      "name" TEXT NOT NULL,
      CONSTRAINT "project_pk" PRIMARY KEY ("id"),
      CONSTRAINT "project_name_unique" UNIQUE ("name")
    ) STRICT;

    -- Something to do.
    CREATE TABLE "item" (
      "id" INTEGER NOT NULL,
      "title" TEXT NOT NULL,
      "due_at" TEXT,
      "done" INTEGER NOT NULL DEFAULT 0, -- 0 or 1
      "project_id" INTEGER NOT NULL,
      CONSTRAINT "item_pk" PRIMARY KEY ("id"),
      CONSTRAINT "item_title_project_unique" UNIQUE ("title", "project_id"),
      CONSTRAINT "item_title_check" CHECK (length("title") > 0),
      CONSTRAINT "item_project_fk" FOREIGN KEY ("project_id") REFERENCES "project" ("id") DEFERRABLE INITIALLY DEFERRED
    ) STRICT;

    CREATE INDEX "item_project_id" ON "item" ("project_id");

    CREATE TABLE "tag" (
      "id" INTEGER NOT NULL,
      "name" TEXT NOT NULL,
      CONSTRAINT "tag_pk" PRIMARY KEY ("id")
    ) STRICT;

    CREATE UNIQUE INDEX "tag_name_lower" ON "tag" (lower("name"));

    CREATE TABLE "item_tags" (
      "item_id" INTEGER NOT NULL,
      "tag_id" INTEGER NOT NULL,
      CONSTRAINT "item_tags_pk" PRIMARY KEY ("item_id", "tag_id"),
      CONSTRAINT "item_tags_item_fk" FOREIGN KEY ("item_id") REFERENCES "item" ("id") ON DELETE CASCADE,
      CONSTRAINT "item_tags_tag_fk" FOREIGN KEY ("tag_id") REFERENCES "tag" ("id") ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX "item_tags_tag_id" ON "item_tags" ("tag_id");
    """

  static let fingerprint = "tasks-1"

  static let tables = [
    _TableDescription(
      model: "Project", name: "project",
      columns: [ColumnName("id", property: "id"), ColumnName("name", property: "name")], primaryKey: ["id"]),
    _TableDescription(
      model: "Item", name: "item",
      columns: [
        ColumnName("id", property: "id"), ColumnName("title", property: "title"),
        ColumnName("due_at", property: "dueAt"), ColumnName("done", property: "done"),
        ColumnName("project_id", property: "projectID"),
      ], primaryKey: ["id"]),
    _TableDescription(
      model: "Tag", name: "tag",
      columns: [ColumnName("id", property: "id"), ColumnName("name", property: "name")], primaryKey: ["id"]),
  ]
}

/// The statements that the tests share, as generated code would fix them.
enum Statements {
  static let insertProject = FixedStatement(#"INSERT INTO "project" ("name") VALUES (?1)"#)
  static let insertItem = FixedStatement(#"INSERT INTO "item" ("title", "project_id") VALUES (?1, ?2)"#)
  static let insertTag = FixedStatement(#"INSERT INTO "tag" ("name") VALUES (?1)"#)
  static let addTag = FixedStatement(
    #"INSERT INTO "item_tags" ("item_id", "tag_id") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#)
  static let projectNames = FixedStatement(#"SELECT "name" FROM "project" ORDER BY "id""#)
  static let countProjects = FixedStatement(#"SELECT count(*) FROM "project""#)
  static let findProject = FixedStatement(#"SELECT "name" FROM "project" WHERE "id" = ?1"#)
  static let deleteProject = FixedStatement(#"DELETE FROM "project" WHERE "id" = ?1"#)
}

extension WriteTransaction {
  /// Inserts a project and returns its id.
  @discardableResult
  func insertProject(_ name: String) throws -> Int64 {
    try insert(Statements.insertProject) { name._bind(to: &$0) }
  }

  /// Inserts an item and returns its id.
  @discardableResult
  func insertItem(_ title: String, project: Int64) throws -> Int64 {
    try insert(Statements.insertItem) {
      title._bind(to: &$0)
      project._bind(to: &$0)
    }
  }
}

extension ReadTransaction {
  /// The names of the projects, oldest first.
  func projectNames() throws -> [String] {
    var names: [String] = []
    try forEachRow(Statements.projectNames, bind: { _ in }) { names.append(try $0.read()) }
    return names
  }

  /// The number of projects.
  func countProjects() throws -> Int {
    try fetchFirst(Statements.countProjects, bind: { _ in }) { try $0.read() } ?? -1
  }

  /// The first column of the first row of a rendered statement.
  func value<Value: ColumnValue>(_ sql: String, _ bindings: BoundValue..., as type: Value.Type = Value.self) throws
    -> Value?
  {
    try fetchFirst(_RenderedStatement(sql: sql, bindings: bindings)) { try $0.read(Value.self) }
  }
}
