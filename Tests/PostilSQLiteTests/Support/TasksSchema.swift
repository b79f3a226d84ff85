import PostilQuery

/// A schema such as the compiler generates, written by hand: lists, their items, and tags of items.
enum TasksSchema: DatabaseSchema {
  static let ddl = """
    CREATE TABLE "list" (
      "id" INTEGER NOT NULL,
      "name" TEXT NOT NULL,
      CONSTRAINT "list_pk" PRIMARY KEY ("id"),
      CONSTRAINT "list_name_unique" UNIQUE ("name")
    ) STRICT;

    -- Something to do.
    CREATE TABLE "item" (
      "id" INTEGER NOT NULL,
      "title" TEXT NOT NULL,
      "due_at" TEXT,
      "done" INTEGER NOT NULL DEFAULT 0, -- 0 or 1
      "list_id" INTEGER NOT NULL,
      CONSTRAINT "item_pk" PRIMARY KEY ("id"),
      CONSTRAINT "item_title_list_unique" UNIQUE ("title", "list_id"),
      CONSTRAINT "item_title_check" CHECK (length("title") > 0),
      CONSTRAINT "item_list_fk" FOREIGN KEY ("list_id") REFERENCES "list" ("id") DEFERRABLE INITIALLY DEFERRED
    ) STRICT;

    CREATE INDEX "item_list_id" ON "item" ("list_id");

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
      model: "List", name: "list",
      columns: [ColumnName("id", property: "id"), ColumnName("name", property: "name")], primaryKey: ["id"]),
    _TableDescription(
      model: "Item", name: "item",
      columns: [
        ColumnName("id", property: "id"), ColumnName("title", property: "title"),
        ColumnName("due_at", property: "dueAt"), ColumnName("done", property: "done"),
        ColumnName("list_id", property: "listID"),
      ], primaryKey: ["id"]),
    _TableDescription(
      model: "Tag", name: "tag",
      columns: [ColumnName("id", property: "id"), ColumnName("name", property: "name")], primaryKey: ["id"]),
  ]
}

/// The statements that the tests share, as generated code would fix them.
enum Statements {
  static let insertList = FixedStatement(#"INSERT INTO "list" ("name") VALUES (?1)"#)
  static let insertItem = FixedStatement(#"INSERT INTO "item" ("title", "list_id") VALUES (?1, ?2)"#)
  static let insertTag = FixedStatement(#"INSERT INTO "tag" ("name") VALUES (?1)"#)
  static let addTag = FixedStatement(
    #"INSERT INTO "item_tags" ("item_id", "tag_id") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#)
  static let listNames = FixedStatement(#"SELECT "name" FROM "list" ORDER BY "id""#)
  static let countLists = FixedStatement(#"SELECT count(*) FROM "list""#)
  static let findList = FixedStatement(#"SELECT "name" FROM "list" WHERE "id" = ?1"#)
  static let deleteList = FixedStatement(#"DELETE FROM "list" WHERE "id" = ?1"#)
}

extension WriteTransaction {
  /// Inserts a list and returns its id.
  @discardableResult
  func insertList(_ name: String) throws -> Int64 {
    try insert(Statements.insertList) { name._bind(to: &$0) }
  }

  /// Inserts an item and returns its id.
  @discardableResult
  func insertItem(_ title: String, list: Int64) throws -> Int64 {
    try insert(Statements.insertItem) {
      title._bind(to: &$0)
      list._bind(to: &$0)
    }
  }
}

extension ReadTransaction {
  /// The names of the lists, oldest first.
  func listNames() throws -> [String] {
    var names: [String] = []
    try forEachRow(Statements.listNames, bind: { _ in }) { names.append(try $0.read()) }
    return names
  }

  /// How many lists there are.
  func countLists() throws -> Int {
    try fetchFirst(Statements.countLists, bind: { _ in }) { try $0.read() } ?? -1
  }

  /// The first column of the first row of a rendered statement.
  func value<Value: ColumnValue>(_ sql: String, _ bindings: BoundValue..., as type: Value.Type = Value.self) throws
    -> Value?
  {
    try fetchFirst(RenderedStatement(sql: sql, bindings: bindings)) { try $0.read(Value.self) }
  }
}
