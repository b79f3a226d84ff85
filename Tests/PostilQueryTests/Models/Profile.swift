import PostilQuery

/// How a list looks; a list has one or none. Written as generated code is.
struct Profile: Hashable, Identifiable {
  let id: ID
  var colour: String
  var listID: List.ID
}

extension Profile: Model {
  typealias ID = RowID<Profile>

  static let table = _TableDescription(
    model: "Profile", name: "profile",
    columns: [
      ColumnName("id", property: "id"),
      ColumnName("colour", property: "colour"),
      ColumnName("list_id", property: "listID"),
    ],
    primaryKey: ["id"])

  init(row: inout some RowReader) throws {
    id = try row.read()
    colour = try row.read()
    listID = try row.read()
  }

  func bindColumns(to binder: inout some ValueBinder) {
    id._bind(to: &binder)
    colour._bind(to: &binder)
    listID._bind(to: &binder)
  }

  func bindUpdate(to binder: inout some ValueBinder) {
    colour._bind(to: &binder)
    listID._bind(to: &binder)
    id._bind(to: &binder)
  }

  static let rowStatements = _RowStatements(
    insert: FixedStatement(
      """
      INSERT INTO "profile" ("colour", "list_id")
      VALUES (?1, ?2)
      """),
    fetch: FixedStatement(
      """
      SELECT "id", "colour", "list_id"
      FROM "profile" WHERE "id" = ?1
      """),
    update: FixedStatement(
      """
      UPDATE "profile" SET "colour" = ?1, "list_id" = ?2
      WHERE "id" = ?3
      """),
    save: FixedStatement(
      """
      INSERT INTO "profile" ("id", "colour", "list_id")
      VALUES (?1, ?2, ?3)
      ON CONFLICT ("id") DO UPDATE SET "colour" = excluded."colour", "list_id" = excluded."list_id"
      """),
    delete: FixedStatement(#"DELETE FROM "profile" WHERE "id" = ?1"#))

  struct UniqueKeys: Sendable {}
  static var uniqueKeys: UniqueKeys { UniqueKeys() }
}

extension Profile {
  struct Draft: Hashable, ModelDraft {
    typealias OwningModel = Profile
    var colour: String
    var listID: List.ID

    func bindColumns(to binder: inout some ValueBinder) {
      colour._bind(to: &binder)
      listID._bind(to: &binder)
    }

    func insert(in db: some WriteTransaction) throws -> Profile {
      let id = ID(try db.insert(Profile.rowStatements.insert) { bindColumns(to: &$0) })
      return Profile(id: id, colour: colour, listID: listID)
    }
  }
}

extension Profile {
  struct Columns: ModelColumns {
    typealias OwningModel = Profile
    let rowSource: _Source
    init(_ source: _Source) { rowSource = source }

    var id: ReadOnlyColumn<Profile, ID> { ReadOnlyColumn("id", of: rowSource) }
    var colour: Column<Profile, String> { Column("colour", of: rowSource) }
    var listID: Column<Profile, List.ID> { Column("list_id", of: rowSource) }
    var list: List.Columns { List.Columns(rowSource.joined(by: Profile.listRelationship)) }
  }

  static let listRelationship = Relationship<Profile, List>(
    "list", from: ["list_id"], to: ["id"], isRequired: true)
}
