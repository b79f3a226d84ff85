// Written by Postil from Monster.swift. Don't edit this file; change the annotations instead.

import Foundation
import Postil

// MARK: - Monster

nonisolated extension Monster: Model {
  /// The primary key of `monster`; every model has its own type.
  public typealias ID = RowID<Monster>
  public static let table = _TableDescription(
    model: "Monster", name: "monster",
    columns: [
      "id", "name", "kind", "strength", "legend", ColumnName("room_id", property: "roomID"),
      ColumnName("weapon_id", property: "weaponID"), ColumnName("leader_id", property: "leaderID"),
    ],
    primaryKey: ["id"], required: ["name", "kind", "strength", "room_id"],
    indexed: ["weapon_id", "kind", "room_id", "leader_id"], collations: ["name": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name, kind, strength, legend, roomID, weaponID, leaderID) = try (
      row.read(), row.read(), row.read(), row.read(), row.read(as: JSONColumn<Monster.Legend>?.self), row.read(),
      row.read(), row.read()
    )
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) {
    binder.bind(id, name, kind, strength)
    binder.bind(legend, as: JSONColumn<Monster.Legend>?.self)
    binder.bind(roomID, weaponID, leaderID)
  }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "monster" ("name", "kind", "strength", "legend", "room_id", "weapon_id", "leader_id")
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
    fetch: """
      SELECT "id", "name", "kind", "strength", "legend", "room_id", "weapon_id", "leader_id"
      FROM "monster" WHERE "id" = ?1
      """,
    update: """
      UPDATE "monster" SET "name" = ?2, "kind" = ?3, "strength" = ?4, "legend" = ?5, "room_id" = ?6, "weapon_id" = ?7,
        "leader_id" = ?8 WHERE "id" = ?1
      """,
    save: """
      INSERT INTO "monster" ("id", "name", "kind", "strength", "legend", "room_id", "weapon_id", "leader_id")
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "kind" = excluded."kind",
        "strength" = excluded."strength", "legend" = excluded."legend", "room_id" = excluded."room_id",
        "weapon_id" = excluded."weapon_id", "leader_id" = excluded."leader_id"
      """,
    delete: #"DELETE FROM "monster" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `weaponID`.
    public let weaponID = UniqueKey<Monster>(
      target: #"("weapon_id")"#,
      upsert: """
        INSERT INTO "monster" ("name", "kind", "strength", "legend", "room_id", "weapon_id", "leader_id")
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        ON CONFLICT ("weapon_id") DO UPDATE SET "name" = excluded."name", "kind" = excluded."kind",
          "strength" = excluded."strength", "legend" = excluded."legend", "room_id" = excluded."room_id",
          "weapon_id" = excluded."weapon_id", "leader_id" = excluded."leader_id"
        RETURNING "id", "name", "kind", "strength", "legend", "room_id", "weapon_id", "leader_id"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `monster` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var name: String
    public var kind: Monster.Kind
    public var strength: Int32
    /// What people tell of it.
    public var legend: Monster.Legend?
    public var roomID: Room.ID
    /// The weapon that it wields; no other monster wields the same.
    public var weaponID: Weapon.ID?
    /// The monster that it follows.
    public var leaderID: Monster.ID?

    public init(
      name: String, kind: Monster.Kind = .ghost, strength: Int32 = 1, legend: Monster.Legend? = nil, roomID: Room.ID,
      weaponID: Weapon.ID? = nil, leaderID: Monster.ID? = nil
    ) {
      (self.name, self.kind, self.strength) = (name, kind, strength)
      (self.legend, self.roomID, self.weaponID, self.leaderID) = (legend, roomID, weaponID, leaderID)
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        name: values._value(.name), kind: values._value(.kind, or: .ghost), strength: values._value(.strength, or: 1),
        legend: values._optional(.legend), roomID: values._value(.roomID), weaponID: values._optional(.weaponID),
        leaderID: values._optional(.leaderID))
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) {
      binder.bind(name, kind, strength)
      binder.bind(legend, as: JSONColumn<Monster.Legend>?.self)
      binder.bind(roomID, weaponID, leaderID)
    }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Monster {
      try db._stored(Monster(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name, kind, strength) = (id, draft.name, draft.kind, draft.strength)
    (legend, roomID, weaponID, leaderID) = (draft.legend, draft.roomID, draft.weaponID, draft.leaderID)
  }

  /// A `Draft` without `roomID`, inserted together with the draft of its room.
  public struct DraftOfRoom: Codable, Hashable, _ChildDraft {
    public var name: String
    public var kind: Monster.Kind
    public var strength: Int32
    /// What people tell of it.
    public var legend: Monster.Legend?
    /// The weapon that it wields; no other monster wields the same.
    public var weaponID: Weapon.ID?
    /// The monster that it follows.
    public var leaderID: Monster.ID?

    public init(
      name: String, kind: Monster.Kind = .ghost, strength: Int32 = 1, legend: Monster.Legend? = nil,
      weaponID: Weapon.ID? = nil, leaderID: Monster.ID? = nil
    ) {
      (self.name, self.kind, self.strength) = (name, kind, strength)
      (self.legend, self.weaponID, self.leaderID) = (legend, weaponID, leaderID)
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        name: values._value(.name), kind: values._value(.kind, or: .ghost), strength: values._value(.strength, or: 1),
        legend: values._optional(.legend), weaponID: values._optional(.weaponID), leaderID: values._optional(.leaderID))
    }

    public func draft(of roomID: Room.ID) -> Draft {
      Draft(
        name: name, kind: kind, strength: strength, legend: legend, roomID: roomID, weaponID: weaponID,
        leaderID: leaderID)
    }
  }

  /// The columns and relationships of `monster`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Monster
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Monster, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Monster, String> { Column("name", of: _rowSource) }
    public var kind: Column<Monster, Monster.Kind> { Column("kind", of: _rowSource) }
    public var strength: Column<Monster, Int32> { Column("strength", of: _rowSource) }
    /// What people tell of it.
    public var legend: Column<Monster, JSONColumn<Monster.Legend>?> { Column("legend", of: _rowSource) }
    public var roomID: Column<Monster, Room.ID> { Column("room_id", of: _rowSource) }
    /// The weapon that it wields; no other monster wields the same.
    public var weaponID: Column<Monster, Weapon.ID?> { Column("weapon_id", of: _rowSource) }
    /// The monster that it follows.
    public var leaderID: Column<Monster, Monster.ID?> { Column("leader_id", of: _rowSource) }
    public var room: Room.Columns { Room.Columns(_rowSource.joined(by: Monster.roomRelationship)) }
    public var weapon: OptionalColumns<Weapon> { OptionalColumns(_rowSource.joined(by: Monster.weaponRelationship)) }
    public var leader: OptionalColumns<Monster> { OptionalColumns(_rowSource.joined(by: Monster.leaderRelationship)) }
    public var followers: ToMany<Monster> { ToMany(Monster.followersRelationship, of: _rowSource) }
  }

  public static let roomRelationship = Relationship<Monster, Room>(
    "room", from: ["room_id"], to: ["id"], isRequired: true)
  public static let weaponRelationship = Relationship<Monster, Weapon>("weapon", from: ["weapon_id"], to: ["id"])
  public static let leaderRelationship = Relationship<Monster, Monster>("leader", from: ["leader_id"], to: ["id"])
  public static let followersRelationship = Relationship<Monster, Monster>("followers", from: ["id"], to: ["leader_id"])

  // MARK: - room
  /// The room of this monster (`@references` on `roomID`).
  @inlinable public func room(in db: some ReadTransaction) throws -> Room { try Room.find(roomID, in: db) }
  /// Sets the room of this monster; returns the changed monster.
  @inlinable @discardableResult public func setRoom(_ room: Room, in db: some WriteTransaction) throws -> Monster {
    try Monster.setRoom(room.id, of: self, in: db) { $0.roomID = room.id }
  }
  public static let setRoom = _SetReference<Monster, Room.ID>(#"UPDATE "monster" SET "room_id" = ?1 WHERE "id" = ?2"#)

  // MARK: - weapon
  /// The weapon of this monster (`@references` on `weaponID`).
  @inlinable public func weapon(in db: some ReadTransaction) throws -> Weapon? {
    try weaponID.flatMap { try Weapon.fetch($0, in: db) }
  }
  /// Sets the weapon of this monster; returns the changed monster.
  @inlinable @discardableResult
  public func setWeapon(_ weapon: Weapon?, in db: some WriteTransaction) throws -> Monster {
    try Monster.setWeapon(weapon?.id, of: self, in: db) { $0.weaponID = weapon?.id }
  }
  public static let setWeapon = _SetReference<Monster, Weapon.ID?>(
    #"UPDATE "monster" SET "weapon_id" = ?1 WHERE "id" = ?2"#)

  // MARK: - leader
  /// The leader of this monster (`@references` on `leaderID`).
  @inlinable public func leader(in db: some ReadTransaction) throws -> Monster? {
    try leaderID.flatMap { try Monster.fetch($0, in: db) }
  }
  /// Sets the leader of this monster; returns the changed monster.
  @inlinable @discardableResult
  public func setLeader(_ monster: Monster?, in db: some WriteTransaction) throws -> Monster {
    try Monster.setLeader(monster?.id, of: self, in: db) { $0.leaderID = monster?.id }
  }
  public static let setLeader = _SetReference<Monster, Monster.ID?>(
    #"UPDATE "monster" SET "leader_id" = ?1 WHERE "id" = ?2"#)

  /// The leader of this monster, that one's leader, and so on, at most `depth` steps away (a recursive query).
  public func ancestors(depth: Int? = nil) -> Query<Monster> {
    Query(following: Monster.leaderRelationship, from: id, depth: depth)
  }

  /// The rows whose leader is this monster, the rows below those, and so on, at most `depth` steps away (a recursive
  /// query).
  public func descendants(depth: Int? = nil) -> Query<Monster> {
    Query(following: Monster.leaderRelationship.reversed, from: id, depth: depth)
  }

  // MARK: - followers
  /// The followers of this monster (`@references` on `Monster.leaderID`), as a query.
  public var followers: Query<Monster> { Query(Monster.followersRelationship, of: id) }

  /// Adds one, and removes it from its previous monster.
  @inlinable public func addToFollowers(_ monster: Monster, in db: some WriteTransaction) throws {
    try Monster.addToFollowers(monster.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable
  public func addToFollowers(contentsOf followers: some Sequence<Monster>, in db: some WriteTransaction) throws {
    try Monster.addToFollowers(contentsOf: followers.map(\.id), of: id, in: db)
  }
  public static let addToFollowers = _AddMembers<Monster, Monster>(
    #"UPDATE "monster" SET "leader_id" = ?1 WHERE "id" = ?2"#,
    all: """
      UPDATE "monster" SET "leader_id" = ?1 WHERE "id" IN (SELECT "value" FROM json_each(?2))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "monster" WHERE "id" = "json_each"."value"))
      """)
  /// Removes one without deleting it; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromFollowers(_ monster: Monster, in db: some WriteTransaction) throws -> Bool {
    try Monster.removeFromFollowers(monster.id, of: id, in: db)
  }
  public static let removeFromFollowers = _RemoveOne<Monster, Monster>(
    #"UPDATE "monster" SET "leader_id" = NULL WHERE "leader_id" = ?1 AND "id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromFollowers(in db: some WriteTransaction) throws -> Int {
    try Monster.removeAllFromFollowers(of: id, in: db)
  }
  public static let removeAllFromFollowers = _RemoveAll<Monster>(
    #"UPDATE "monster" SET "leader_id" = NULL WHERE "leader_id" = ?1"#)
  /// Replaces the followers with these.
  @inlinable public func replaceFollowers(with followers: some Sequence<Monster>, in db: some WriteTransaction) throws {
    try Monster.replaceFollowers(with: followers.map(\.id), of: id, in: db)
  }
  public static let replaceFollowers = _ReplaceMembers(
    addToFollowers, removeAllFromFollowers,
    all: """
      UPDATE "monster" SET "leader_id" = CASE WHEN "id" IN (SELECT "value" FROM json_each(?2)) THEN ?1 END
      WHERE ("leader_id" = ?1 OR "id" IN (SELECT "value" FROM json_each(?2)))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "monster" WHERE "id" = "json_each"."value"))
      """)
}

nonisolated extension Monster.Kind: RawColumnValue {}

nonisolated extension Monster.Legend: _JSONPathed {
  /// The members of `Monster.Legend` in JSON, for use in queries.
  public struct JSONPaths: _JSONMembers {
    let jsonNode: JSONNode
    public init(_ node: JSONNode) { jsonNode = node }
    public var title: JSONPath<String?> { JSONPath("title", of: jsonNode) }
    public var fears: JSONPath<[String]> { JSONPath("fears", of: jsonNode) }
    public var witnesses: JSONPath<[String: String?]> { JSONPath("witnesses", of: jsonNode) }
  }
}
