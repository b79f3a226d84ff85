// Written by Postil from Maintainer.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - Maintainer

nonisolated extension Maintainer: Model {
  /// The primary key of `maintainer`; every model has its own type.
  public typealias ID = RowID<Maintainer>
  public static let table = _TableDescription(
    model: "Maintainer", name: "maintainer", columns: ["id", "name", "email"], primaryKey: ["id"],
    uniqueKeys: [["email", "name"]], required: ["name", "email"], collations: ["email": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name, email) = try (row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name, email) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "maintainer" ("name", "email") VALUES (?1, ?2)"#,
    fetch: #"SELECT "id", "name", "email" FROM "maintainer" WHERE "id" = ?1"#,
    update: #"UPDATE "maintainer" SET "name" = ?2, "email" = ?3 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "maintainer" ("id", "name", "email") VALUES (?1, ?2, ?3)
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "email" = excluded."email"
      """,
    delete: #"DELETE FROM "maintainer" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `email` and `name`.
    public let emailAndName = UniqueKey<Maintainer>(
      target: #"("email", "name")"#,
      upsert: """
        INSERT INTO "maintainer" ("name", "email") VALUES (?1, ?2)
        ON CONFLICT ("email", "name") DO UPDATE SET "name" = excluded."name", "email" = excluded."email"
        RETURNING "id", "name", "email"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `maintainer` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var name: String
    public var email: String

    public init(name: String, email: String) {
      (self.name, self.email) = (name, email)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(name, email) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Maintainer {
      try db._stored(Maintainer(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name, email) = (id, draft.name, draft.email)
  }

  /// The columns and relationships of `maintainer`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Maintainer
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Maintainer, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Maintainer, String> { Column("name", of: _rowSource) }
    public var email: Column<Maintainer, String> { Column("email", of: _rowSource) }
    public var packages: ToMany<Package> { ToMany(Maintainer.packagesRelationship, of: _rowSource) }
  }

  public static let packagesRelationship = Relationship<Maintainer, Package>(
    "packages", from: ["id"], to: ["maintainer_id"])

  // MARK: - packages
  /// The packages of this maintainer (`@references` on `Package.maintainerID`), as a query.
  public var packages: Query<Package> { Query(Maintainer.packagesRelationship, of: id) }

  /// Adds one, and removes it from its previous maintainer.
  @inlinable public func addToPackages(_ package: Package, in db: some WriteTransaction) throws {
    try Maintainer.addToPackages(package.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable
  public func addToPackages(contentsOf packages: some Sequence<Package>, in db: some WriteTransaction) throws {
    try Maintainer.addToPackages(contentsOf: packages.map(\.id), of: id, in: db)
  }
  public static let addToPackages = _AddMembers<Maintainer, Package>(
    #"UPDATE "package" SET "maintainer_id" = ?1 WHERE "id" = ?2"#,
    all: """
      UPDATE "package" SET "maintainer_id" = ?1 WHERE "id" IN (SELECT "value" FROM json_each(?2))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "package" WHERE "id" = "json_each"."value"))
      """)
  /// Removes one without deleting it; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromPackages(_ package: Package, in db: some WriteTransaction) throws -> Bool {
    try Maintainer.removeFromPackages(package.id, of: id, in: db)
  }
  public static let removeFromPackages = _RemoveOne<Maintainer, Package>(
    #"UPDATE "package" SET "maintainer_id" = NULL WHERE "maintainer_id" = ?1 AND "id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromPackages(in db: some WriteTransaction) throws -> Int {
    try Maintainer.removeAllFromPackages(of: id, in: db)
  }
  public static let removeAllFromPackages = _RemoveAll<Maintainer>(
    #"UPDATE "package" SET "maintainer_id" = NULL WHERE "maintainer_id" = ?1"#)
  /// Replaces the packages with these.
  @inlinable public func replacePackages(with packages: some Sequence<Package>, in db: some WriteTransaction) throws {
    try Maintainer.replacePackages(with: packages.map(\.id), of: id, in: db)
  }
  public static let replacePackages = _ReplaceMembers(
    addToPackages, removeAllFromPackages,
    all: """
      UPDATE "package" SET "maintainer_id" = CASE WHEN "id" IN (SELECT "value" FROM json_each(?2)) THEN ?1 END
      WHERE ("maintainer_id" = ?1 OR "id" IN (SELECT "value" FROM json_each(?2)))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "package" WHERE "id" = "json_each"."value"))
      """)
}
