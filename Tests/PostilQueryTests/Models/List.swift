import PostilQuery

/// A list of items. Written as generated code is.
struct List: Hashable, Identifiable {
  let id: ID
  var name: String
}

extension List: Model {
  typealias ID = RowID<List>

  static let table = _TableDescription(
    model: "List", name: "list",
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
      INSERT INTO "list" ("name")
      VALUES (?1)
      """),
    fetch: FixedStatement(
      """
      SELECT "id", "name"
      FROM "list" WHERE "id" = ?1
      """),
    update: FixedStatement(
      """
      UPDATE "list" SET "name" = ?1
      WHERE "id" = ?2
      """),
    save: FixedStatement(
      """
      INSERT INTO "list" ("id", "name")
      VALUES (?1, ?2)
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"
      """),
    delete: FixedStatement(#"DELETE FROM "list" WHERE "id" = ?1"#))

  struct UniqueKeys: Sendable {
    var name: UniqueKey<List> {
      UniqueKey(
        target: #"("name")"#,
        upsert: FixedStatement(
          """
          INSERT INTO "list" ("name") VALUES (?1)
          ON CONFLICT ("name") DO UPDATE SET "name" = excluded."name" RETURNING "id", "name"
          """))
    }
  }
  static var uniqueKeys: UniqueKeys { UniqueKeys() }
}

extension List {
  struct Draft: Hashable, ModelDraft {
    typealias OwningModel = List
    var name: String

    func bindColumns(to binder: inout some ValueBinder) {
      name._bind(to: &binder)
    }

    func insert(in db: some WriteTransaction) throws -> List {
      let id = ID(try db.insert(List.rowStatements.insert) { bindColumns(to: &$0) })
      return List(id: id, name: name)
    }
  }
}

extension List {
  struct Columns: ModelColumns {
    typealias OwningModel = List
    let rowSource: _Source
    init(_ source: _Source) { rowSource = source }

    var id: ReadOnlyColumn<List, ID> { ReadOnlyColumn("id", of: rowSource) }
    var name: Column<List, String> { Column("name", of: rowSource) }
    var items: ToMany<Item> { ToMany(List.itemsRelationship, of: rowSource) }
    var profile: OptionalColumns<Profile> {
      OptionalColumns<Profile>(rowSource.joined(by: List.profileRelationship))
    }
  }

  static let itemsRelationship = Relationship<List, Item>("items", from: ["id"], to: ["list_id"])
  static let profileRelationship = Relationship<List, Profile>("profile", from: ["id"], to: ["list_id"])

  var items: Query<Item> { Query(List.itemsRelationship, of: id) }
}
