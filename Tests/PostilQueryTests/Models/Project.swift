import PostilQuery

/// A project that items belong to. Written as generated code is.
struct Project: Hashable, Identifiable {
  let id: ID
  var name: String
}

extension Project: Model {
  typealias ID = RowID<Project>

  static let table = _TableDescription(
    model: "Project", name: "project",
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
      INSERT INTO "project" ("name")
      VALUES (?1)
      """),
    fetch: FixedStatement(
      """
      SELECT "id", "name"
      FROM "project" WHERE "id" = ?1
      """),
    update: FixedStatement(
      """
      UPDATE "project" SET "name" = ?1
      WHERE "id" = ?2
      """),
    save: FixedStatement(
      """
      INSERT INTO "project" ("id", "name")
      VALUES (?1, ?2)
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"
      """),
    delete: FixedStatement(#"DELETE FROM "project" WHERE "id" = ?1"#))

  struct UniqueKeys: Sendable {
    var name: UniqueKey<Project> {
      UniqueKey(
        target: #"("name")"#,
        upsert: FixedStatement(
          """
          INSERT INTO "project" ("name") VALUES (?1)
          ON CONFLICT ("name") DO UPDATE SET "name" = excluded."name" RETURNING "id", "name"
          """))
    }
  }
  static var uniqueKeys: UniqueKeys { UniqueKeys() }
}

extension Project {
  struct Draft: Hashable, ModelDraft {
    typealias OwningModel = Project
    var name: String

    func bindColumns(to binder: inout some ValueBinder) {
      name._bind(to: &binder)
    }

    func insert(in db: some WriteTransaction) throws -> Project {
      let id = ID(try db.insert(Project.rowStatements.insert) { bindColumns(to: &$0) })
      return Project(id: id, name: name)
    }
  }
}

extension Project {
  struct Columns: ModelColumns {
    typealias OwningModel = Project
    let rowSource: _Source
    init(_ source: _Source) { rowSource = source }

    var id: ReadOnlyColumn<Project, ID> { ReadOnlyColumn("id", of: rowSource) }
    var name: Column<Project, String> { Column("name", of: rowSource) }
    var items: ToMany<Item> { ToMany(Project.itemsRelationship, of: rowSource) }
    var profile: OptionalColumns<Profile> {
      OptionalColumns<Profile>(rowSource.joined(by: Project.profileRelationship))
    }
  }

  static let itemsRelationship = Relationship<Project, Item>("items", from: ["id"], to: ["project_id"])
  static let profileRelationship = Relationship<Project, Profile>("profile", from: ["id"], to: ["project_id"])

  var items: Query<Item> { Query(Project.itemsRelationship, of: id) }
}
