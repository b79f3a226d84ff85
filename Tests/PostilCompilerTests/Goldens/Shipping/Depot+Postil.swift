// Written by Postil from Depot.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - Depot

nonisolated extension Depot: Model {
  /// The primary key of `depot`; every model has its own type.
  public typealias ID = RowID<Depot>
  public static let table = _TableDescription(
    model: "Depot", name: "depot",
    columns: [
      "id", "name", ColumnName("address_line", property: "address.line"),
      ColumnName("address_street", property: "address.street"), ColumnName("address_city", property: "address.city"),
      ColumnName("address_kind", property: "address.kind"),
      ColumnName("address_location_latitude", property: "address.location.latitude"),
      ColumnName("address_location_longitude", property: "address.location.longitude"),
      ColumnName("mail_to_line", property: "mail.line"), ColumnName("mail_to_street", property: "mail.street"),
      ColumnName("mail_to_city", property: "mail.city"), ColumnName("mail_to_kind", property: "mail.kind"),
      ColumnName("mail_to_location_latitude", property: "mail.location.latitude"),
      ColumnName("mail_to_location_longitude", property: "mail.location.longitude"),
      ColumnName("latitude", property: "site.latitude"), ColumnName("longitude", property: "site.longitude"),
      ColumnName("gate_latitude", property: "gate.latitude"), ColumnName("gate_longitude", property: "gate.longitude"),
    ],
    primaryKey: ["id"], uniqueKeys: [["latitude", "longitude"]],
    required: [
      "name", "address_street", "address_city", "address_kind", "latitude", "longitude", "gate_latitude",
      "gate_longitude",
    ],
    indexed: ["address_city"], collations: ["address_city": .noCase, "mail_to_city": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name, address, mail, site, gate) = try (
      row.read(), row.read(), row.readGroup(), row.readGroupIfPresent(), row.readGroup(), row.readGroup()
    )
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) {
    binder.bind(id, name, address)
    binder.bind(mail, site, gate)
  }
  @inlinable public func bindUpdate(to binder: inout some ValueBinder) { binder.bind(name, address, mail, gate, id) }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "depot" ("name", "address_line", "address_street", "address_city", "address_kind",
        "address_location_latitude", "address_location_longitude", "mail_to_line", "mail_to_street", "mail_to_city",
        "mail_to_kind", "mail_to_location_latitude", "mail_to_location_longitude", "latitude", "longitude",
        "gate_latitude", "gate_longitude")
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
      """,
    fetch: """
      SELECT "id", "name", "address_line", "address_street", "address_city", "address_kind",
        "address_location_latitude", "address_location_longitude", "mail_to_line", "mail_to_street", "mail_to_city",
        "mail_to_kind", "mail_to_location_latitude", "mail_to_location_longitude", "latitude", "longitude",
        "gate_latitude", "gate_longitude" FROM "depot" WHERE "id" = ?1
      """,
    update: """
      UPDATE "depot" SET "name" = ?1, "address_line" = ?2, "address_street" = ?3, "address_city" = ?4,
        "address_kind" = ?5, "address_location_latitude" = ?6, "address_location_longitude" = ?7, "mail_to_line" = ?8,
        "mail_to_street" = ?9, "mail_to_city" = ?10, "mail_to_kind" = ?11, "mail_to_location_latitude" = ?12,
        "mail_to_location_longitude" = ?13, "gate_latitude" = ?14, "gate_longitude" = ?15 WHERE "id" = ?16
      """,
    save: """
      INSERT INTO "depot" ("id", "name", "address_line", "address_street", "address_city", "address_kind",
        "address_location_latitude", "address_location_longitude", "mail_to_line", "mail_to_street", "mail_to_city",
        "mail_to_kind", "mail_to_location_latitude", "mail_to_location_longitude", "latitude", "longitude",
        "gate_latitude", "gate_longitude")
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "address_line" = excluded."address_line",
        "address_street" = excluded."address_street", "address_city" = excluded."address_city",
        "address_kind" = excluded."address_kind", "address_location_latitude" = excluded."address_location_latitude",
        "address_location_longitude" = excluded."address_location_longitude", "mail_to_line" = excluded."mail_to_line",
        "mail_to_street" = excluded."mail_to_street", "mail_to_city" = excluded."mail_to_city",
        "mail_to_kind" = excluded."mail_to_kind", "mail_to_location_latitude" = excluded."mail_to_location_latitude",
        "mail_to_location_longitude" = excluded."mail_to_location_longitude",
        "gate_latitude" = excluded."gate_latitude", "gate_longitude" = excluded."gate_longitude"
      """,
    delete: #"DELETE FROM "depot" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `site`.
    public let site = UniqueKey<Depot>(
      target: #"("latitude", "longitude")"#,
      upsert: """
        INSERT INTO "depot" ("name", "address_line", "address_street", "address_city", "address_kind",
          "address_location_latitude", "address_location_longitude", "mail_to_line", "mail_to_street", "mail_to_city",
          "mail_to_kind", "mail_to_location_latitude", "mail_to_location_longitude", "latitude", "longitude",
          "gate_latitude", "gate_longitude")
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
        ON CONFLICT ("latitude", "longitude") DO UPDATE SET "name" = excluded."name",
          "address_line" = excluded."address_line", "address_street" = excluded."address_street",
          "address_city" = excluded."address_city", "address_kind" = excluded."address_kind",
          "address_location_latitude" = excluded."address_location_latitude",
          "address_location_longitude" = excluded."address_location_longitude",
          "mail_to_line" = excluded."mail_to_line", "mail_to_street" = excluded."mail_to_street",
          "mail_to_city" = excluded."mail_to_city", "mail_to_kind" = excluded."mail_to_kind",
          "mail_to_location_latitude" = excluded."mail_to_location_latitude",
          "mail_to_location_longitude" = excluded."mail_to_location_longitude",
          "gate_latitude" = excluded."gate_latitude", "gate_longitude" = excluded."gate_longitude"
        RETURNING "id", "name", "address_line", "address_street", "address_city", "address_kind",
          "address_location_latitude", "address_location_longitude", "mail_to_line", "mail_to_street", "mail_to_city",
          "mail_to_kind", "mail_to_location_latitude", "mail_to_location_longitude", "latitude", "longitude",
          "gate_latitude", "gate_longitude"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `depot` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var name: String
    public var address: Address
    /// Where letters go, if not to the depot itself.
    public var mail: Address?
    /// Where the depot was built, which does not move.
    public var site: Location
    /// The way in.
    public var gate: Location

    @usableFromInline static var defaultGate: Location { Location(latitude: 0, longitude: 0) }

    public init(
      name: String, address: Address, mail: Address? = nil, site: Location, gate: Location = Draft.defaultGate
    ) {
      (self.name, self.address, self.mail, self.site, self.gate) = (name, address, mail, site, gate)
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        name: values._value(.name), address: values._value(.address), mail: values._optional(.mail),
        site: values._value(.site), gate: values._value(.gate, or: Draft.defaultGate))
    }

    @inlinable
    public func bindColumns(to binder: inout some ValueBinder) { binder.bind(name, address, mail, site, gate) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Depot {
      try db._stored(Depot(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name, address, mail, site, gate) = (id, draft.name, draft.address, draft.mail, draft.site, draft.gate)
  }

  /// The columns and relationships of `depot`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Depot
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Depot, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Depot, String> { Column("name", of: _rowSource) }
    public var address: Address.Columns<Depot> {
      Address.Columns<Depot>(
        [
          "address_line", "address_street", "address_city", "address_kind", "address_location_latitude",
          "address_location_longitude",
        ],
        of: _rowSource)
    }
    /// Where letters go, if not to the depot itself.
    public var mail: OptionalGroup<Address.Columns<Depot>> {
      OptionalGroup<Address.Columns<Depot>>(
        [
          "mail_to_line", "mail_to_street", "mail_to_city", "mail_to_kind", "mail_to_location_latitude",
          "mail_to_location_longitude",
        ],
        of: _rowSource)
    }
    /// Where the depot was built, which does not move.
    public var site: Location.Columns<_ReadOnly<Depot>> {
      Location.Columns<_ReadOnly<Depot>>(["latitude", "longitude"], of: _rowSource)
    }
    /// The way in.
    public var gate: Location.Columns<Depot> {
      Location.Columns<Depot>(["gate_latitude", "gate_longitude"], of: _rowSource)
    }
    public var parcels: ToMany<Parcel> { ToMany(Depot.parcelsRelationship, of: _rowSource) }
  }

  public static let parcelsRelationship = Relationship<Depot, Parcel>(
    "parcels", from: ["id"],
    through: _JoinTable("parcel_stops", near: ["depot_id"], far: ["parcel_carrier", "parcel_number"]),
    to: ["carrier", "number"])

  /// New values for some columns of a row of `depot` (`@changes`). `nil` leaves a column as it is; `.some(nil)` sets it
  /// to `NULL`.
  public struct Changes: Codable, Hashable, ModelChanges {
    public var name: String?
    public var address: Address?
    public var mail: Address??
    public var gate: Location?

    public init(name: String? = nil, address: Address? = nil, mail: Address?? = nil, gate: Location? = nil) {
      (self.name, self.address, self.mail, self.gate) = (name, address, mail, gate)
    }

    public init(from old: Depot, to new: Depot) {
      self.init(
        name: Self._change(old.name, new.name), address: Self._change(old.address, new.address),
        mail: Self._change(old.mail, new.mail), gate: Self._change(old.gate, new.gate))
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        name: values._change(.name), address: values._change(.address), mail: values._change(.mail),
        gate: values._change(.gate))
    }

    public func _assign(to row: Columns, _ assignments: inout [Assignment<Depot>]) {
      if let value = self.name { assignments.append(row.name.set(value)) }
      if let value = self.address { assignments.append(row.address.set(value)) }
      if let value = self.mail { assignments.append(row.mail.set(value)) }
      if let value = self.gate { assignments.append(row.gate.set(value)) }
    }
  }

  // MARK: - parcels
  /// The parcels of this depot (`@manyToMany(stops:)` of `Parcel`), as a query.
  public var parcels: Query<Parcel> { Query(Depot.parcelsRelationship, of: id) }

  /// Adds one; `false` if it was already there.
  @inlinable @discardableResult
  public func addToParcels(_ parcel: Parcel, in db: some WriteTransaction) throws -> Bool {
    try Depot.addToParcels(parcel.id, of: id, in: db)
  }
  /// Adds those that aren't there yet; returns how many were added.
  @inlinable @discardableResult
  public func addToParcels(contentsOf parcels: some Sequence<Parcel>, in db: some WriteTransaction) throws -> Int {
    try Depot.addToParcels(contentsOf: parcels.map(\.id), of: id, in: db)
  }
  public static let addToParcels = _AddPairs<Depot, Parcel>(
    """
    INSERT INTO "parcel_stops" ("depot_id", "parcel_carrier", "parcel_number") VALUES (?1, ?2, ?3)
    ON CONFLICT DO NOTHING
    """,
    all: """
      INSERT INTO "parcel_stops" ("depot_id", "parcel_carrier", "parcel_number")
      SELECT ?1, json_extract("json_each"."value", '$[0]'),
        json_extract("json_each"."value", '$[1]') FROM json_each(?2) WHERE true ON CONFLICT DO NOTHING
      """)
  /// Removes one; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromParcels(_ parcel: Parcel, in db: some WriteTransaction) throws -> Bool {
    try Depot.removeFromParcels(parcel.id, of: id, in: db)
  }
  public static let removeFromParcels = _RemoveOne<Depot, Parcel>(
    #"DELETE FROM "parcel_stops" WHERE "depot_id" = ?1 AND "parcel_carrier" = ?2 AND "parcel_number" = ?3"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromParcels(in db: some WriteTransaction) throws -> Int {
    try Depot.removeAllFromParcels(of: id, in: db)
  }
  public static let removeAllFromParcels = _RemoveAll<Depot>(#"DELETE FROM "parcel_stops" WHERE "depot_id" = ?1"#)
  /// Replaces the parcels with these; returns how many were removed and added.
  @inlinable @discardableResult
  public func replaceParcels(with parcels: some Sequence<Parcel>, in db: some WriteTransaction) throws -> Int {
    try Depot.replaceParcels(with: parcels.map(\.id), of: id, in: db)
  }
  public static let replaceParcels = _ReplacePairs(
    parcelsRelationship, addToParcels, removeFromParcels, removeAllFromParcels,
    others: """
      DELETE FROM "parcel_stops" WHERE "depot_id" = ?1
      AND ("parcel_carrier", "parcel_number") NOT IN (SELECT json_extract("json_each"."value", '$[0]'), json_extract("json_each"."value", '$[1]') FROM json_each(?2))
      """)
}
