import PostilQuery

/// How a project looks; a project has one or none. Written as generated code is.
struct Profile: Hashable, Identifiable {
  let id: ID
  var colour: String
  var projectID: Project.ID
}

extension Profile: Model {
  typealias ID = RowID<Profile>

  static let table = _TableDescription(
    model: "Profile", name: "profile",
    columns: [
      ColumnName("id", property: "id"),
      ColumnName("colour", property: "colour"),
      ColumnName("project_id", property: "projectID"),
    ],
    primaryKey: ["id"])

  init(row: inout some RowReader) throws {
    id = try row.read()
    colour = try row.read()
    projectID = try row.read()
  }

  func bindColumns(to binder: inout some ValueBinder) {
    id._bind(to: &binder)
    colour._bind(to: &binder)
    projectID._bind(to: &binder)
  }

  func bindUpdate(to binder: inout some ValueBinder) {
    colour._bind(to: &binder)
    projectID._bind(to: &binder)
    id._bind(to: &binder)
  }

  static let rowStatements = _RowStatements(
    insert: FixedStatement(
      """
      INSERT INTO "profile" ("colour", "project_id")
      VALUES (?1, ?2)
      """),
    fetch: FixedStatement(
      """
      SELECT "id", "colour", "project_id"
      FROM "profile" WHERE "id" = ?1
      """),
    update: FixedStatement(
      """
      UPDATE "profile" SET "colour" = ?1, "project_id" = ?2
      WHERE "id" = ?3
      """),
    save: FixedStatement(
      """
      INSERT INTO "profile" ("id", "colour", "project_id")
      VALUES (?1, ?2, ?3)
      ON CONFLICT ("id") DO UPDATE SET "colour" = excluded."colour", "project_id" = excluded."project_id"
      """),
    delete: FixedStatement(#"DELETE FROM "profile" WHERE "id" = ?1"#))

  struct UniqueKeys: Sendable {}
  static var uniqueKeys: UniqueKeys { UniqueKeys() }
}

extension Profile {
  struct Draft: Hashable, ModelDraft {
    typealias OwningModel = Profile
    var colour: String
    var projectID: Project.ID

    func bindColumns(to binder: inout some ValueBinder) {
      colour._bind(to: &binder)
      projectID._bind(to: &binder)
    }

    func insert(in db: some WriteTransaction) throws -> Profile {
      let id = ID(try db.insert(Profile.rowStatements.insert) { bindColumns(to: &$0) })
      return Profile(id: id, colour: colour, projectID: projectID)
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
    var projectID: Column<Profile, Project.ID> { Column("project_id", of: rowSource) }
    var project: Project.Columns { Project.Columns(rowSource.joined(by: Profile.projectRelationship)) }
  }

  static let projectRelationship = Relationship<Profile, Project>(
    "project", from: ["project_id"], to: ["id"], isRequired: true)
}
