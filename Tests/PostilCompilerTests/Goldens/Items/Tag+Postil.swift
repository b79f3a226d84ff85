// Written by Postil from Tag.swift. Don't edit this file; change the annotations instead.

import Foundation
import Postil

// MARK: - Tag

nonisolated extension Tag: Model {
  /// The primary key of `tag`; every model has its own type.
  public typealias ID = RowID<Tag>
  public static let table = _TableDescription(
    model: "Tag", name: "tag", columns: ["id", "name"], primaryKey: ["id"], uniqueKeys: [["name"]], required: ["name"],
    collations: ["name": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name) = try (row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "tag" ("name") VALUES (?1)"#, fetch: #"SELECT "id", "name" FROM "tag" WHERE "id" = ?1"#,
    update: #"UPDATE "tag" SET "name" = ?2 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "tag" ("id", "name") VALUES (?1, ?2) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"
      """,
    delete: #"DELETE FROM "tag" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `name`.
    public let name = UniqueKey<Tag>(
      target: #"("name")"#,
      upsert: """
        INSERT INTO "tag" ("name") VALUES (?1) ON CONFLICT ("name") DO UPDATE SET "name" = excluded."name"
        RETURNING "id", "name"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `tag` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var name: String

    public init(name: String) {
      self.name = name
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { name._bind(to: &binder) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Tag {
      try db._stored(Tag(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name) = (id, draft.name)
  }

  /// The columns and relationships of `tag`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Tag
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Tag, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Tag, String> { Column("name", of: _rowSource) }
    public var items: ToMany<Item> { ToMany(Tag.itemsRelationship, of: _rowSource) }
  }

  public static let itemsRelationship = Relationship<Tag, Item>(
    "items", from: ["id"], through: _JoinTable("item_tags", near: ["tag_id"], far: ["item_id"]), to: ["id"])

  // MARK: - items
  /// The items of this tag (`@manyToMany(tags:)` of `Item`), as a query.
  public var items: Query<Item> { Query(Tag.itemsRelationship, of: id) }

  /// Adds one; `false` if it was already there.
  @inlinable @discardableResult public func addToItems(_ item: Item, in db: some WriteTransaction) throws -> Bool {
    try Tag.addToItems(item.id, of: id, in: db)
  }
  /// Adds those that aren't there yet; returns how many were added.
  @inlinable @discardableResult
  public func addToItems(contentsOf items: some Sequence<Item>, in db: some WriteTransaction) throws -> Int {
    try Tag.addToItems(contentsOf: items.map(\.id), of: id, in: db)
  }
  public static let addToItems = _AddPairs<Tag, Item>(
    #"INSERT INTO "item_tags" ("tag_id", "item_id") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#,
    all: """
      INSERT INTO "item_tags" ("tag_id", "item_id") SELECT ?1, "value" FROM json_each(?2) WHERE true
      ON CONFLICT DO NOTHING
      """)
  /// Removes one; `false` if it wasn't there.
  @inlinable @discardableResult public func removeFromItems(_ item: Item, in db: some WriteTransaction) throws -> Bool {
    try Tag.removeFromItems(item.id, of: id, in: db)
  }
  public static let removeFromItems = _RemoveOne<Tag, Item>(
    #"DELETE FROM "item_tags" WHERE "tag_id" = ?1 AND "item_id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromItems(in db: some WriteTransaction) throws -> Int {
    try Tag.removeAllFromItems(of: id, in: db)
  }
  public static let removeAllFromItems = _RemoveAll<Tag>(#"DELETE FROM "item_tags" WHERE "tag_id" = ?1"#)
  /// Replaces the items with these; returns how many were removed and added.
  @inlinable @discardableResult
  public func replaceItems(with items: some Sequence<Item>, in db: some WriteTransaction) throws -> Int {
    try Tag.replaceItems(with: items.map(\.id), of: id, in: db)
  }
  public static let replaceItems = _ReplacePairs(
    itemsRelationship, addToItems, removeFromItems, removeAllFromItems,
    others: #"DELETE FROM "item_tags" WHERE "tag_id" = ?1 AND "item_id" NOT IN (SELECT "value" FROM json_each(?2))"#)
}
