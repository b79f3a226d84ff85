// Written by Postil from Folder.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - Folder

nonisolated extension Folder: Model {
  /// The primary key of `folder`; every model has its own type.
  public typealias ID = RowID<Folder>
  public static let table = _TableDescription(
    model: "Folder", name: "folder", columns: ["id", "name", ColumnName("parent_id", property: "parentID")],
    primaryKey: ["id"], required: ["name"], indexed: ["parent_id"],
    orders: [_MemberOrder("children_position", among: ["parent_id"])], deletesOwnRows: true)

  @inlinable public init(row: inout some RowReader) throws {
    (id, name, parentID) = try (row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name, parentID) }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "folder" ("name", "parent_id", "children_position")
      VALUES (?1, ?2, (SELECT coalesce(max("children_position") + 4096, 0) FROM "folder" WHERE "parent_id" = ?2))
      """,
    fetch: #"SELECT "id", "name", "parent_id" FROM "folder" WHERE "id" = ?1"#,
    update: """
      UPDATE "folder" SET "name" = ?2, "parent_id" = ?3,
        "children_position" = CASE WHEN "parent_id" = ?3 THEN "children_position" ELSE (SELECT
          coalesce(max("children_position") + 4096, 0) FROM "folder" WHERE "parent_id" = ?3) END WHERE "id" = ?1
      """,
    save: """
      INSERT INTO "folder" ("id", "name", "parent_id", "children_position")
      VALUES (?1, ?2, ?3, (SELECT coalesce(max("children_position") + 4096, 0) FROM "folder" WHERE "parent_id" = ?3))
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "parent_id" = excluded."parent_id",
        "children_position" = CASE WHEN "parent_id" = excluded."parent_id" THEN "children_position" ELSE (SELECT
          coalesce(max("children_position") + 4096, 0) FROM "folder" WHERE "parent_id" = excluded."parent_id") END
      """,
    delete: #"DELETE FROM "folder" WHERE "id" = ?1"#)

  /// A row of `folder` that isn't in the database yet.
  public struct Draft: Hashable, ModelDraft {
    public var name: String
    public var parentID: Folder.ID?

    public init(name: String, parentID: Folder.ID? = nil) {
      (self.name, self.parentID) = (name, parentID)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(name, parentID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Folder {
      try db._stored(Folder(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name, parentID) = (id, draft.name, draft.parentID)
  }

  /// The columns and relationships of `folder`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Folder
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Folder, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Folder, String> { Column("name", of: _rowSource) }
    public var parentID: Column<Folder, Folder.ID?> { Column("parent_id", of: _rowSource) }
    public var parent: OptionalColumns<Folder> { OptionalColumns(_rowSource.joined(by: Folder.parentRelationship)) }
    public var children: ToMany<Folder> { ToMany(Folder.childrenRelationship, of: _rowSource) }
  }

  public static let parentRelationship = Relationship<Folder, Folder>("parent", from: ["parent_id"], to: ["id"])
  public static let childrenRelationship = Relationship<Folder, Folder>(
    "children", from: ["id"], to: ["parent_id"], orderedBy: "children_position")

  // MARK: - parent
  /// The parent of this folder (`@references` on `parentID`).
  @inlinable public func parent(in db: some ReadTransaction) throws -> Folder? {
    try parentID.flatMap { try Folder.fetch($0, in: db) }
  }
  /// Sets the parent of this folder; returns the changed folder.
  @inlinable @discardableResult
  public func setParent(_ folder: Folder?, in db: some WriteTransaction) throws -> Folder {
    try Folder.setParent(folder?.id, of: self, in: db) { $0.parentID = folder?.id }
  }
  public static let setParent = _SetReference<Folder, Folder.ID?>(
    """
    UPDATE "folder" SET "parent_id" = ?1,
      "children_position" = CASE WHEN "parent_id" = ?1 THEN "children_position" ELSE (SELECT
        coalesce(max("children_position") + 4096, 0) FROM "folder" WHERE "parent_id" = ?1) END WHERE "id" = ?2
    """)

  /// The parent of this folder, that one's parent, and so on, at most `depth` steps away (a recursive query).
  public func ancestors(depth: Int? = nil) -> Query<Folder> {
    Query(following: Folder.parentRelationship, from: id, depth: depth)
  }

  /// The rows whose parent is this folder, the rows below those, and so on, at most `depth` steps away (a recursive
  /// query).
  public func descendants(depth: Int? = nil) -> Query<Folder> {
    Query(following: Folder.parentRelationship.reversed, from: id, depth: depth)
  }

  // MARK: - children
  /// The children of this folder (`@references` on `Folder.parentID`), as a query.
  public var children: Query<Folder> { Query(Folder.childrenRelationship, of: id) }

  /// Adds one at the end, and removes it from its previous folder.
  @inlinable public func addToChildren(_ folder: Folder, in db: some WriteTransaction) throws {
    try Folder.addToChildren(folder.id, of: id, in: db)
  }
  /// Adds all of them at the end, or none if one doesn't exist.
  @inlinable
  public func addToChildren(contentsOf children: some Sequence<Folder>, in db: some WriteTransaction) throws {
    try Folder.addToChildren(contentsOf: children.map(\.id), of: id, in: db)
  }
  public static let addToChildren = _AddMembers<Folder, Folder>(
    """
    UPDATE "folder" SET "parent_id" = ?1,
      "children_position" = CASE WHEN "parent_id" = ?1 THEN "children_position" ELSE (SELECT
        coalesce(max("children_position") + 4096, 0) FROM "folder" WHERE "parent_id" = ?1) END WHERE "id" = ?2
    """)
  /// Removes one without deleting it; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromChildren(_ folder: Folder, in db: some WriteTransaction) throws -> Bool {
    try Folder.removeFromChildren(folder.id, of: id, in: db)
  }
  public static let removeFromChildren = _RemoveOne<Folder, Folder>(
    #"UPDATE "folder" SET "parent_id" = NULL WHERE "parent_id" = ?1 AND "id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromChildren(in db: some WriteTransaction) throws -> Int {
    try Folder.removeAllFromChildren(of: id, in: db)
  }
  public static let removeAllFromChildren = _RemoveAll<Folder>(
    #"UPDATE "folder" SET "parent_id" = NULL WHERE "parent_id" = ?1"#)
  /// Replaces the children with these.
  @inlinable public func replaceChildren(with children: some Sequence<Folder>, in db: some WriteTransaction) throws {
    try Folder.replaceChildren(with: children.map(\.id), of: id, in: db)
  }
  public static let replaceChildren = _ReplaceMembers(addToChildren, removeAllFromChildren)

  /// The statements that find and move the children of a folder.
  public static let childrenOrder = _RelationshipOrder<Folder, Folder>(
    "Folder.children",
    insert: """
      UPDATE "folder" SET "parent_id" = ?1,
        "children_position" = coalesce(?3, (SELECT coalesce(max("children_position") + 4096, 0) FROM "folder" WHERE
          "parent_id" = ?1)) WHERE "id" = ?2
      """,
    positions: """
      SELECT "children_position" FROM "folder" WHERE "parent_id" = ?1
      ORDER BY "children_position", "id" LIMIT ?2 OFFSET ?3
      """,
    around: """
      SELECT "children_position",
        (SELECT "other"."children_position" FROM "folder" AS "other" WHERE "other"."parent_id" = ?1 AND
          ("other"."children_position", "other"."id") < ("own"."children_position", "own"."id") ORDER BY
          "other"."children_position" DESC, "other"."id" DESC LIMIT 1),
        (SELECT "other"."children_position" FROM "folder" AS "other" WHERE "other"."parent_id" = ?1 AND
          ("other"."children_position", "other"."id") > ("own"."children_position", "own"."id") ORDER BY
          "other"."children_position", "other"."id" LIMIT 1) FROM "folder" AS "own" WHERE "parent_id" = ?1 AND "id" = ?2
      """,
    place: """
      UPDATE "folder" SET "children_position" = ?3 WHERE "id" = (
        SELECT "id" FROM "folder" WHERE "parent_id" = ?1
        ORDER BY "children_position", "id" LIMIT 1 OFFSET ?2)
      """,
    occupied: """
      SELECT count(*) FROM (
        SELECT 1 FROM "folder"
        WHERE "parent_id" = ?1 AND "children_position" BETWEEN ?2 AND ?3 LIMIT ?4)
      """,
    spread: """
      UPDATE "folder" SET "children_position" = ?2 + "n" * ?4 FROM (
        SELECT "id" AS "k0", row_number() OVER (ORDER BY "children_position", "id") AS "n"
        FROM "folder" WHERE "parent_id" = ?1 AND "children_position" BETWEEN ?2 AND ?3)
      WHERE "folder"."id" = "k0"
      """)
  /// Inserts this one at `index`, or moves it there.
  @inlinable public func insertIntoChildren(_ folder: Folder, at index: Int, in db: some WriteTransaction) throws {
    try Folder.insertIntoChildren(folder.id, at: index, of: id, in: db)
  }
  /// Inserts this one before another one, or moves it there.
  @inlinable
  public func insertIntoChildren(_ folder: Folder, before other: Folder, in db: some WriteTransaction) throws {
    try Folder.insertIntoChildren(folder.id, before: other.id, of: id, in: db)
  }
  /// Inserts this one after another one, or moves it there.
  @inlinable
  public func insertIntoChildren(_ folder: Folder, after other: Folder, in db: some WriteTransaction) throws {
    try Folder.insertIntoChildren(folder.id, after: other.id, of: id, in: db)
  }
  public static let insertIntoChildren = _InsertMember(childrenOrder)
  /// Moves the one at index `source` to index `destination`.
  @inlinable public func moveInChildren(from source: Int, to destination: Int, in db: some WriteTransaction) throws {
    try Folder.moveInChildren(from: source, to: destination, of: id, in: db)
  }
  /// Moves this one before another one.
  @inlinable public func moveInChildren(_ folder: Folder, before other: Folder, in db: some WriteTransaction) throws {
    try Folder.moveInChildren(folder.id, before: other.id, of: id, in: db)
  }
  /// Moves this one after another one.
  @inlinable public func moveInChildren(_ folder: Folder, after other: Folder, in db: some WriteTransaction) throws {
    try Folder.moveInChildren(folder.id, after: other.id, of: id, in: db)
  }
  public static let moveInChildren = _MoveMember(childrenOrder)
}
