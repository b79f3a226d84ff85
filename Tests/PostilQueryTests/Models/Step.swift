import PostilQuery

/// One step of an item. Written as generated code is.
struct Step: Hashable, Identifiable {
  let id: ID
  var text: String
  var done: Bool
  var itemID: Item.ID
}

extension Step: Model {
  typealias ID = RowID<Step>

  static let table = _TableDescription(
    model: "Step", name: "step",
    columns: [
      ColumnName("id", property: "id"),
      ColumnName("text", property: "text"),
      ColumnName("done", property: "done"),
      ColumnName("item_id", property: "itemID"),
    ],
    primaryKey: ["id"], required: ["text", "done", "item_id"])

  init(row: inout some RowReader) throws {
    id = try row.read()
    text = try row.read()
    done = try row.read()
    itemID = try row.read()
  }

  func bindColumns(to binder: inout some ValueBinder) {
    id._bind(to: &binder)
    text._bind(to: &binder)
    done._bind(to: &binder)
    itemID._bind(to: &binder)
  }

  func bindUpdate(to binder: inout some ValueBinder) {
    text._bind(to: &binder)
    done._bind(to: &binder)
    itemID._bind(to: &binder)
    id._bind(to: &binder)
  }

  static let rowStatements = _RowStatements(
    insert: FixedStatement(
      """
      INSERT INTO "step" ("text", "done", "item_id")
      VALUES (?1, ?2, ?3)
      """),
    fetch: FixedStatement(
      """
      SELECT "id", "text", "done", "item_id"
      FROM "step" WHERE "id" = ?1
      """),
    update: FixedStatement(
      """
      UPDATE "step" SET "text" = ?1, "done" = ?2, "item_id" = ?3
      WHERE "id" = ?4
      """),
    save: FixedStatement(
      """
      INSERT INTO "step" ("id", "text", "done", "item_id")
      VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT ("id") DO UPDATE SET "text" = excluded."text", "done" = excluded."done", "item_id" = excluded."item_id"
      """),
    delete: FixedStatement(#"DELETE FROM "step" WHERE "id" = ?1"#))

  struct UniqueKeys: Sendable {}
  static var uniqueKeys: UniqueKeys { UniqueKeys() }
}

extension Step {
  struct Draft: Hashable, ModelDraft {
    typealias OwningModel = Step
    var text: String
    var done: Bool
    var itemID: Item.ID

    func bindColumns(to binder: inout some ValueBinder) {
      text._bind(to: &binder)
      done._bind(to: &binder)
      itemID._bind(to: &binder)
    }

    func insert(in db: some WriteTransaction) throws -> Step {
      let id = ID(try db.insert(Step.rowStatements.insert) { bindColumns(to: &$0) })
      return Step(id: id, text: text, done: done, itemID: itemID)
    }
  }
}

extension Step {
  struct Columns: ModelColumns {
    typealias OwningModel = Step
    let rowSource: _Source
    init(_ source: _Source) { rowSource = source }

    var id: ReadOnlyColumn<Step, ID> { ReadOnlyColumn("id", of: rowSource) }
    var text: Column<Step, String> { Column("text", of: rowSource) }
    var done: Column<Step, Bool> { Column("done", of: rowSource) }
    var itemID: Column<Step, Item.ID> { Column("item_id", of: rowSource) }
    var item: Item.Columns { Item.Columns(rowSource.joined(by: Step.itemRelationship)) }
  }

  static let itemRelationship = Relationship<Step, Item>("item", from: ["item_id"], to: ["id"], isRequired: true)
}
