// Written by Postil from Floor.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - Floor

nonisolated extension Floor: Model {
  /// The primary key of `floor`; every model has its own type.
  public typealias ID = RowID<Floor>
  public static let table = _TableDescription(
    model: "Floor", name: "floor", columns: ["id", "level", "name", ColumnName("house_id", property: "houseID")],
    primaryKey: ["id"], uniqueKeys: [["house_id", "level"]], required: ["level", "name", "house_id"],
    orders: [_MemberOrder("floors_position", among: ["house_id"])])

  @inlinable public init(row: inout some RowReader) throws {
    (id, level, name, houseID) = try (row.read(), row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, level, name, houseID) }
  @inlinable public func bindUpdate(to binder: inout some ValueBinder) { binder.bind(level, name, id) }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "floor" ("level", "name", "house_id", "floors_position")
      VALUES (?1, ?2, ?3, (SELECT coalesce(max("floors_position") + 4096, 0) FROM "floor" WHERE "house_id" = ?3))
      """,
    fetch: #"SELECT "id", "level", "name", "house_id" FROM "floor" WHERE "id" = ?1"#,
    update: #"UPDATE "floor" SET "level" = ?1, "name" = ?2 WHERE "id" = ?3"#,
    save: """
      INSERT INTO "floor" ("id", "level", "name", "house_id", "floors_position")
      VALUES (?1, ?2, ?3, ?4, (SELECT coalesce(max("floors_position") + 4096, 0) FROM "floor" WHERE "house_id" = ?4))
      ON CONFLICT ("id") DO UPDATE SET "level" = excluded."level", "name" = excluded."name"
      """,
    delete: #"DELETE FROM "floor" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `houseID` and `level`.
    public let houseIDAndLevel = UniqueKey<Floor>(
      target: #"("house_id", "level")"#,
      upsert: """
        INSERT INTO "floor" ("level", "name", "house_id", "floors_position")
        VALUES (?1, ?2, ?3, (SELECT coalesce(max("floors_position") + 4096, 0) FROM "floor" WHERE "house_id" = ?3))
        ON CONFLICT ("house_id", "level") DO UPDATE SET "level" = excluded."level", "name" = excluded."name"
        RETURNING "id", "level", "name", "house_id"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `floor` that isn't in the database yet.
  public struct Draft: Codable, Hashable, _ParentDraft {
    /// 0 is the ground floor, cellars are below it.
    public var level: Int
    public var name: String
    public var houseID: House.ID
    public var rooms: [Room.DraftOfFloor]

    public init(level: Int, name: String, houseID: House.ID, rooms: [Room.DraftOfFloor] = []) {
      (self.level, self.name, self.houseID, self.rooms) = (level, name, houseID, rooms)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(level, name, houseID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Floor {
      try db._stored(Floor(draft: self, id: ID(db.insert(self))))
    }

    public static func hasChildren(_ draft: Draft) -> Bool { !draft.rooms.isEmpty }
    @inlinable public func insertChildren(of row: Floor, in db: some WriteTransaction) throws {
      try Room.insert(rooms, of: row.id, in: db)
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, level, name, houseID) = (id, draft.level, draft.name, draft.houseID)
  }

  /// A `Draft` without `houseID`, inserted together with the draft of its house.
  public struct DraftOfHouse: Codable, Hashable, _ChildDraft {
    /// 0 is the ground floor, cellars are below it.
    public var level: Int
    public var name: String
    public var rooms: [Room.DraftOfFloor]

    public init(level: Int, name: String, rooms: [Room.DraftOfFloor] = []) {
      (self.level, self.name, self.rooms) = (level, name, rooms)
    }

    public func draft(of houseID: House.ID) -> Draft { Draft(level: level, name: name, houseID: houseID, rooms: rooms) }
  }

  /// The columns and relationships of `floor`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Floor
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Floor, ID> { ReadOnlyColumn("id", of: _rowSource) }
    /// 0 is the ground floor, cellars are below it.
    public var level: Column<Floor, Int> { Column("level", of: _rowSource) }
    public var name: Column<Floor, String> { Column("name", of: _rowSource) }
    public var houseID: ReadOnlyColumn<Floor, House.ID> { ReadOnlyColumn("house_id", of: _rowSource) }
    public var rooms: ToMany<Room> { ToMany(Floor.roomsRelationship, of: _rowSource) }
    public var house: House.Columns { House.Columns(_rowSource.joined(by: Floor.houseRelationship)) }
  }

  public static let roomsRelationship = Relationship<Floor, Room>(
    "rooms", from: ["id"], to: ["floor_id"], orderedBy: "rooms_position")
  public static let houseRelationship = Relationship<Floor, House>(
    "house", from: ["house_id"], to: ["id"], isRequired: true)

  // MARK: - rooms
  /// The rooms of this floor (`@hasMany(rooms:)`), as a query.
  public var rooms: Query<Room> { Query(Floor.roomsRelationship, of: id) }

  /// Adds one at the end, and removes it from its previous floor.
  @inlinable public func addToRooms(_ room: Room, in db: some WriteTransaction) throws {
    try Floor.addToRooms(room.id, of: id, in: db)
  }
  /// Adds all of them at the end, or none if one doesn't exist.
  @inlinable public func addToRooms(contentsOf rooms: some Sequence<Room>, in db: some WriteTransaction) throws {
    try Floor.addToRooms(contentsOf: rooms.map(\.id), of: id, in: db)
  }
  public static let addToRooms = _AddMembers<Floor, Room>(
    """
    UPDATE "room" SET "floor_id" = ?1,
      "rooms_position" = CASE WHEN "floor_id" = ?1 THEN "rooms_position" ELSE (SELECT coalesce(max("rooms_position") +
        4096, 0) FROM "room" WHERE "floor_id" = ?1) END WHERE "id" = ?2
    """)

  /// The statements that find and move the rooms of a floor.
  public static let roomsOrder = _RelationshipOrder<Floor, Room>(
    "Floor.rooms",
    insert: """
      UPDATE "room" SET "floor_id" = ?1,
        "rooms_position" = coalesce(?3, (SELECT coalesce(max("rooms_position") + 4096, 0) FROM "room" WHERE "floor_id" =
          ?1)) WHERE "id" = ?2
      """,
    positions: """
      SELECT "rooms_position" FROM "room" WHERE "floor_id" = ?1 ORDER BY "rooms_position", "id" LIMIT ?2 OFFSET ?3
      """,
    around: """
      SELECT "rooms_position",
        (SELECT "other"."rooms_position" FROM "room" AS "other" WHERE "other"."floor_id" = ?1 AND
          ("other"."rooms_position", "other"."id") < ("own"."rooms_position", "own"."id") ORDER BY
          "other"."rooms_position" DESC, "other"."id" DESC LIMIT 1),
        (SELECT "other"."rooms_position" FROM "room" AS "other" WHERE "other"."floor_id" = ?1 AND
          ("other"."rooms_position", "other"."id") > ("own"."rooms_position", "own"."id") ORDER BY
          "other"."rooms_position", "other"."id" LIMIT 1) FROM "room" AS "own" WHERE "floor_id" = ?1 AND "id" = ?2
      """,
    place: """
      UPDATE "room" SET "rooms_position" = ?3 WHERE "id" = (
        SELECT "id" FROM "room" WHERE "floor_id" = ?1
        ORDER BY "rooms_position", "id" LIMIT 1 OFFSET ?2)
      """,
    occupied: """
      SELECT count(*) FROM (
        SELECT 1 FROM "room"
        WHERE "floor_id" = ?1 AND "rooms_position" BETWEEN ?2 AND ?3 LIMIT ?4)
      """,
    spread: """
      UPDATE "room" SET "rooms_position" = ?2 + "n" * ?4 FROM (
        SELECT "id" AS "k0", row_number() OVER (ORDER BY "rooms_position", "id") AS "n"
        FROM "room" WHERE "floor_id" = ?1 AND "rooms_position" BETWEEN ?2 AND ?3)
      WHERE "room"."id" = "k0"
      """)
  /// Inserts this one at `index`, or moves it there.
  @inlinable public func insertIntoRooms(_ room: Room, at index: Int, in db: some WriteTransaction) throws {
    try Floor.insertIntoRooms(room.id, at: index, of: id, in: db)
  }
  /// Inserts this one before another one, or moves it there.
  @inlinable public func insertIntoRooms(_ room: Room, before other: Room, in db: some WriteTransaction) throws {
    try Floor.insertIntoRooms(room.id, before: other.id, of: id, in: db)
  }
  /// Inserts this one after another one, or moves it there.
  @inlinable public func insertIntoRooms(_ room: Room, after other: Room, in db: some WriteTransaction) throws {
    try Floor.insertIntoRooms(room.id, after: other.id, of: id, in: db)
  }
  public static let insertIntoRooms = _InsertMember(roomsOrder)
  /// Moves the one at index `source` to index `destination`.
  @inlinable public func moveInRooms(from source: Int, to destination: Int, in db: some WriteTransaction) throws {
    try Floor.moveInRooms(from: source, to: destination, of: id, in: db)
  }
  /// Moves this one before another one.
  @inlinable public func moveInRooms(_ room: Room, before other: Room, in db: some WriteTransaction) throws {
    try Floor.moveInRooms(room.id, before: other.id, of: id, in: db)
  }
  /// Moves this one after another one.
  @inlinable public func moveInRooms(_ room: Room, after other: Room, in db: some WriteTransaction) throws {
    try Floor.moveInRooms(room.id, after: other.id, of: id, in: db)
  }
  public static let moveInRooms = _MoveMember(roomsOrder)

  // MARK: - house
  /// The house of this floor (`@references` on `houseID`).
  @inlinable public func house(in db: some ReadTransaction) throws -> House { try House.find(houseID, in: db) }
}
