// Written by Postil from Weapon.swift. Don't edit this file; change the annotations instead.

import Foundation
import Postil

// MARK: - Weapon

nonisolated extension Weapon: Model {
  /// The primary key of `weapon`.
  public typealias ID = UUID
  public static let table = _TableDescription(
    model: "Weapon", name: "weapon",
    columns: ["id", "name", "damage", "mark", ColumnName("room_id", property: "roomID")], primaryKey: ["id"],
    required: ["id", "name", "damage"], indexed: ["room_id"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name, damage, mark, roomID) = try (row.read(), row.read(), row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name, damage, mark, roomID) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "weapon" ("id", "name", "damage", "mark", "room_id") VALUES (?1, ?2, ?3, ?4, ?5)"#,
    fetch: #"SELECT "id", "name", "damage", "mark", "room_id" FROM "weapon" WHERE "id" = ?1"#,
    update: #"UPDATE "weapon" SET "name" = ?2, "damage" = ?3, "mark" = ?4, "room_id" = ?5 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "weapon" ("id", "name", "damage", "mark", "room_id") VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "damage" = excluded."damage", "mark" = excluded."mark",
        "room_id" = excluded."room_id"
      """,
    delete: #"DELETE FROM "weapon" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `id`.
    public let id = UniqueKey<Weapon>(
      target: #"("id")"#,
      upsert: """
        INSERT INTO "weapon" ("id", "name", "damage", "mark", "room_id") VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "damage" = excluded."damage",
          "mark" = excluded."mark", "room_id" = excluded."room_id" RETURNING "id", "name", "damage", "mark", "room_id"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `weapon` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var id: UUID
    public var name: String
    public var damage: Float
    /// What is engraved on it: any number of 64 bits.
    public var mark: UInt64?
    public var roomID: Room.ID?

    public init(id: UUID = UUID(), name: String, damage: Float, mark: UInt64? = nil, roomID: Room.ID? = nil) {
      (self.id, self.name, self.damage, self.mark, self.roomID) = (id, name, damage, mark, roomID)
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        id: values._value(.id, or: UUID()), name: values._value(.name), damage: values._value(.damage),
        mark: values._optional(.mark), roomID: values._optional(.roomID))
    }

    @inlinable
    public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name, damage, mark, roomID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Weapon {
      try db.execute(Weapon.rowStatements.insert) { bindColumns(to: &$0) }
      return try db._stored(Weapon(draft: self))
    }
  }

  @usableFromInline init(draft: Draft) {
    (self.id, name, damage, mark, roomID) = (draft.id, draft.name, draft.damage, draft.mark, draft.roomID)
  }

  /// The columns and relationships of `weapon`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Weapon
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Weapon, UUID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Weapon, String> { Column("name", of: _rowSource) }
    public var damage: Column<Weapon, Float> { Column("damage", of: _rowSource) }
    /// What is engraved on it: any number of 64 bits.
    public var mark: Column<Weapon, UInt64?> { Column("mark", of: _rowSource) }
    public var roomID: Column<Weapon, Room.ID?> { Column("room_id", of: _rowSource) }
    public var room: OptionalColumns<Room> { OptionalColumns(_rowSource.joined(by: Weapon.roomRelationship)) }
    public var wielder: OptionalColumns<Monster> { OptionalColumns(_rowSource.joined(by: Weapon.wielderRelationship)) }
  }

  public static let roomRelationship = Relationship<Weapon, Room>("room", from: ["room_id"], to: ["id"])
  public static let wielderRelationship = Relationship<Weapon, Monster>("wielder", from: ["id"], to: ["weapon_id"])

  // MARK: - room
  /// The room of this weapon (`@references` on `roomID`).
  @inlinable
  public func room(in db: some ReadTransaction) throws -> Room? { try roomID.flatMap { try Room.fetch($0, in: db) } }
  /// Sets the room of this weapon; returns the changed weapon.
  @inlinable @discardableResult public func setRoom(_ room: Room?, in db: some WriteTransaction) throws -> Weapon {
    try Weapon.setRoom(room?.id, of: self, in: db) { $0.roomID = room?.id }
  }
  public static let setRoom = _SetReference<Weapon, Room.ID?>(#"UPDATE "weapon" SET "room_id" = ?1 WHERE "id" = ?2"#)

  // MARK: - wielder
  /// The wielder of this weapon (`@references` on `Monster.weaponID`); `nil` if it has none.
  @inlinable public func wielder(in db: some ReadTransaction) throws -> Monster? {
    try db.fetchFirst(
      """
      SELECT "id", "name", "kind", "strength", "legend", "room_id", "weapon_id", "leader_id"
      FROM "monster" WHERE "weapon_id" = ?1
      """,
      bind: { id._bind(to: &$0) }, read: { try Monster(row: &$0) })
  }
  /// Sets the wielder of this weapon, and releases the previous one without deleting it.
  @inlinable public func setWielder(_ monster: Monster, in db: some WriteTransaction) throws {
    try Weapon.setWielder(monster.id, of: id, in: db)
  }
  public static let setWielder = _SetMember<Weapon, Monster>(
    #"UPDATE "monster" SET "weapon_id" = ?1 WHERE "id" = ?2"#,
    others: #"UPDATE "monster" SET "weapon_id" = NULL WHERE "weapon_id" = ?1 AND NOT ("id" = ?2)"#)
  /// Releases the wielder of this weapon without deleting it; `false` if it had none.
  @inlinable @discardableResult
  public func removeWielder(in db: some WriteTransaction) throws -> Bool { try Weapon.removeWielder(of: id, in: db) }
  public static let removeWielder = _RemoveOnly<Weapon>(
    #"UPDATE "monster" SET "weapon_id" = NULL WHERE "weapon_id" = ?1"#)
}
