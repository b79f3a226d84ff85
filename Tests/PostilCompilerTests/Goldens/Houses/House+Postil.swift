// Written by Postil from House.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - House

nonisolated extension House: Model, Singleton {
  /// The primary key of `house`; every model has its own type.
  public typealias ID = RowID<House>
  public static let table = _TableDescription(
    model: "House", name: "house", columns: ["id", "name", "street"], primaryKey: ["id"], required: ["name"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name, street) = try (row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name, street) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "house" ("id", "name", "street") VALUES (1, ?1, ?2)"#,
    fetch: #"SELECT "id", "name", "street" FROM "house" WHERE "id" = ?1"#,
    update: #"UPDATE "house" SET "name" = ?2, "street" = ?3 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "house" ("id", "name", "street") VALUES (?1, ?2, ?3)
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "street" = excluded."street"
      """,
    delete: #"DELETE FROM "house" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `id`.
    public let id = UniqueKey<House>(
      target: #"("id")"#,
      upsert: """
        INSERT INTO "house" ("id", "name", "street") VALUES (1, ?1, ?2)
        ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "street" = excluded."street"
        RETURNING "id", "name", "street"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }
  public static var currentKey: UniqueKey<House> { uniqueKeys.id }

  /// A row of `house` that isn't in the database yet.
  public struct Draft: Codable, Hashable, _ParentDraft {
    public var name: String
    public var street: String?
    public var floors: [Floor.DraftOfHouse]

    public init(name: String, street: String? = nil, floors: [Floor.DraftOfHouse] = []) {
      (self.name, self.street, self.floors) = (name, street, floors)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(name, street) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> House {
      try db._stored(House(draft: self, id: ID(db.insert(self))))
    }

    public static func hasChildren(_ draft: Draft) -> Bool { !draft.floors.isEmpty }
    @inlinable public func insertChildren(of row: House, in db: some WriteTransaction) throws {
      try Floor.insert(floors, of: row.id, in: db)
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name, street) = (id, draft.name, draft.street)
  }

  /// The columns and relationships of `house`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = House
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<House, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<House, String> { Column("name", of: _rowSource) }
    public var street: Column<House, String?> { Column("street", of: _rowSource) }
    public var floors: ToMany<Floor> { ToMany(House.floorsRelationship, of: _rowSource) }
  }

  public static let floorsRelationship = Relationship<House, Floor>(
    "floors", from: ["id"], to: ["house_id"], orderedBy: "floors_position")

  // MARK: - floors
  /// The floors of this house (`@hasMany(floors:)`), as a query.
  public var floors: Query<Floor> { Query(House.floorsRelationship, of: id) }

  /// The statements that find and move the floors of a house.
  public static let floorsOrder = _RelationshipOrder<House, Floor>(
    "House.floors",
    insert: """
      UPDATE "floor" SET "floors_position" = coalesce(?3, (SELECT coalesce(max("floors_position") + 4096, 0) FROM "floor" WHERE "house_id" = ?1))
      WHERE "house_id" = ?1 AND "id" = ?2
      """,
    positions: """
      SELECT "floors_position" FROM "floor" WHERE "house_id" = ?1 ORDER BY "floors_position", "id" LIMIT ?2 OFFSET ?3
      """,
    around: """
      SELECT "floors_position",
        (SELECT "other"."floors_position" FROM "floor" AS "other" WHERE "other"."house_id" = ?1 AND
          ("other"."floors_position", "other"."id") < ("own"."floors_position", "own"."id") ORDER BY
          "other"."floors_position" DESC, "other"."id" DESC LIMIT 1),
        (SELECT "other"."floors_position" FROM "floor" AS "other" WHERE "other"."house_id" = ?1 AND
          ("other"."floors_position", "other"."id") > ("own"."floors_position", "own"."id") ORDER BY
          "other"."floors_position", "other"."id" LIMIT 1) FROM "floor" AS "own" WHERE "house_id" = ?1 AND "id" = ?2
      """,
    place: """
      UPDATE "floor" SET "floors_position" = ?3 WHERE "id" = (
        SELECT "id" FROM "floor" WHERE "house_id" = ?1
        ORDER BY "floors_position", "id" LIMIT 1 OFFSET ?2)
      """,
    occupied: """
      SELECT count(*) FROM (
        SELECT 1 FROM "floor"
        WHERE "house_id" = ?1 AND "floors_position" BETWEEN ?2 AND ?3 LIMIT ?4)
      """,
    spread: """
      UPDATE "floor" SET "floors_position" = ?2 + "n" * ?4 FROM (
        SELECT "id" AS "k0", row_number() OVER (ORDER BY "floors_position", "id") AS "n"
        FROM "floor" WHERE "house_id" = ?1 AND "floors_position" BETWEEN ?2 AND ?3)
      WHERE "floor"."id" = "k0"
      """)
  /// Moves the one at index `source` to index `destination`.
  @inlinable public func moveInFloors(from source: Int, to destination: Int, in db: some WriteTransaction) throws {
    try House.moveInFloors(from: source, to: destination, of: id, in: db)
  }
  /// Moves this one before another one.
  @inlinable public func moveInFloors(_ floor: Floor, before other: Floor, in db: some WriteTransaction) throws {
    try House.moveInFloors(floor.id, before: other.id, of: id, in: db)
  }
  /// Moves this one after another one.
  @inlinable public func moveInFloors(_ floor: Floor, after other: Floor, in db: some WriteTransaction) throws {
    try House.moveInFloors(floor.id, after: other.id, of: id, in: db)
  }
  public static let moveInFloors = _MoveMember(floorsOrder)
}
