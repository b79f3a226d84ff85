import PostilQuery

/// A word that items share; its case does not matter. Written as generated code is.
struct Tag: Hashable, Identifiable {
  let id: ID
  var name: String
}

extension Tag: Model {
  typealias ID = RowID<Tag>

  static let table = _TableDescription(
    model: "Tag", name: "tag",
    columns: [
      ColumnName("id", property: "id"),
      ColumnName("name", property: "name"),
    ],
    primaryKey: ["id"], required: ["name"])

  init(row: inout some RowReader) throws {
    id = try row.read()
    name = try row.read()
  }

  func bindColumns(to binder: inout some ValueBinder) {
    id._bind(to: &binder)
    name._bind(to: &binder)
  }

  func bindUpdate(to binder: inout some ValueBinder) {
    name._bind(to: &binder)
    id._bind(to: &binder)
  }

  static let rowStatements = _RowStatements(
    insert: FixedStatement(
      """
      INSERT INTO "tag" ("name")
      VALUES (?1)
      """),
    fetch: FixedStatement(
      """
      SELECT "id", "name"
      FROM "tag" WHERE "id" = ?1
      """),
    update: FixedStatement(
      """
      UPDATE "tag" SET "name" = ?1
      WHERE "id" = ?2
      """),
    save: FixedStatement(
      """
      INSERT INTO "tag" ("id", "name")
      VALUES (?1, ?2)
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"
      """),
    delete: FixedStatement(#"DELETE FROM "tag" WHERE "id" = ?1"#))

  struct UniqueKeys: Sendable {
    var name: UniqueKey<Tag> {
      UniqueKey(
        target: #"("name")"#,
        upsert: FixedStatement(
          """
          INSERT INTO "tag" ("name") VALUES (?1)
          ON CONFLICT ("name") DO UPDATE SET "name" = excluded."name" RETURNING "id", "name"
          """))
    }
  }
  static var uniqueKeys: UniqueKeys { UniqueKeys() }
}

extension Tag {
  struct Draft: Hashable, ModelDraft {
    typealias OwningModel = Tag
    var name: String

    func bindColumns(to binder: inout some ValueBinder) {
      name._bind(to: &binder)
    }

    func insert(in db: some WriteTransaction) throws -> Tag {
      let id = ID(try db.insert(Tag.rowStatements.insert) { bindColumns(to: &$0) })
      return Tag(id: id, name: name)
    }
  }
}

extension Tag {
  struct Columns: ModelColumns {
    typealias OwningModel = Tag
    let rowSource: _Source
    init(_ source: _Source) { rowSource = source }

    var id: ReadOnlyColumn<Tag, ID> { ReadOnlyColumn("id", of: rowSource) }
    var name: Column<Tag, String> { Column("name", of: rowSource) }
    var items: ToMany<Item> { ToMany(Tag.itemsRelationship, of: rowSource) }
  }

  static let itemsRelationship = Relationship<Tag, Item>(
    "items", from: ["id"], through: _JoinTable("item_tags", near: ["tag_id"], far: ["item_id"]), to: ["id"])

  var items: Query<Item> { Query(Tag.itemsRelationship, of: id) }
}
