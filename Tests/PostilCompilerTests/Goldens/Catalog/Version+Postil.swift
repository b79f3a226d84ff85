// Written by Postil from Version.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - Version

nonisolated extension Version: Model {
  /// The primary key of `version`; every model has its own type.
  public typealias ID = RowID<Version>
  public static let table = _TableDescription(
    model: "Version", name: "version",
    columns: [
      "id", "number", "architecture", ColumnName("download_size", property: "downloadSize"),
      ColumnName("installed_size", property: "installedSize"), "filename", "sha256",
      ColumnName("package_id", property: "packageID"),
    ],
    primaryKey: ["id"], uniqueKeys: [["package_id", "number", "architecture"]],
    required: ["number", "architecture", "download_size", "filename", "package_id"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, number, architecture, downloadSize, installedSize, filename, sha256, packageID) = try (
      row.read(), row.read(), row.read(), row.read(), row.read(), row.read(), row.read(), row.read()
    )
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) {
    binder.bind(id, number, architecture, downloadSize)
    binder.bind(installedSize, filename, sha256, packageID)
  }
  @inlinable public func bindUpdate(to binder: inout some ValueBinder) {
    binder.bind(number, architecture, downloadSize)
    binder.bind(installedSize, filename, sha256, id)
  }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "version" ("number", "architecture", "download_size", "installed_size", "filename", "sha256",
        "package_id") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
    fetch: """
      SELECT "id", "number", "architecture", "download_size", "installed_size", "filename", "sha256", "package_id"
      FROM "version" WHERE "id" = ?1
      """,
    update: """
      UPDATE "version" SET "number" = ?1, "architecture" = ?2, "download_size" = ?3, "installed_size" = ?4,
        "filename" = ?5, "sha256" = ?6 WHERE "id" = ?7
      """,
    save: """
      INSERT INTO "version" ("id", "number", "architecture", "download_size", "installed_size", "filename", "sha256",
        "package_id") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT ("id") DO UPDATE SET "number" = excluded."number", "architecture" = excluded."architecture",
        "download_size" = excluded."download_size", "installed_size" = excluded."installed_size",
        "filename" = excluded."filename", "sha256" = excluded."sha256"
      """,
    delete: #"DELETE FROM "version" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `packageID` and `number` and `architecture`.
    public let packageIDAndNumberAndArchitecture = UniqueKey<Version>(
      target: #"("package_id", "number", "architecture")"#,
      upsert: """
        INSERT INTO "version" ("number", "architecture", "download_size", "installed_size", "filename", "sha256",
          "package_id") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        ON CONFLICT ("package_id", "number", "architecture") DO UPDATE SET "number" = excluded."number",
          "architecture" = excluded."architecture", "download_size" = excluded."download_size",
          "installed_size" = excluded."installed_size", "filename" = excluded."filename", "sha256" = excluded."sha256"
        RETURNING "id", "number", "architecture", "download_size", "installed_size", "filename", "sha256", "package_id"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `version` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var number: String
    public var architecture: String
    /// In bytes.
    public var downloadSize: Int64
    /// In KiB.
    public var installedSize: Int64?
    public var filename: String
    public var sha256: String?
    public var packageID: Package.ID

    public init(
      number: String, architecture: String, downloadSize: Int64, installedSize: Int64? = nil, filename: String,
      sha256: String? = nil, packageID: Package.ID
    ) {
      (self.number, self.architecture, self.downloadSize) = (number, architecture, downloadSize)
      (self.installedSize, self.filename, self.sha256, self.packageID) = (installedSize, filename, sha256, packageID)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) {
      binder.bind(number, architecture, downloadSize)
      binder.bind(installedSize, filename, sha256, packageID)
    }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Version {
      try db._stored(Version(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, number) = (id, draft.number)
    (architecture, downloadSize, installedSize) = (draft.architecture, draft.downloadSize, draft.installedSize)
    (filename, sha256, packageID) = (draft.filename, draft.sha256, draft.packageID)
  }

  /// The columns and relationships of `version`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Version
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Version, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var number: Column<Version, String> { Column("number", of: _rowSource) }
    public var architecture: Column<Version, String> { Column("architecture", of: _rowSource) }
    /// In bytes.
    public var downloadSize: Column<Version, Int64> { Column("download_size", of: _rowSource) }
    /// In KiB.
    public var installedSize: Column<Version, Int64?> { Column("installed_size", of: _rowSource) }
    public var filename: Column<Version, String> { Column("filename", of: _rowSource) }
    public var sha256: Column<Version, String?> { Column("sha256", of: _rowSource) }
    public var packageID: ReadOnlyColumn<Version, Package.ID> { ReadOnlyColumn("package_id", of: _rowSource) }
    public var package: Package.Columns { Package.Columns(_rowSource.joined(by: Version.packageRelationship)) }
  }

  public static let packageRelationship = Relationship<Version, Package>(
    "package", from: ["package_id"], to: ["id"], isRequired: true)

  // MARK: - package
  /// The package of this version (`@references` on `packageID`).
  @inlinable public func package(in db: some ReadTransaction) throws -> Package { try Package.find(packageID, in: db) }
}
