// Written by Postil from Item.swift. Don't edit this file; change the annotations instead.

import Foundation
import Postil

// MARK: - Item

nonisolated extension Item: Model {
  /// The primary key of `item`; every model has its own type.
  public typealias ID = RowID<Item>
  public static let table = _TableDescription(
    model: "Item", name: "item",
    columns: [
      "id", "title", ColumnName("due_at", property: "dueAt"), "priority", "done",
      ColumnName("project_id", property: "projectID"),
    ],
    primaryKey: ["id"], required: ["title", "priority", "done", "project_id"], indexed: ["due_at", "project_id"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, title, dueAt, priority, done, projectID) = try (
      row.read(), row.read(), row.read(), row.read(), row.read(), row.read()
    )
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) {
    binder.bind(id, title, dueAt)
    binder.bind(priority, done, projectID)
  }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "item" ("title", "due_at", "priority", "done", "project_id") VALUES (?1, ?2, ?3, ?4, ?5)"#,
    fetch: #"SELECT "id", "title", "due_at", "priority", "done", "project_id" FROM "item" WHERE "id" = ?1"#,
    update: """
      UPDATE "item" SET "title" = ?2, "due_at" = ?3, "priority" = ?4, "done" = ?5, "project_id" = ?6 WHERE "id" = ?1
      """,
    save: """
      INSERT INTO "item" ("id", "title", "due_at", "priority", "done", "project_id") VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT ("id") DO UPDATE SET "title" = excluded."title", "due_at" = excluded."due_at",
        "priority" = excluded."priority", "done" = excluded."done", "project_id" = excluded."project_id"
      """,
    delete: #"DELETE FROM "item" WHERE "id" = ?1"#)

  /// A row of `item` that isn't in the database yet.
  public struct Draft: Codable, Hashable, _ParentDraft {
    /// What is to be done, in a few words.
    public var title: String
    public var dueAt: Date?
    public var priority: Priority
    public var done: Bool
    public var projectID: Project.ID
    public var tags: [DraftMember<Tag>]
    public var steps: [Step.DraftOfItem]

    public init(
      title: String, dueAt: Date? = nil, priority: Priority = .normal, done: Bool = false, projectID: Project.ID,
      tags: [DraftMember<Tag>] = [], steps: [Step.DraftOfItem] = []
    ) {
      (self.title, self.dueAt, self.priority) = (title, dueAt, priority)
      (self.done, self.projectID, self.tags, self.steps) = (done, projectID, tags, steps)
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        title: values._value(.title), dueAt: values._optional(.dueAt), priority: values._value(.priority, or: .normal),
        done: values._value(.done, or: false), projectID: values._value(.projectID), tags: values._value(.tags, or: []),
        steps: values._value(.steps, or: []))
    }

    @inlinable
    public func bindColumns(to binder: inout some ValueBinder) { binder.bind(title, dueAt, priority, done, projectID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Item {
      try db._stored(Item(draft: self, id: ID(db.insert(self))))
    }

    public static func hasChildren(_ draft: Draft) -> Bool { !draft.tags.isEmpty || !draft.steps.isEmpty }
    @inlinable public func insertChildren(of row: Item, in db: some WriteTransaction) throws {
      try Item.addToTags(tags, of: row.id, in: db)
      try Step.insert(steps, of: row.id, in: db)
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, title, dueAt) = (id, draft.title, draft.dueAt)
    (priority, done, projectID) = (draft.priority, draft.done, draft.projectID)
  }

  /// The columns and relationships of `item`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Item
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Item, ID> { ReadOnlyColumn("id", of: _rowSource) }
    /// What is to be done, in a few words.
    public var title: Column<Item, String> { Column("title", of: _rowSource) }
    public var dueAt: Column<Item, Date?> { Column("due_at", of: _rowSource) }
    public var priority: Column<Item, Priority> { Column("priority", of: _rowSource) }
    public var done: Column<Item, Bool> { Column("done", of: _rowSource) }
    public var projectID: Column<Item, Project.ID> { Column("project_id", of: _rowSource) }
    public var project: Project.Columns { Project.Columns(_rowSource.joined(by: Item.projectRelationship)) }
    public var tags: ToMany<Tag> { ToMany(Item.tagsRelationship, of: _rowSource) }
    public var steps: ToMany<Step> { ToMany(Item.stepsRelationship, of: _rowSource) }
  }

  public static let projectRelationship = Relationship<Item, Project>(
    "project", from: ["project_id"], to: ["id"], isRequired: true)
  public static let tagsRelationship = Relationship<Item, Tag>(
    "tags", from: ["id"], through: _JoinTable("item_tags", near: ["item_id"], far: ["tag_id"]), to: ["id"])
  public static let stepsRelationship = Relationship<Item, Step>(
    "steps", from: ["id"], to: ["item_id"], orderedBy: "steps_position")

  // MARK: - project
  /// The project of this item (`@references` on `projectID`).
  @inlinable public func project(in db: some ReadTransaction) throws -> Project { try Project.find(projectID, in: db) }
  /// Sets the project of this item; returns the changed item.
  @inlinable @discardableResult
  public func setProject(_ project: Project, in db: some WriteTransaction) throws -> Item {
    try Item.setProject(project.id, of: self, in: db) { $0.projectID = project.id }
  }
  public static let setProject = _SetReference<Item, Project.ID>(
    #"UPDATE "item" SET "project_id" = ?1 WHERE "id" = ?2"#)

  // MARK: - tags
  /// The tags of this item (`@manyToMany(tags:)`), as a query.
  public var tags: Query<Tag> { Query(Item.tagsRelationship, of: id) }

  /// Adds one; `false` if it was already there.
  @inlinable @discardableResult public func addToTags(_ tag: Tag, in db: some WriteTransaction) throws -> Bool {
    try Item.addToTags(tag.id, of: id, in: db)
  }
  /// Adds those that aren't there yet; returns how many were added.
  @inlinable @discardableResult
  public func addToTags(contentsOf tags: some Sequence<Tag>, in db: some WriteTransaction) throws -> Int {
    try Item.addToTags(contentsOf: tags.map(\.id), of: id, in: db)
  }
  public static let addToTags = _AddPairs<Item, Tag>(
    #"INSERT INTO "item_tags" ("item_id", "tag_id") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#,
    all: """
      INSERT INTO "item_tags" ("item_id", "tag_id") SELECT ?1, "value" FROM json_each(?2) WHERE true
      ON CONFLICT DO NOTHING
      """)
  /// Removes one; `false` if it wasn't there.
  @inlinable @discardableResult public func removeFromTags(_ tag: Tag, in db: some WriteTransaction) throws -> Bool {
    try Item.removeFromTags(tag.id, of: id, in: db)
  }
  public static let removeFromTags = _RemoveOne<Item, Tag>(
    #"DELETE FROM "item_tags" WHERE "item_id" = ?1 AND "tag_id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromTags(in db: some WriteTransaction) throws -> Int {
    try Item.removeAllFromTags(of: id, in: db)
  }
  public static let removeAllFromTags = _RemoveAll<Item>(#"DELETE FROM "item_tags" WHERE "item_id" = ?1"#)
  /// Replaces the tags with these; returns how many were removed and added.
  @inlinable @discardableResult
  public func replaceTags(with tags: some Sequence<Tag>, in db: some WriteTransaction) throws -> Int {
    try Item.replaceTags(with: tags.map(\.id), of: id, in: db)
  }
  public static let replaceTags = _ReplacePairs(
    tagsRelationship, addToTags, removeFromTags, removeAllFromTags,
    others: #"DELETE FROM "item_tags" WHERE "item_id" = ?1 AND "tag_id" NOT IN (SELECT "value" FROM json_each(?2))"#)

  // MARK: - steps
  /// The steps of this item (`@hasMany(steps:)`), as a query.
  public var steps: Query<Step> { Query(Item.stepsRelationship, of: id) }

  /// Adds one at the end, and removes it from its previous item.
  @inlinable public func addToSteps(_ step: Step, in db: some WriteTransaction) throws {
    try Item.addToSteps(step.id, of: id, in: db)
  }
  /// Adds all of them at the end, or none if one doesn't exist.
  @inlinable public func addToSteps(contentsOf steps: some Sequence<Step>, in db: some WriteTransaction) throws {
    try Item.addToSteps(contentsOf: steps.map(\.id), of: id, in: db)
  }
  public static let addToSteps = _AddMembers<Item, Step>(
    """
    UPDATE "step" SET "item_id" = ?1,
      "steps_position" = CASE WHEN "item_id" = ?1 THEN "steps_position" ELSE (SELECT coalesce(max("steps_position") +
        4096, 0) FROM "step" WHERE "item_id" = ?1) END WHERE "id" = ?2
    """)

  /// The statements that find and move the steps of an item.
  public static let stepsOrder = _RelationshipOrder<Item, Step>(
    "Item.steps",
    insert: """
      UPDATE "step" SET "item_id" = ?1,
        "steps_position" = coalesce(?3, (SELECT coalesce(max("steps_position") + 4096, 0) FROM "step" WHERE "item_id" =
          ?1)) WHERE "id" = ?2
      """,
    positions: """
      SELECT "steps_position" FROM "step" WHERE "item_id" = ?1 ORDER BY "steps_position", "id" LIMIT ?2 OFFSET ?3
      """,
    around: """
      SELECT "steps_position",
        (SELECT "other"."steps_position" FROM "step" AS "other" WHERE "other"."item_id" = ?1 AND
          ("other"."steps_position", "other"."id") < ("own"."steps_position", "own"."id") ORDER BY
          "other"."steps_position" DESC, "other"."id" DESC LIMIT 1),
        (SELECT "other"."steps_position" FROM "step" AS "other" WHERE "other"."item_id" = ?1 AND
          ("other"."steps_position", "other"."id") > ("own"."steps_position", "own"."id") ORDER BY
          "other"."steps_position", "other"."id" LIMIT 1) FROM "step" AS "own" WHERE "item_id" = ?1 AND "id" = ?2
      """,
    place: """
      UPDATE "step" SET "steps_position" = ?3 WHERE "id" = (
        SELECT "id" FROM "step" WHERE "item_id" = ?1
        ORDER BY "steps_position", "id" LIMIT 1 OFFSET ?2)
      """,
    occupied: """
      SELECT count(*) FROM (
        SELECT 1 FROM "step"
        WHERE "item_id" = ?1 AND "steps_position" BETWEEN ?2 AND ?3 LIMIT ?4)
      """,
    spread: """
      UPDATE "step" SET "steps_position" = ?2 + "n" * ?4 FROM (
        SELECT "id" AS "k0", row_number() OVER (ORDER BY "steps_position", "id") AS "n"
        FROM "step" WHERE "item_id" = ?1 AND "steps_position" BETWEEN ?2 AND ?3)
      WHERE "step"."id" = "k0"
      """)
  /// Inserts this one at `index`, or moves it there.
  @inlinable public func insertIntoSteps(_ step: Step, at index: Int, in db: some WriteTransaction) throws {
    try Item.insertIntoSteps(step.id, at: index, of: id, in: db)
  }
  /// Inserts this one before another one, or moves it there.
  @inlinable public func insertIntoSteps(_ step: Step, before other: Step, in db: some WriteTransaction) throws {
    try Item.insertIntoSteps(step.id, before: other.id, of: id, in: db)
  }
  /// Inserts this one after another one, or moves it there.
  @inlinable public func insertIntoSteps(_ step: Step, after other: Step, in db: some WriteTransaction) throws {
    try Item.insertIntoSteps(step.id, after: other.id, of: id, in: db)
  }
  public static let insertIntoSteps = _InsertMember(stepsOrder)
  /// Moves the one at index `source` to index `destination`.
  @inlinable public func moveInSteps(from source: Int, to destination: Int, in db: some WriteTransaction) throws {
    try Item.moveInSteps(from: source, to: destination, of: id, in: db)
  }
  /// Moves this one before another one.
  @inlinable public func moveInSteps(_ step: Step, before other: Step, in db: some WriteTransaction) throws {
    try Item.moveInSteps(step.id, before: other.id, of: id, in: db)
  }
  /// Moves this one after another one.
  @inlinable public func moveInSteps(_ step: Step, after other: Step, in db: some WriteTransaction) throws {
    try Item.moveInSteps(step.id, after: other.id, of: id, in: db)
  }
  public static let moveInSteps = _MoveMember(stepsOrder)
}

nonisolated extension Priority: RawColumnValue {}
