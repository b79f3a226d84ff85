// Written by Postil from List.swift: change the annotations there, not this file.

import Foundation
import Postil

// MARK: - List

nonisolated extension List: Model {
  /// The primary key of `list`, of a type that no other model's has.
  public typealias ID = RowID<List>
  public static let table = _TableDescription(
    model: "List", name: "list", columns: ["id", "name"], primaryKey: ["id"], required: ["name"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name) = try (row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "list" ("name") VALUES (?1)"#, fetch: #"SELECT "id", "name" FROM "list" WHERE "id" = ?1"#,
    update: #"UPDATE "list" SET "name" = ?2 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "list" ("id", "name") VALUES (?1, ?2) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"
      """,
    delete: #"DELETE FROM "list" WHERE "id" = ?1"#)

  /// What `upsert(on:)` can name.
  public nonisolated struct UniqueKeys: Sendable {
    /// `name`.
    public let name = UniqueKey<List>(
      target: #"("name")"#,
      upsert: """
        INSERT INTO "list" ("name") VALUES (?1) ON CONFLICT ("name") DO UPDATE SET "name" = excluded."name"
        RETURNING "id", "name"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `list` that is not in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var name: String

    public init(name: String) {
      self.name = name
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { name._bind(to: &binder) }
    @inlinable @discardableResult
    public func insert(in db: some WriteTransaction) throws -> List { try List(draft: self, id: ID(db.insert(self))) }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name) = (id, draft.name)
  }

  /// The columns and relationships of `list`, as queries name them.
  public struct Columns: ModelColumns {
    public typealias OwningModel = List
    public let rowSource: _Source
    public init(_ source: _Source) { rowSource = source }

    public var id: ReadOnlyColumn<List, ID> { ReadOnlyColumn("id", of: rowSource) }
    public var name: Column<List, String> { Column("name", of: rowSource) }
    public var items: ToMany<Item> { ToMany(List.itemsRelationship, of: rowSource) }
  }

  public static let itemsRelationship = Relationship<List, Item>("items", from: ["id"], to: ["list_id"])

  // MARK: - items
  /// The items of this list (`@references` on `Item.listID`), as a query.
  public var items: Query<Item> { Query(List.itemsRelationship, of: id) }

  /// Adds one, and takes it from the list that had it.
  @inlinable public func addToItems(_ item: Item, in db: some WriteTransaction) throws {
    try List.addToItems(item.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable public func addToItems(contentsOf items: some Sequence<Item>, in db: some WriteTransaction) throws {
    try List.addToItems(contentsOf: items.map(\.id), of: id, in: db)
  }
  public static let addToItems = _AddMembers<List, Item>(
    #"UPDATE "item" SET "list_id" = ?1 WHERE "id" = ?2"#,
    all: """
      UPDATE "item" SET "list_id" = ?1 WHERE "id" IN (SELECT "value" FROM json_each(?2))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "item" WHERE "id" = "json_each"."value"))
      """)
}
