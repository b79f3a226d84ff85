// Written by Postil from Project.swift. Don't edit this file; change the annotations instead.

import Foundation
import Postil

// MARK: - Project

nonisolated extension Project: Model {
  /// The primary key of `project`; every model has its own type.
  public typealias ID = RowID<Project>
  public static let table = _TableDescription(
    model: "Project", name: "project", columns: ["id", "name"], primaryKey: ["id"], uniqueKeys: [["name"]],
    required: ["name"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name) = try (row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "project" ("name") VALUES (?1)"#,
    fetch: #"SELECT "id", "name" FROM "project" WHERE "id" = ?1"#,
    update: #"UPDATE "project" SET "name" = ?2 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "project" ("id", "name") VALUES (?1, ?2) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"
      """,
    delete: #"DELETE FROM "project" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `name`.
    public let name = UniqueKey<Project>(
      target: #"("name")"#,
      upsert: """
        INSERT INTO "project" ("name") VALUES (?1) ON CONFLICT ("name") DO UPDATE SET "name" = excluded."name"
        RETURNING "id", "name"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `project` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var name: String

    public init(name: String) {
      self.name = name
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { name._bind(to: &binder) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Project {
      try db._stored(Project(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name) = (id, draft.name)
  }

  /// The columns and relationships of `project`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Project
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Project, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Project, String> { Column("name", of: _rowSource) }
    public var items: ToMany<Item> { ToMany(Project.itemsRelationship, of: _rowSource) }
  }

  public static let itemsRelationship = Relationship<Project, Item>("items", from: ["id"], to: ["project_id"])

  // MARK: - items
  /// The items of this project (`@references` on `Item.projectID`), as a query.
  public var items: Query<Item> { Query(Project.itemsRelationship, of: id) }

  /// Adds one, and removes it from its previous project.
  @inlinable public func addToItems(_ item: Item, in db: some WriteTransaction) throws {
    try Project.addToItems(item.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable public func addToItems(contentsOf items: some Sequence<Item>, in db: some WriteTransaction) throws {
    try Project.addToItems(contentsOf: items.map(\.id), of: id, in: db)
  }
  public static let addToItems = _AddMembers<Project, Item>(
    #"UPDATE "item" SET "project_id" = ?1 WHERE "id" = ?2"#,
    all: """
      UPDATE "item" SET "project_id" = ?1 WHERE "id" IN (SELECT "value" FROM json_each(?2))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "item" WHERE "id" = "json_each"."value"))
      """)
}
