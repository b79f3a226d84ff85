// Written by Postil from Step.swift. Don't edit this file; change the annotations instead.

import Foundation
import Postil

// MARK: - Step

nonisolated extension Step: Model {
  /// The primary key of `step`; every model has its own type.
  public typealias ID = RowID<Step>
  public static let table = _TableDescription(
    model: "Step", name: "step", columns: ["id", "text", "done", ColumnName("item_id", property: "itemID")],
    primaryKey: ["id"], required: ["text", "done", "item_id"], indexed: ["item_id"],
    orders: [_MemberOrder("steps_position", among: ["item_id"])])

  @inlinable public init(row: inout some RowReader) throws {
    (id, text, done, itemID) = try (row.read(), row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, text, done, itemID) }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "step" ("text", "done", "item_id", "steps_position")
      VALUES (?1, ?2, ?3, (SELECT coalesce(max("steps_position") + 4096, 0) FROM "step" WHERE "item_id" = ?3))
      """,
    fetch: #"SELECT "id", "text", "done", "item_id" FROM "step" WHERE "id" = ?1"#,
    update: """
      UPDATE "step" SET "text" = ?2, "done" = ?3, "item_id" = ?4,
        "steps_position" = CASE WHEN "item_id" = ?4 THEN "steps_position" ELSE (SELECT coalesce(max("steps_position") +
          4096, 0) FROM "step" WHERE "item_id" = ?4) END WHERE "id" = ?1
      """,
    save: """
      INSERT INTO "step" ("id", "text", "done", "item_id", "steps_position")
      VALUES (?1, ?2, ?3, ?4, (SELECT coalesce(max("steps_position") + 4096, 0) FROM "step" WHERE "item_id" = ?4))
      ON CONFLICT ("id") DO UPDATE SET "text" = excluded."text", "done" = excluded."done",
        "item_id" = excluded."item_id",
        "steps_position" = CASE WHEN "item_id" = excluded."item_id" THEN "steps_position" ELSE (SELECT
          coalesce(max("steps_position") + 4096, 0) FROM "step" WHERE "item_id" = excluded."item_id") END
      """,
    delete: #"DELETE FROM "step" WHERE "id" = ?1"#)

  /// A row of `step` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var text: String
    public var done: Bool
    public var itemID: Item.ID

    public init(text: String, done: Bool = false, itemID: Item.ID) {
      (self.text, self.done, self.itemID) = (text, done, itemID)
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(text: values._value(.text), done: values._value(.done, or: false), itemID: values._value(.itemID))
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(text, done, itemID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Step {
      try db._stored(Step(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, text, done, itemID) = (id, draft.text, draft.done, draft.itemID)
  }

  /// A `Draft` without `itemID`, inserted together with the draft of its item.
  public struct DraftOfItem: Codable, Hashable, _ChildDraft {
    public var text: String
    public var done: Bool

    public init(text: String, done: Bool = false) {
      (self.text, self.done) = (text, done)
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(text: values._value(.text), done: values._value(.done, or: false))
    }

    public func draft(of itemID: Item.ID) -> Draft { Draft(text: text, done: done, itemID: itemID) }
  }

  /// The columns and relationships of `step`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Step
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Step, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var text: Column<Step, String> { Column("text", of: _rowSource) }
    public var done: Column<Step, Bool> { Column("done", of: _rowSource) }
    public var itemID: Column<Step, Item.ID> { Column("item_id", of: _rowSource) }
    public var item: Item.Columns { Item.Columns(_rowSource.joined(by: Step.itemRelationship)) }
  }

  public static let itemRelationship = Relationship<Step, Item>("item", from: ["item_id"], to: ["id"], isRequired: true)

  // MARK: - item
  /// The item of this step (`@references` on `itemID`).
  @inlinable public func item(in db: some ReadTransaction) throws -> Item { try Item.find(itemID, in: db) }
  /// Sets the item of this step; returns the changed step.
  @inlinable @discardableResult public func setItem(_ item: Item, in db: some WriteTransaction) throws -> Step {
    try Step.setItem(item.id, of: self, in: db) { $0.itemID = item.id }
  }
  public static let setItem = _SetReference<Step, Item.ID>(
    """
    UPDATE "step" SET "item_id" = ?1,
      "steps_position" = CASE WHEN "item_id" = ?1 THEN "steps_position" ELSE (SELECT coalesce(max("steps_position") +
        4096, 0) FROM "step" WHERE "item_id" = ?1) END WHERE "id" = ?2
    """)
}
