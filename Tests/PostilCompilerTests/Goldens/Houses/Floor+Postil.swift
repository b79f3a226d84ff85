// Written by Postil from Floor.swift: change the annotations there, not this file.

import Postil

// MARK: - Floor

nonisolated extension Floor: Model {
  /// The primary key of `floor`, of a type that no other model's has.
  public typealias ID = RowID<Floor>

  public static let table = TableDescription(
    model: "Floor", name: "floor", columns: ["id", "level", "name", ColumnName("house_id", property: "houseID")],
    primaryKey: ["id"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, level, name, houseID) = try (row.read(), row.read(), row.read(), row.read())
  }

  @inlinable public func bindColumns(to binder: inout some ValueBinder) {
    id.bind(to: &binder)
    level.bind(to: &binder)
    name.bind(to: &binder)
    houseID.bind(to: &binder)
  }

  @inlinable public func bindUpdate(to binder: inout some ValueBinder) {
    level.bind(to: &binder)
    name.bind(to: &binder)
    id.bind(to: &binder)
  }

  public static let rowStatements = RowStatements(
    insert: #"INSERT INTO "floor" ("level", "name", "house_id") VALUES (?1, ?2, ?3)"#,
    fetch: #"SELECT "id", "level", "name", "house_id" FROM "floor" WHERE "id" = ?1"#,
    update: #"UPDATE "floor" SET "level" = ?1, "name" = ?2 WHERE "id" = ?3"#,
    save: """
      INSERT INTO "floor" ("id", "level", "name", "house_id")
      VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT ("id") DO UPDATE SET "level" = excluded."level", "name" = excluded."name"
      """,
    delete: #"DELETE FROM "floor" WHERE "id" = ?1"#)

  /// What `upsert(on:)` can name.
  public nonisolated struct UniqueKeys: Sendable {
    /// `houseID` and `level`.
    public var houseIDAndLevel: UniqueKey<Floor> {
      UniqueKey(
        upsert: """
          INSERT INTO "floor" ("level", "name", "house_id")
          VALUES (?1, ?2, ?3)
          ON CONFLICT ("house_id", "level") DO UPDATE SET "level" = excluded."level", "name" = excluded."name"
          RETURNING "id", "level", "name", "house_id"
          """)
    }
  }

  public static var uniqueKeys: UniqueKeys { UniqueKeys() }
}

nonisolated extension Floor {
  // MARK: - Draft

  /// A row of `floor` that is not in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    /// 0 is the ground floor, cellars are below it.
    public var level: Int
    public var name: String
    public var houseID: House.ID

    public init(level: Int, name: String, houseID: House.ID) {
      (self.level, self.name, self.houseID) = (level, name, houseID)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) {
      level.bind(to: &binder)
      name.bind(to: &binder)
      houseID.bind(to: &binder)
    }

    @inlinable @discardableResult public func insert(in db: some WriteTransaction) throws -> Floor {
      let id = ID(try db.insert(Floor.rowStatements.insert) { bindColumns(to: &$0) })
      return Floor(draft: self, id: id)
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, level, name, houseID) = (id, draft.level, draft.name, draft.houseID)
  }

  // MARK: - Columns

  /// The columns and relationships of `floor`, as queries name them.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Floor
    public let rowSource: Source
    public init(_ source: Source) { rowSource = source }

    public var id: ReadOnlyColumn<Floor, ID> { ReadOnlyColumn("id", of: rowSource) }
    /// 0 is the ground floor, cellars are below it.
    public var level: Column<Floor, Int> { Column("level", of: rowSource) }
    public var name: Column<Floor, String> { Column("name", of: rowSource) }
    public var houseID: ReadOnlyColumn<Floor, House.ID> { ReadOnlyColumn("house_id", of: rowSource) }

    /// `@references` on `houseID`.
    public var house: House.Columns { House.Columns(rowSource.joined(by: Floor.houseRelationship)) }
    /// `@references` on `Room.floorID`.
    public var rooms: ToMany<Room> { ToMany(Floor.roomsRelationship, of: rowSource) }
  }

  public static let houseRelationship = Relationship<Floor, House>(
    "house", from: ["house_id"], to: ["id"], isRequired: true)
  public static let roomsRelationship = Relationship<Floor, Room>("rooms", from: ["id"], to: ["floor_id"])

  // MARK: - house

  /// The house of this floor (`@references` on `houseID`).
  /// `SELECT "id", "name", "street" FROM "house" WHERE "id" = ?1`
  @inlinable public func house(in db: some ReadTransaction) throws -> House { try House.find(houseID, in: db) }

  // MARK: - rooms

  /// The rooms of this floor (`@references` on `Room.floorID`), as a query.
  public var rooms: Query<Room> { Query(Floor.roomsRelationship, of: id) }

  /// Adds one, which leaves the floor that had it.
  /// `UPDATE "room" SET "floor_id" = ?1 WHERE "id" = ?2`
  @inlinable public func addToRooms(_ room: Room, in db: some WriteTransaction) throws {
    try Floor.addToRooms(room.id, of: id, in: db)
  }
  /// The same by ids alone; no row is loaded.
  @inlinable public static func addToRooms(_ roomID: Room.ID, of floorID: ID, in db: some WriteTransaction) throws {
    let count = try db.execute(#"UPDATE "room" SET "floor_id" = ?1 WHERE "id" = ?2"#, floorID, roomID)
    if count == 0 { throw RecordNotFound(model: "Room", key: roomID.bindings) }
  }

  /// Adds all of them, or none where one does not exist.
  /// `UPDATE "room" SET "floor_id" = ?1 WHERE "id" IN (SELECT "value" FROM json_each(?2)) AND NOT EXISTS (SELECT 1 FROM
  /// json_each(?2) WHERE NOT EXISTS (SELECT 1 FROM "room" WHERE "id" = "json_each"."value"))`
  @inlinable public func addToRooms(contentsOf rooms: some Sequence<Room>, in db: some WriteTransaction) throws {
    try Floor.addToRooms(contentsOf: rooms.map(\.id), of: id, in: db)
  }
  /// The same by ids alone; no row is loaded.
  @inlinable
  public static func addToRooms(
    contentsOf roomIDs: some Sequence<Room.ID>, of floorID: ID, in db: some WriteTransaction
  ) throws {
    let roomIDs = Array(roomIDs)
    let count = try db.execute(
      """
      UPDATE "room" SET "floor_id" = ?1
      WHERE "id" IN (SELECT "value" FROM json_each(?2))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "room" WHERE "id" = "json_each"."value"))
      """,
      floorID, jsonArray(of: roomIDs))
    if count == 0 { try roomIDs.forEach { _ = try Room.find($0, in: db) } }
  }
}
