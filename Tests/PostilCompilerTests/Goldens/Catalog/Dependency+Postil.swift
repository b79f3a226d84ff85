// Written by Postil from Dependency.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - Dependency

nonisolated extension Dependency: Model {
  /// The primary key of `dependency`; every model has its own type.
  public typealias ID = RowID<Dependency>
  public static let table = _TableDescription(
    model: "Dependency", name: "dependency",
    columns: [
      "id", "kind", "alternative", "relation", ColumnName("version_bound", property: "versionBound"),
      ColumnName("package_id", property: "packageID"), ColumnName("target_id", property: "targetID"),
    ],
    primaryKey: ["id"], required: ["kind", "alternative", "package_id", "target_id"],
    indexed: ["target_id", "package_id"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, kind, alternative, relation, versionBound, packageID, targetID) = try (
      row.read(), row.read(), row.read(), row.read(), row.read(), row.read(), row.read()
    )
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) {
    binder.bind(id, kind, alternative)
    binder.bind(relation, versionBound, packageID, targetID)
  }
  @inlinable public func bindUpdate(to binder: inout some ValueBinder) {
    binder.bind(kind, alternative, relation, versionBound, id)
  }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "dependency" ("kind", "alternative", "relation", "version_bound", "package_id", "target_id")
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """,
    fetch: """
      SELECT "id", "kind", "alternative", "relation", "version_bound", "package_id", "target_id"
      FROM "dependency" WHERE "id" = ?1
      """,
    update: """
      UPDATE "dependency" SET "kind" = ?1, "alternative" = ?2, "relation" = ?3, "version_bound" = ?4 WHERE "id" = ?5
      """,
    save: """
      INSERT INTO "dependency" ("id", "kind", "alternative", "relation", "version_bound", "package_id", "target_id")
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT ("id") DO UPDATE SET "kind" = excluded."kind", "alternative" = excluded."alternative",
        "relation" = excluded."relation", "version_bound" = excluded."version_bound"
      """,
    delete: #"DELETE FROM "dependency" WHERE "id" = ?1"#)

  /// A row of `dependency` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var kind: Dependency.Kind
    /// Dependencies of one package and kind with the same number are alternatives: one of them is enough.
    public var alternative: Int32
    /// `>=`, `=` …, with ``versionBound``; `nil` where any version does.
    public var relation: Dependency.Relation?
    public var versionBound: String?
    public var packageID: Package.ID
    public var targetID: Package.ID

    public init(
      kind: Dependency.Kind, alternative: Int32, relation: Dependency.Relation? = nil, versionBound: String? = nil,
      packageID: Package.ID, targetID: Package.ID
    ) {
      (self.kind, self.alternative, self.relation) = (kind, alternative, relation)
      (self.versionBound, self.packageID, self.targetID) = (versionBound, packageID, targetID)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) {
      binder.bind(kind, alternative, relation)
      binder.bind(versionBound, packageID, targetID)
    }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Dependency {
      try db._stored(Dependency(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, kind) = (id, draft.kind)
    (alternative, relation) = (draft.alternative, draft.relation)
    (versionBound, packageID, targetID) = (draft.versionBound, draft.packageID, draft.targetID)
  }

  /// The columns and relationships of `dependency`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Dependency
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Dependency, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var kind: Column<Dependency, Dependency.Kind> { Column("kind", of: _rowSource) }
    /// Dependencies of one package and kind with the same number are alternatives: one of them is enough.
    public var alternative: Column<Dependency, Int32> { Column("alternative", of: _rowSource) }
    /// `>=`, `=` …, with ``versionBound``; `nil` where any version does.
    public var relation: Column<Dependency, Dependency.Relation?> { Column("relation", of: _rowSource) }
    public var versionBound: Column<Dependency, String?> { Column("version_bound", of: _rowSource) }
    public var packageID: ReadOnlyColumn<Dependency, Package.ID> { ReadOnlyColumn("package_id", of: _rowSource) }
    public var targetID: ReadOnlyColumn<Dependency, Package.ID> { ReadOnlyColumn("target_id", of: _rowSource) }
    public var package: Package.Columns { Package.Columns(_rowSource.joined(by: Dependency.packageRelationship)) }
    public var target: Package.Columns { Package.Columns(_rowSource.joined(by: Dependency.targetRelationship)) }
  }

  public static let packageRelationship = Relationship<Dependency, Package>(
    "package", from: ["package_id"], to: ["id"], isRequired: true)
  public static let targetRelationship = Relationship<Dependency, Package>(
    "target", from: ["target_id"], to: ["id"], isRequired: true)

  // MARK: - package
  /// The package of this dependency (`@references` on `packageID`).
  @inlinable public func package(in db: some ReadTransaction) throws -> Package { try Package.find(packageID, in: db) }

  // MARK: - target
  /// The target of this dependency (`@references` on `targetID`).
  @inlinable public func target(in db: some ReadTransaction) throws -> Package { try Package.find(targetID, in: db) }
}

nonisolated extension Dependency.Kind: RawColumnValue {}

nonisolated extension Dependency.Relation: RawColumnValue {}
