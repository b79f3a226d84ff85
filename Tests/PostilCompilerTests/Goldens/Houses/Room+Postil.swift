// Written by Postil from Room.swift. Don't edit this file; change the annotations instead.

import Foundation
import Postil

// MARK: - Room

nonisolated extension Room: Model {
  /// The primary key of `room`; every model has its own type.
  public typealias ID = RowID<Room>
  public static let table = _TableDescription(
    model: "Room", name: "room", columns: ["id", "name", "area", ColumnName("floor_id", property: "floorID")],
    primaryKey: ["id"], uniqueKeys: [["floor_id", "name"]], required: ["name", "area", "floor_id"],
    orders: [_MemberOrder("rooms_position", among: ["floor_id"])])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name, area, floorID) = try (row.read(), row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name, area, floorID) }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "room" ("name", "area", "floor_id", "rooms_position")
      VALUES (?1, ?2, ?3, (SELECT coalesce(max("rooms_position") + 4096, 0) FROM "room" WHERE "floor_id" = ?3))
      """,
    fetch: #"SELECT "id", "name", "area", "floor_id" FROM "room" WHERE "id" = ?1"#,
    update: """
      UPDATE "room" SET "name" = ?2, "area" = ?3, "floor_id" = ?4,
        "rooms_position" = CASE WHEN "floor_id" = ?4 THEN "rooms_position" ELSE (SELECT coalesce(max("rooms_position") +
          4096, 0) FROM "room" WHERE "floor_id" = ?4) END WHERE "id" = ?1
      """,
    save: """
      INSERT INTO "room" ("id", "name", "area", "floor_id", "rooms_position")
      VALUES (?1, ?2, ?3, ?4, (SELECT coalesce(max("rooms_position") + 4096, 0) FROM "room" WHERE "floor_id" = ?4))
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "area" = excluded."area",
        "floor_id" = excluded."floor_id",
        "rooms_position" = CASE WHEN "floor_id" = excluded."floor_id" THEN "rooms_position" ELSE (SELECT
          coalesce(max("rooms_position") + 4096, 0) FROM "room" WHERE "floor_id" = excluded."floor_id") END
      """,
    delete: #"DELETE FROM "room" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `floorID` and `name`.
    public let floorIDAndName = UniqueKey<Room>(
      target: #"("floor_id", "name")"#,
      upsert: """
        INSERT INTO "room" ("name", "area", "floor_id", "rooms_position")
        VALUES (?1, ?2, ?3, (SELECT coalesce(max("rooms_position") + 4096, 0) FROM "room" WHERE "floor_id" = ?3))
        ON CONFLICT ("floor_id", "name") DO UPDATE SET "name" = excluded."name", "area" = excluded."area",
          "floor_id" = excluded."floor_id",
          "rooms_position" = CASE WHEN "floor_id" = excluded."floor_id" THEN "rooms_position" ELSE (SELECT
            coalesce(max("rooms_position") + 4096, 0) FROM "room" WHERE "floor_id" = excluded."floor_id") END
        RETURNING "id", "name", "area", "floor_id"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `room` that isn't in the database yet.
  public struct Draft: Codable, Hashable, _ParentDraft {
    public var name: String
    /// In square metres.
    public var area: Double
    public var floorID: Floor.ID
    public var monsters: [Monster.DraftOfRoom]
    public var exits: [DraftMember<Room>]

    public init(
      name: String, area: Double = 12, floorID: Floor.ID, monsters: [Monster.DraftOfRoom] = [],
      exits: [DraftMember<Room>] = []
    ) {
      (self.name, self.area, self.floorID, self.monsters, self.exits) = (name, area, floorID, monsters, exits)
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        name: values._value(.name), area: values._value(.area, or: 12), floorID: values._value(.floorID),
        monsters: values._value(.monsters, or: []), exits: values._value(.exits, or: []))
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(name, area, floorID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Room {
      try db._stored(Room(draft: self, id: ID(db.insert(self))))
    }

    public static func hasChildren(_ draft: Draft) -> Bool { !draft.monsters.isEmpty || !draft.exits.isEmpty }
    @inlinable public func insertChildren(of row: Room, in db: some WriteTransaction) throws {
      try Monster.insert(monsters, of: row.id, in: db)
      try Room.addToExits(exits, of: row.id, in: db)
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name, area, floorID) = (id, draft.name, draft.area, draft.floorID)
  }

  /// A `Draft` without `floorID`, inserted together with the draft of its floor.
  public struct DraftOfFloor: Codable, Hashable, _ChildDraft {
    public var name: String
    /// In square metres.
    public var area: Double
    public var monsters: [Monster.DraftOfRoom]
    public var exits: [DraftMember<Room>]

    public init(
      name: String, area: Double = 12, monsters: [Monster.DraftOfRoom] = [], exits: [DraftMember<Room>] = []
    ) {
      (self.name, self.area, self.monsters, self.exits) = (name, area, monsters, exits)
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        name: values._value(.name), area: values._value(.area, or: 12), monsters: values._value(.monsters, or: []),
        exits: values._value(.exits, or: []))
    }

    public func draft(of floorID: Floor.ID) -> Draft {
      Draft(name: name, area: area, floorID: floorID, monsters: monsters, exits: exits)
    }
  }

  /// The columns and relationships of `room`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Room
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Room, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Room, String> { Column("name", of: _rowSource) }
    /// In square metres.
    public var area: Column<Room, Double> { Column("area", of: _rowSource) }
    public var floorID: Column<Room, Floor.ID> { Column("floor_id", of: _rowSource) }
    public var monsters: ToMany<Monster> { ToMany(Room.monstersRelationship, of: _rowSource) }
    public var floor: Floor.Columns { Floor.Columns(_rowSource.joined(by: Room.floorRelationship)) }
    public var exits: ToMany<Room> { ToMany(Room.exitsRelationship, of: _rowSource) }
    public var entrances: ToMany<Room> { ToMany(Room.entrancesRelationship, of: _rowSource) }
    public var weapons: ToMany<Weapon> { ToMany(Room.weaponsRelationship, of: _rowSource) }
  }

  public static let monstersRelationship = Relationship<Room, Monster>("monsters", from: ["id"], to: ["room_id"])
  public static let floorRelationship = Relationship<Room, Floor>(
    "floor", from: ["floor_id"], to: ["id"], isRequired: true)
  public static let exitsRelationship = Relationship<Room, Room>(
    "exits", from: ["id"], through: _JoinTable("room_exits", near: ["room_id"], far: ["exits_id"]), to: ["id"])
  public static let entrancesRelationship = Relationship<Room, Room>(
    "entrances", from: ["id"], through: _JoinTable("room_exits", near: ["exits_id"], far: ["room_id"]), to: ["id"])
  public static let weaponsRelationship = Relationship<Room, Weapon>("weapons", from: ["id"], to: ["room_id"])

  // MARK: - monsters
  /// The monsters of this room (`@hasMany(monsters:)`), as a query.
  public var monsters: Query<Monster> { Query(Room.monstersRelationship, of: id) }

  /// Adds one, and removes it from its previous room.
  @inlinable public func addToMonsters(_ monster: Monster, in db: some WriteTransaction) throws {
    try Room.addToMonsters(monster.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable
  public func addToMonsters(contentsOf monsters: some Sequence<Monster>, in db: some WriteTransaction) throws {
    try Room.addToMonsters(contentsOf: monsters.map(\.id), of: id, in: db)
  }
  public static let addToMonsters = _AddMembers<Room, Monster>(
    #"UPDATE "monster" SET "room_id" = ?1 WHERE "id" = ?2"#,
    all: """
      UPDATE "monster" SET "room_id" = ?1 WHERE "id" IN (SELECT "value" FROM json_each(?2))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "monster" WHERE "id" = "json_each"."value"))
      """)

  // MARK: - floor
  /// The floor of this room (`@references` on `floorID`).
  @inlinable public func floor(in db: some ReadTransaction) throws -> Floor { try Floor.find(floorID, in: db) }
  /// Sets the floor of this room; returns the changed room.
  @inlinable @discardableResult public func setFloor(_ floor: Floor, in db: some WriteTransaction) throws -> Room {
    try Room.setFloor(floor.id, of: self, in: db) { $0.floorID = floor.id }
  }
  public static let setFloor = _SetReference<Room, Floor.ID>(
    """
    UPDATE "room" SET "floor_id" = ?1,
      "rooms_position" = CASE WHEN "floor_id" = ?1 THEN "rooms_position" ELSE (SELECT coalesce(max("rooms_position") +
        4096, 0) FROM "room" WHERE "floor_id" = ?1) END WHERE "id" = ?2
    """)

  // MARK: - exits
  /// The exits of this room (`@manyToMany(exits:)`), as a query.
  public var exits: Query<Room> { Query(Room.exitsRelationship, of: id) }

  /// Adds one; `false` if it was already there.
  @inlinable @discardableResult public func addToExits(_ room: Room, in db: some WriteTransaction) throws -> Bool {
    try Room.addToExits(room.id, of: id, in: db)
  }
  /// Adds those that aren't there yet; returns how many were added.
  @inlinable @discardableResult
  public func addToExits(contentsOf exits: some Sequence<Room>, in db: some WriteTransaction) throws -> Int {
    try Room.addToExits(contentsOf: exits.map(\.id), of: id, in: db)
  }
  public static let addToExits = _AddPairs<Room, Room>(
    #"INSERT INTO "room_exits" ("room_id", "exits_id") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#,
    all: """
      INSERT INTO "room_exits" ("room_id", "exits_id") SELECT ?1, "value" FROM json_each(?2) WHERE true
      ON CONFLICT DO NOTHING
      """)
  /// Removes one; `false` if it wasn't there.
  @inlinable @discardableResult public func removeFromExits(_ room: Room, in db: some WriteTransaction) throws -> Bool {
    try Room.removeFromExits(room.id, of: id, in: db)
  }
  public static let removeFromExits = _RemoveOne<Room, Room>(
    #"DELETE FROM "room_exits" WHERE "room_id" = ?1 AND "exits_id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromExits(in db: some WriteTransaction) throws -> Int {
    try Room.removeAllFromExits(of: id, in: db)
  }
  public static let removeAllFromExits = _RemoveAll<Room>(#"DELETE FROM "room_exits" WHERE "room_id" = ?1"#)
  /// Replaces the exits with these; returns how many were removed and added.
  @inlinable @discardableResult
  public func replaceExits(with exits: some Sequence<Room>, in db: some WriteTransaction) throws -> Int {
    try Room.replaceExits(with: exits.map(\.id), of: id, in: db)
  }
  public static let replaceExits = _ReplacePairs(
    exitsRelationship, addToExits, removeFromExits, removeAllFromExits,
    others: #"DELETE FROM "room_exits" WHERE "room_id" = ?1 AND "exits_id" NOT IN (SELECT "value" FROM json_each(?2))"#)

  /// The exits of this room, their exits, and so on, at most `depth` steps away (a recursive query).
  public func reachableExits(depth: Int? = nil) -> Query<Room> {
    Query(following: Room.exitsRelationship, from: id, depth: depth)
  }

  // MARK: - entrances
  /// The entrances of this room (`@manyToMany(exits:)` of `Room`), as a query.
  public var entrances: Query<Room> { Query(Room.entrancesRelationship, of: id) }

  /// Adds one; `false` if it was already there.
  @inlinable @discardableResult public func addToEntrances(_ room: Room, in db: some WriteTransaction) throws -> Bool {
    try Room.addToEntrances(room.id, of: id, in: db)
  }
  /// Adds those that aren't there yet; returns how many were added.
  @inlinable @discardableResult
  public func addToEntrances(contentsOf entrances: some Sequence<Room>, in db: some WriteTransaction) throws -> Int {
    try Room.addToEntrances(contentsOf: entrances.map(\.id), of: id, in: db)
  }
  public static let addToEntrances = _AddPairs<Room, Room>(
    #"INSERT INTO "room_exits" ("exits_id", "room_id") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#,
    all: """
      INSERT INTO "room_exits" ("exits_id", "room_id") SELECT ?1, "value" FROM json_each(?2) WHERE true
      ON CONFLICT DO NOTHING
      """)
  /// Removes one; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromEntrances(_ room: Room, in db: some WriteTransaction) throws -> Bool {
    try Room.removeFromEntrances(room.id, of: id, in: db)
  }
  public static let removeFromEntrances = _RemoveOne<Room, Room>(
    #"DELETE FROM "room_exits" WHERE "exits_id" = ?1 AND "room_id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromEntrances(in db: some WriteTransaction) throws -> Int {
    try Room.removeAllFromEntrances(of: id, in: db)
  }
  public static let removeAllFromEntrances = _RemoveAll<Room>(#"DELETE FROM "room_exits" WHERE "exits_id" = ?1"#)
  /// Replaces the entrances with these; returns how many were removed and added.
  @inlinable @discardableResult
  public func replaceEntrances(with entrances: some Sequence<Room>, in db: some WriteTransaction) throws -> Int {
    try Room.replaceEntrances(with: entrances.map(\.id), of: id, in: db)
  }
  public static let replaceEntrances = _ReplacePairs(
    entrancesRelationship, addToEntrances, removeFromEntrances, removeAllFromEntrances,
    others: #"DELETE FROM "room_exits" WHERE "exits_id" = ?1 AND "room_id" NOT IN (SELECT "value" FROM json_each(?2))"#)

  /// The entrances of this room, their entrances, and so on, at most `depth` steps away (a recursive query).
  public func reachableEntrances(depth: Int? = nil) -> Query<Room> {
    Query(following: Room.entrancesRelationship, from: id, depth: depth)
  }

  // MARK: - weapons
  /// The weapons of this room (`@references` on `Weapon.roomID`), as a query.
  public var weapons: Query<Weapon> { Query(Room.weaponsRelationship, of: id) }

  /// Adds one, and removes it from its previous room.
  @inlinable public func addToWeapons(_ weapon: Weapon, in db: some WriteTransaction) throws {
    try Room.addToWeapons(weapon.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable public func addToWeapons(contentsOf weapons: some Sequence<Weapon>, in db: some WriteTransaction) throws {
    try Room.addToWeapons(contentsOf: weapons.map(\.id), of: id, in: db)
  }
  public static let addToWeapons = _AddMembers<Room, Weapon>(
    #"UPDATE "weapon" SET "room_id" = ?1 WHERE "id" = ?2"#,
    all: """
      UPDATE "weapon" SET "room_id" = ?1 WHERE "id" IN (SELECT "value" FROM json_each(?2))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "weapon" WHERE "id" = "json_each"."value"))
      """)
  /// Removes one without deleting it; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromWeapons(_ weapon: Weapon, in db: some WriteTransaction) throws -> Bool {
    try Room.removeFromWeapons(weapon.id, of: id, in: db)
  }
  public static let removeFromWeapons = _RemoveOne<Room, Weapon>(
    #"UPDATE "weapon" SET "room_id" = NULL WHERE "room_id" = ?1 AND "id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromWeapons(in db: some WriteTransaction) throws -> Int {
    try Room.removeAllFromWeapons(of: id, in: db)
  }
  public static let removeAllFromWeapons = _RemoveAll<Room>(
    #"UPDATE "weapon" SET "room_id" = NULL WHERE "room_id" = ?1"#)
  /// Replaces the weapons with these.
  @inlinable public func replaceWeapons(with weapons: some Sequence<Weapon>, in db: some WriteTransaction) throws {
    try Room.replaceWeapons(with: weapons.map(\.id), of: id, in: db)
  }
  public static let replaceWeapons = _ReplaceMembers(
    addToWeapons, removeAllFromWeapons,
    all: """
      UPDATE "weapon" SET "room_id" = CASE WHEN "id" IN (SELECT "value" FROM json_each(?2)) THEN ?1 END
      WHERE ("room_id" = ?1 OR "id" IN (SELECT "value" FROM json_each(?2))) AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "weapon" WHERE "id" = "json_each"."value"))
      """)
}
