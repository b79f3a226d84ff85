// Written by Postil from Invoice.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - Invoice

nonisolated extension Invoice: Model {
  /// The primary key of `invoice`; every model has its own type.
  public typealias ID = RowID<Invoice>
  public static let table = _TableDescription(
    model: "Invoice", name: "invoice",
    columns: ["id", "carrier", ColumnName("parcel_number", property: "parcelNumber"), "cents"], primaryKey: ["id"],
    required: ["cents"], indexed: ["carrier"], collations: ["carrier": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (id, carrier, parcelNumber, cents) = try (row.read(), row.read(), row.read(), row.read())
  }
  @inlinable
  public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, carrier, parcelNumber, cents) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "invoice" ("carrier", "parcel_number", "cents") VALUES (?1, ?2, ?3)"#,
    fetch: #"SELECT "id", "carrier", "parcel_number", "cents" FROM "invoice" WHERE "id" = ?1"#,
    update: #"UPDATE "invoice" SET "carrier" = ?2, "parcel_number" = ?3, "cents" = ?4 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "invoice" ("id", "carrier", "parcel_number", "cents") VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT ("id") DO UPDATE SET "carrier" = excluded."carrier", "parcel_number" = excluded."parcel_number",
        "cents" = excluded."cents"
      """,
    delete: #"DELETE FROM "invoice" WHERE "id" = ?1"#)

  /// A row of `invoice` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var carrier: String?
    public var parcelNumber: Int64?
    public var cents: Int

    public init(carrier: String? = nil, parcelNumber: Int64? = nil, cents: Int) {
      (self.carrier, self.parcelNumber, self.cents) = (carrier, parcelNumber, cents)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(carrier, parcelNumber, cents) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Invoice {
      try db._stored(Invoice(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, carrier, parcelNumber, cents) = (id, draft.carrier, draft.parcelNumber, draft.cents)
  }

  /// The columns and relationships of `invoice`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Invoice
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Invoice, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var carrier: Column<Invoice, String?> { Column("carrier", of: _rowSource) }
    public var parcelNumber: Column<Invoice, Int64?> { Column("parcel_number", of: _rowSource) }
    public var cents: Column<Invoice, Int> { Column("cents", of: _rowSource) }
    public var parcel: OptionalColumns<Parcel> { OptionalColumns(_rowSource.joined(by: Invoice.parcelRelationship)) }
  }

  public static let parcelRelationship = Relationship<Invoice, Parcel>(
    "parcel", from: ["carrier", "parcel_number"], to: ["carrier", "number"])

  // MARK: - parcel
  /// The parcel of this invoice (`@references(parcel:)`).
  @inlinable public func parcel(in db: some ReadTransaction) throws -> Parcel? {
    guard let carrier, let parcelNumber else { return nil }
    return try Parcel.fetch(Parcel.ID(carrier: carrier, number: parcelNumber), in: db)
  }
  /// Sets the parcel of this invoice; returns the changed invoice.
  @inlinable @discardableResult
  public func setParcel(_ parcel: Parcel?, in db: some WriteTransaction) throws -> Invoice {
    try Invoice.setParcel(parcel?.id, of: self, in: db) {
      $0.carrier = parcel?.carrier
      $0.parcelNumber = parcel?.number
    }
  }
  public static let setParcel = _SetReference<Invoice, Parcel.ID?>(
    #"UPDATE "invoice" SET "carrier" = ?1, "parcel_number" = ?2 WHERE "id" = ?3"#)
}

// MARK: - Receipt

nonisolated extension Receipt: Model {
  /// The primary key of `receipt`; every model has its own type.
  public typealias ID = RowID<Receipt>
  public static let table = _TableDescription(
    model: "Receipt", name: "receipt",
    columns: ["id", "carrier", "number", ColumnName("depot_id", property: "depotID"), "signature"], primaryKey: ["id"],
    uniqueKeys: [["number", "carrier"]], required: ["carrier", "number", "signature"], indexed: ["depot_id"],
    collations: ["carrier": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (id, carrier, number, depotID, signature) = try (row.read(), row.read(), row.read(), row.read(), row.read())
  }
  @inlinable
  public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, carrier, number, depotID, signature) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "receipt" ("carrier", "number", "depot_id", "signature") VALUES (?1, ?2, ?3, ?4)"#,
    fetch: #"SELECT "id", "carrier", "number", "depot_id", "signature" FROM "receipt" WHERE "id" = ?1"#,
    update: #"UPDATE "receipt" SET "carrier" = ?2, "number" = ?3, "depot_id" = ?4, "signature" = ?5 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "receipt" ("id", "carrier", "number", "depot_id", "signature") VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT ("id") DO UPDATE SET "carrier" = excluded."carrier", "number" = excluded."number",
        "depot_id" = excluded."depot_id", "signature" = excluded."signature"
      """,
    delete: #"DELETE FROM "receipt" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `number` and `carrier`.
    public let numberAndCarrier = UniqueKey<Receipt>(
      target: #"("number", "carrier")"#,
      upsert: """
        INSERT INTO "receipt" ("carrier", "number", "depot_id", "signature") VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT ("number", "carrier") DO UPDATE SET "carrier" = excluded."carrier", "number" = excluded."number",
          "depot_id" = excluded."depot_id", "signature" = excluded."signature"
        RETURNING "id", "carrier", "number", "depot_id", "signature"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `receipt` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var carrier: String
    public var number: Int64
    public var depotID: Depot.ID?
    public var signature: String

    public init(carrier: String, number: Int64, depotID: Depot.ID? = nil, signature: String) {
      (self.carrier, self.number, self.depotID, self.signature) = (carrier, number, depotID, signature)
    }

    @inlinable
    public func bindColumns(to binder: inout some ValueBinder) { binder.bind(carrier, number, depotID, signature) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Receipt {
      try db._stored(Receipt(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, carrier, number, depotID, signature) = (id, draft.carrier, draft.number, draft.depotID, draft.signature)
  }

  /// The columns and relationships of `receipt`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Receipt
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Receipt, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var carrier: Column<Receipt, String> { Column("carrier", of: _rowSource) }
    public var number: Column<Receipt, Int64> { Column("number", of: _rowSource) }
    public var depotID: Column<Receipt, Depot.ID?> { Column("depot_id", of: _rowSource) }
    public var signature: Column<Receipt, String> { Column("signature", of: _rowSource) }
    public var parcel: Parcel.Columns { Parcel.Columns(_rowSource.joined(by: Receipt.parcelRelationship)) }
    public var depot: OptionalColumns<Depot> { OptionalColumns(_rowSource.joined(by: Receipt.depotRelationship)) }
  }

  public static let parcelRelationship = Relationship<Receipt, Parcel>(
    "parcel", from: ["carrier", "number"], to: ["carrier", "number"], isRequired: true)
  public static let depotRelationship = Relationship<Receipt, Depot>("depot", from: ["depot_id"], to: ["id"])

  // MARK: - parcel
  /// The parcel of this receipt (`@references(parcel:)`).
  @inlinable public func parcel(in db: some ReadTransaction) throws -> Parcel {
    try Parcel.find(Parcel.ID(carrier: carrier, number: number), in: db)
  }
  /// Sets the parcel of this receipt; returns the changed receipt.
  @inlinable @discardableResult
  public func setParcel(_ parcel: Parcel, in db: some WriteTransaction) throws -> Receipt {
    try Receipt.setParcel(parcel.id, of: self, in: db) {
      $0.carrier = parcel.carrier
      $0.number = parcel.number
    }
  }
  public static let setParcel = _SetReference<Receipt, Parcel.ID>(
    #"UPDATE "receipt" SET "carrier" = ?1, "number" = ?2 WHERE "id" = ?3"#)

  // MARK: - depot
  /// The depot of this receipt (`@references(depot:)`).
  @inlinable public func depot(in db: some ReadTransaction) throws -> Depot? {
    try depotID.flatMap { try Depot.fetch($0, in: db) }
  }
  /// Sets the depot of this receipt; returns the changed receipt.
  @inlinable @discardableResult public func setDepot(_ depot: Depot?, in db: some WriteTransaction) throws -> Receipt {
    try Receipt.setDepot(depot?.id, of: self, in: db) { $0.depotID = depot?.id }
  }
  public static let setDepot = _SetReference<Receipt, Depot.ID?>(
    #"UPDATE "receipt" SET "depot_id" = ?1 WHERE "id" = ?2"#)
}
