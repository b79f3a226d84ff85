import FoundationEssentials
import PostilQuery

/// Something to do. Written as generated code is.
struct Item: Hashable, Identifiable {
  let id: ID
  var title: String
  var note: String?
  var dueAt: Date?
  var priority: Priority
  var done: Bool
  var price: Double
  var count: Int
  var projectID: Project.ID
}

/// How soon an item matters.
enum Priority: Int, RawColumnValue, CaseIterable {
  case low, normal, high
}

extension Item: Model {
  typealias ID = RowID<Item>

  static let table = _TableDescription(
    model: "Item", name: "item",
    columns: [
      ColumnName("id", property: "id"),
      ColumnName("title", property: "title"),
      ColumnName("note", property: "note"),
      ColumnName("due_at", property: "dueAt"),
      ColumnName("priority", property: "priority"),
      ColumnName("done", property: "done"),
      ColumnName("price", property: "price"),
      ColumnName("count", property: "count"),
      ColumnName("project_id", property: "projectID"),
    ],
    primaryKey: ["id"])

  init(row: inout some RowReader) throws {
    id = try row.read()
    title = try row.read()
    note = try row.read()
    dueAt = try row.read()
    priority = try row.read()
    done = try row.read()
    price = try row.read()
    count = try row.read()
    projectID = try row.read()
  }

  func bindColumns(to binder: inout some ValueBinder) {
    id._bind(to: &binder)
    title._bind(to: &binder)
    note._bind(to: &binder)
    dueAt._bind(to: &binder)
    priority._bind(to: &binder)
    done._bind(to: &binder)
    price._bind(to: &binder)
    count._bind(to: &binder)
    projectID._bind(to: &binder)
  }

  func bindUpdate(to binder: inout some ValueBinder) {
    title._bind(to: &binder)
    note._bind(to: &binder)
    dueAt._bind(to: &binder)
    priority._bind(to: &binder)
    done._bind(to: &binder)
    price._bind(to: &binder)
    count._bind(to: &binder)
    projectID._bind(to: &binder)
    id._bind(to: &binder)
  }

  static let rowStatements = _RowStatements(
    insert: FixedStatement(
      """
      INSERT INTO "item" ("title", "note", "due_at", "priority", "done", "price", "count", "project_id")
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """),
    fetch: FixedStatement(
      """
      SELECT "id", "title", "note", "due_at", "priority", "done", "price", "count", "project_id"
      FROM "item" WHERE "id" = ?1
      """),
    update: FixedStatement(
      """
      UPDATE "item" SET "title" = ?1, "note" = ?2, "due_at" = ?3, "priority" = ?4, "done" = ?5, "price" = ?6, "count" = ?7, "project_id" = ?8
      WHERE "id" = ?9
      """),
    save: FixedStatement(
      """
      INSERT INTO "item" ("id", "title", "note", "due_at", "priority", "done", "price", "count", "project_id")
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT ("id") DO UPDATE SET "title" = excluded."title", "note" = excluded."note", "due_at" = excluded."due_at", "priority" = excluded."priority", "done" = excluded."done", "price" = excluded."price", "count" = excluded."count", "project_id" = excluded."project_id"
      """),
    delete: FixedStatement(#"DELETE FROM "item" WHERE "id" = ?1"#))

  struct UniqueKeys: Sendable {}
  static var uniqueKeys: UniqueKeys { UniqueKeys() }
}

extension Item {
  struct Draft: Hashable, ModelDraft {
    typealias OwningModel = Item
    var title: String
    var note: String?
    var dueAt: Date?
    var priority: Priority
    var done: Bool
    var price: Double
    var count: Int
    var projectID: Project.ID

    func bindColumns(to binder: inout some ValueBinder) {
      title._bind(to: &binder)
      note._bind(to: &binder)
      dueAt._bind(to: &binder)
      priority._bind(to: &binder)
      done._bind(to: &binder)
      price._bind(to: &binder)
      count._bind(to: &binder)
      projectID._bind(to: &binder)
    }

    func insert(in db: some WriteTransaction) throws -> Item {
      let id = ID(try db.insert(Item.rowStatements.insert) { bindColumns(to: &$0) })
      return Item(
        id: id, title: title, note: note, dueAt: dueAt, priority: priority, done: done, price: price, count: count,
        projectID: projectID)
    }
  }
}

extension Item {
  struct Columns: ModelColumns {
    typealias OwningModel = Item
    let rowSource: _Source
    init(_ source: _Source) { rowSource = source }

    var id: ReadOnlyColumn<Item, ID> { ReadOnlyColumn("id", of: rowSource) }
    var title: Column<Item, String> { Column("title", of: rowSource) }
    var note: Column<Item, String?> { Column("note", of: rowSource) }
    var dueAt: Column<Item, Date?> { Column("due_at", of: rowSource) }
    var priority: Column<Item, Priority> { Column("priority", of: rowSource) }
    var done: Column<Item, Bool> { Column("done", of: rowSource) }
    var price: Column<Item, Double> { Column("price", of: rowSource) }
    var count: Column<Item, Int> { Column("count", of: rowSource) }
    var projectID: Column<Item, Project.ID> { Column("project_id", of: rowSource) }
    var project: Project.Columns { Project.Columns(rowSource.joined(by: Item.projectRelationship)) }
    var tags: ToMany<Tag> { ToMany(Item.tagsRelationship, of: rowSource) }
    var steps: ToMany<Step> { ToMany(Item.stepsRelationship, of: rowSource) }
  }

  static let projectRelationship = Relationship<Item, Project>(
    "project", from: ["project_id"], to: ["id"], isRequired: true)
  static let stepsRelationship = Relationship<Item, Step>("steps", from: ["id"], to: ["item_id"])
  static let tagsRelationship = Relationship<Item, Tag>(
    "tags", from: ["id"], through: _JoinTable("item_tags", near: ["item_id"], far: ["tag_id"]), to: ["id"])

  var tags: Query<Tag> { Query(Item.tagsRelationship, of: id) }
  var steps: Query<Step> { Query(Item.stepsRelationship, of: id) }
}
