// Written by Postil from ArchiveSection.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - ArchiveSection

nonisolated extension ArchiveSection: Model {
  /// The primary key of `archive_section`; every model has its own type.
  public typealias ID = RowID<ArchiveSection>
  public static let table = _TableDescription(
    model: "ArchiveSection", name: "archive_section", columns: ["id", "name"], primaryKey: ["id"],
    uniqueKeys: [["name"]], required: ["name"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name) = try (row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "archive_section" ("name") VALUES (?1)"#,
    fetch: #"SELECT "id", "name" FROM "archive_section" WHERE "id" = ?1"#,
    update: #"UPDATE "archive_section" SET "name" = ?2 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "archive_section" ("id", "name") VALUES (?1, ?2)
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"
      """,
    delete: #"DELETE FROM "archive_section" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `name`.
    public let name = UniqueKey<ArchiveSection>(
      target: #"("name")"#,
      upsert: """
        INSERT INTO "archive_section" ("name") VALUES (?1) ON CONFLICT ("name") DO UPDATE SET "name" = excluded."name"
        RETURNING "id", "name"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `archive_section` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var name: String

    public init(name: String) {
      self.name = name
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { name._bind(to: &binder) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> ArchiveSection {
      try db._stored(ArchiveSection(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name) = (id, draft.name)
  }

  /// The columns and relationships of `archive_section`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = ArchiveSection
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<ArchiveSection, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<ArchiveSection, String> { Column("name", of: _rowSource) }
    public var packages: ToMany<Package> { ToMany(ArchiveSection.packagesRelationship, of: _rowSource) }
  }

  public static let packagesRelationship = Relationship<ArchiveSection, Package>(
    "packages", from: ["id"], to: ["section_id"])

  // MARK: - packages
  /// The packages of this archiveSection (`@references` on `Package.sectionID`), as a query.
  public var packages: Query<Package> { Query(ArchiveSection.packagesRelationship, of: id) }

  /// Adds one, and removes it from its previous archiveSection.
  @inlinable public func addToPackages(_ package: Package, in db: some WriteTransaction) throws {
    try ArchiveSection.addToPackages(package.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable
  public func addToPackages(contentsOf packages: some Sequence<Package>, in db: some WriteTransaction) throws {
    try ArchiveSection.addToPackages(contentsOf: packages.map(\.id), of: id, in: db)
  }
  public static let addToPackages = _AddMembers<ArchiveSection, Package>(
    #"UPDATE "package" SET "section_id" = ?1 WHERE "id" = ?2"#,
    all: """
      UPDATE "package" SET "section_id" = ?1 WHERE "id" IN (SELECT "value" FROM json_each(?2))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "package" WHERE "id" = "json_each"."value"))
      """)
  /// Removes one without deleting it; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromPackages(_ package: Package, in db: some WriteTransaction) throws -> Bool {
    try ArchiveSection.removeFromPackages(package.id, of: id, in: db)
  }
  public static let removeFromPackages = _RemoveOne<ArchiveSection, Package>(
    #"UPDATE "package" SET "section_id" = NULL WHERE "section_id" = ?1 AND "id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromPackages(in db: some WriteTransaction) throws -> Int {
    try ArchiveSection.removeAllFromPackages(of: id, in: db)
  }
  public static let removeAllFromPackages = _RemoveAll<ArchiveSection>(
    #"UPDATE "package" SET "section_id" = NULL WHERE "section_id" = ?1"#)
  /// Replaces the packages with these.
  @inlinable public func replacePackages(with packages: some Sequence<Package>, in db: some WriteTransaction) throws {
    try ArchiveSection.replacePackages(with: packages.map(\.id), of: id, in: db)
  }
  public static let replacePackages = _ReplaceMembers(
    addToPackages, removeAllFromPackages,
    all: """
      UPDATE "package" SET "section_id" = CASE WHEN "id" IN (SELECT "value" FROM json_each(?2)) THEN ?1 END
      WHERE ("section_id" = ?1 OR "id" IN (SELECT "value" FROM json_each(?2)))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "package" WHERE "id" = "json_each"."value"))
      """)
}
