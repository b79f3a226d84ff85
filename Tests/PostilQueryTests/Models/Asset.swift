import PostilQuery

/// A file of a release. Written as generated code is.
struct Asset: Hashable, Identifiable {
  let id: ID
  var file: String
  var bytes: [UInt8]
  var releaseName: String
  var releaseVersion: Int
}

extension Asset: Model {
  typealias ID = RowID<Asset>

  static let table = _TableDescription(
    model: "Asset", name: "asset",
    columns: [
      ColumnName("id", property: "id"),
      ColumnName("file", property: "file"),
      ColumnName("bytes", property: "bytes"),
      ColumnName("release_name", property: "releaseName"),
      ColumnName("release_version", property: "releaseVersion"),
    ],
    primaryKey: ["id"])

  init(row: inout some RowReader) throws {
    id = try row.read()
    file = try row.read()
    bytes = try row.read()
    releaseName = try row.read()
    releaseVersion = try row.read()
  }

  func bindColumns(to binder: inout some ValueBinder) {
    id._bind(to: &binder)
    file._bind(to: &binder)
    bytes._bind(to: &binder)
    releaseName._bind(to: &binder)
    releaseVersion._bind(to: &binder)
  }

  func bindUpdate(to binder: inout some ValueBinder) {
    file._bind(to: &binder)
    bytes._bind(to: &binder)
    releaseName._bind(to: &binder)
    releaseVersion._bind(to: &binder)
    id._bind(to: &binder)
  }

  static let rowStatements = _RowStatements(
    insert: FixedStatement(
      """
      INSERT INTO "asset" ("file", "bytes", "release_name", "release_version")
      VALUES (?1, ?2, ?3, ?4)
      """),
    fetch: FixedStatement(
      """
      SELECT "id", "file", "bytes", "release_name", "release_version"
      FROM "asset" WHERE "id" = ?1
      """),
    update: FixedStatement(
      """
      UPDATE "asset" SET "file" = ?1, "bytes" = ?2, "release_name" = ?3, "release_version" = ?4
      WHERE "id" = ?5
      """),
    save: FixedStatement(
      """
      INSERT INTO "asset" ("id", "file", "bytes", "release_name", "release_version")
      VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT ("id") DO UPDATE SET "file" = excluded."file", "bytes" = excluded."bytes", "release_name" = excluded."release_name", "release_version" = excluded."release_version"
      """),
    delete: FixedStatement(#"DELETE FROM "asset" WHERE "id" = ?1"#))

  struct UniqueKeys: Sendable {}
  static var uniqueKeys: UniqueKeys { UniqueKeys() }
}

extension Asset {
  struct Draft: Hashable, ModelDraft {
    typealias OwningModel = Asset
    var file: String
    var bytes: [UInt8]
    var releaseName: String
    var releaseVersion: Int

    func bindColumns(to binder: inout some ValueBinder) {
      file._bind(to: &binder)
      bytes._bind(to: &binder)
      releaseName._bind(to: &binder)
      releaseVersion._bind(to: &binder)
    }

    func insert(in db: some WriteTransaction) throws -> Asset {
      let id = ID(try db.insert(Asset.rowStatements.insert) { bindColumns(to: &$0) })
      return Asset(id: id, file: file, bytes: bytes, releaseName: releaseName, releaseVersion: releaseVersion)
    }
  }
}

extension Asset {
  struct Columns: ModelColumns {
    typealias OwningModel = Asset
    let rowSource: _Source
    init(_ source: _Source) { rowSource = source }

    var id: ReadOnlyColumn<Asset, ID> { ReadOnlyColumn("id", of: rowSource) }
    var file: Column<Asset, String> { Column("file", of: rowSource) }
    var bytes: Column<Asset, [UInt8]> { Column("bytes", of: rowSource) }
    var releaseName: Column<Asset, String> { Column("release_name", of: rowSource) }
    var releaseVersion: Column<Asset, Int> { Column("release_version", of: rowSource) }
    var release: Release.Columns { Release.Columns(rowSource.joined(by: Asset.releaseRelationship)) }
  }

  static let releaseRelationship = Relationship<Asset, Release>(
    "release", from: ["release_name", "release_version"], to: ["name", "version"], isRequired: true)
}
