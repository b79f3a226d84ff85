import PostilQuery

/// A release, whose key are its name and its version. Written as generated code is.
struct Release: Hashable, Identifiable {
  let name: String
  let version: Int
  var notes: String

  var id: ID { ID(name: name, version: version) }
}

extension Release: Model {
  struct ID: KeyValue {
    var name: String
    var version: Int

    func _bind(to binder: inout some ValueBinder) {
      name._bind(to: &binder)
      version._bind(to: &binder)
    }

    static var _columnCount: Int { 2 }
  }

  static let table = _TableDescription(
    model: "Release", name: "release",
    columns: [
      ColumnName("name", property: "name"),
      ColumnName("version", property: "version"),
      ColumnName("notes", property: "notes"),
    ],
    primaryKey: ["name", "version"], required: ["name", "version", "notes"])

  init(row: inout some RowReader) throws {
    name = try row.read()
    version = try row.read()
    notes = try row.read()
  }

  func bindColumns(to binder: inout some ValueBinder) {
    name._bind(to: &binder)
    version._bind(to: &binder)
    notes._bind(to: &binder)
  }

  func bindUpdate(to binder: inout some ValueBinder) {
    notes._bind(to: &binder)
    id._bind(to: &binder)
  }

  static let rowStatements = _RowStatements(
    insert: FixedStatement(
      """
      INSERT INTO "release" ("name", "version", "notes")
      VALUES (?1, ?2, ?3)
      """),
    fetch: FixedStatement(
      """
      SELECT "name", "version", "notes"
      FROM "release" WHERE "name" = ?1 AND "version" = ?2
      """),
    update: FixedStatement(
      """
      UPDATE "release" SET "notes" = ?1
      WHERE "name" = ?2 AND "version" = ?3
      """),
    save: FixedStatement(
      """
      INSERT INTO "release" ("name", "version", "notes")
      VALUES (?1, ?2, ?3)
      ON CONFLICT ("name", "version") DO UPDATE SET "notes" = excluded."notes"
      """),
    delete: FixedStatement(#"DELETE FROM "release" WHERE "name" = ?1 AND "version" = ?2"#))

  struct UniqueKeys: Sendable {}
  static var uniqueKeys: UniqueKeys { UniqueKeys() }
}

extension Release {
  struct Draft: Hashable, ModelDraft {
    typealias OwningModel = Release
    var name: String
    var version: Int
    var notes: String

    func bindColumns(to binder: inout some ValueBinder) {
      name._bind(to: &binder)
      version._bind(to: &binder)
      notes._bind(to: &binder)
    }

    func insert(in db: some WriteTransaction) throws -> Release {
      try db.execute(Release.rowStatements.insert) { bindColumns(to: &$0) }
      return Release(name: name, version: version, notes: notes)
    }
  }
}

extension Release {
  struct Columns: ModelColumns {
    typealias OwningModel = Release
    let rowSource: _Source
    init(_ source: _Source) { rowSource = source }

    var name: ReadOnlyColumn<Release, String> { ReadOnlyColumn("name", of: rowSource) }
    var version: ReadOnlyColumn<Release, Int> { ReadOnlyColumn("version", of: rowSource) }
    var notes: Column<Release, String> { Column("notes", of: rowSource) }
    var id: _KeyColumns<Release> { _KeyColumns(rowSource) }
    var assets: ToMany<Asset> { ToMany(Release.assetsRelationship, of: rowSource) }
    var tags: ToMany<Tag> { ToMany(Release.tagsRelationship, of: rowSource) }
  }

  static let assetsRelationship = Relationship<Release, Asset>(
    "assets", from: ["name", "version"], to: ["release_name", "release_version"])
  static let tagsRelationship = Relationship<Release, Tag>(
    "tags", from: ["version", "name"],
    through: _JoinTable("release_tags", near: ["release_version", "release_name"], far: ["tag_id"]), to: ["id"])

  var assets: Query<Asset> { Query(Release.assetsRelationship, of: id) }
  var tags: Query<Tag> { Query(Release.tagsRelationship, of: id) }
}
