// Written by Postil from Parcel.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - Parcel

nonisolated extension Parcel: Model {
  /// The primary key of `parcel`: one value for each of its columns.
  public struct ID: KeyValue, _ColumnGroup, Codable {
    public var carrier: String
    public var number: Int64

    public init(carrier: String, number: Int64) {
      (self.carrier, self.number) = (carrier, number)
    }

    public static var _columnCount: Int { 2 }

    @inlinable public func _bind(to binder: inout some ValueBinder) { binder.bind(carrier, number) }

    @inlinable public init(row: inout some RowReader) throws {
      (carrier, number) = try (row.read(), row.read())
    }

    /// The columns of `Parcel.ID`, for use in queries.
    public struct Columns<Owner>: _GroupColumns {
      public typealias Group = Parcel.ID
      public let columnSlice: _ColumnSlice<Owner>
      public init(_ columns: _ColumnSlice<Owner>) { columnSlice = columns }

      public var carrier: ReadOnlyColumn<Owner, String> { columnSlice[0] }
      public var number: ReadOnlyColumn<Owner, Int64> { columnSlice[1] }
    }
  }

  /// The primary key: `carrier`, `number`.
  public var id: ID { ID(carrier: carrier, number: number) }
  public static let table = _TableDescription(
    model: "Parcel", name: "parcel", columns: ["carrier", "number", "content"], primaryKey: ["carrier", "number"],
    required: ["carrier", "number", "content"], collations: ["carrier": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (carrier, number, content) = try (row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(carrier, number, content) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "parcel" ("carrier", "number", "content") VALUES (?1, ?2, ?3)"#,
    fetch: #"SELECT "carrier", "number", "content" FROM "parcel" WHERE "carrier" = ?1 AND "number" = ?2"#,
    update: #"UPDATE "parcel" SET "content" = ?3 WHERE "carrier" = ?1 AND "number" = ?2"#,
    save: """
      INSERT INTO "parcel" ("carrier", "number", "content") VALUES (?1, ?2, ?3)
      ON CONFLICT ("carrier", "number") DO UPDATE SET "content" = excluded."content"
      """,
    delete: #"DELETE FROM "parcel" WHERE "carrier" = ?1 AND "number" = ?2"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `carrier` and `number`.
    public let carrierAndNumber = UniqueKey<Parcel>(
      target: #"("carrier", "number")"#,
      upsert: """
        INSERT INTO "parcel" ("carrier", "number", "content") VALUES (?1, ?2, ?3)
        ON CONFLICT ("carrier", "number") DO UPDATE SET "content" = excluded."content"
        RETURNING "carrier", "number", "content"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `parcel` that isn't in the database yet.
  public struct Draft: Codable, Hashable, _ParentDraft {
    public var carrier: String
    public var number: Int64
    public var content: String
    public var stops: [DraftMember<Depot>]
    public var bundle: [DraftMember<Parcel>]

    public init(
      carrier: String, number: Int64, content: String, stops: [DraftMember<Depot>] = [],
      bundle: [DraftMember<Parcel>] = []
    ) {
      (self.carrier, self.number, self.content, self.stops, self.bundle) = (carrier, number, content, stops, bundle)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(carrier, number, content) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Parcel {
      try db.execute(Parcel.rowStatements.insert) { bindColumns(to: &$0) }
      return try db._stored(Parcel(draft: self))
    }

    public static func hasChildren(_ draft: Draft) -> Bool { !draft.stops.isEmpty || !draft.bundle.isEmpty }
    @inlinable public func insertChildren(of row: Parcel, in db: some WriteTransaction) throws {
      try Parcel.addToStops(stops, of: row.id, in: db)
      try Parcel.addToBundle(bundle, of: row.id, in: db)
    }
  }

  @usableFromInline init(draft: Draft) {
    (carrier, number, content) = (draft.carrier, draft.number, draft.content)
  }

  /// The columns and relationships of `parcel`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Parcel
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var carrier: ReadOnlyColumn<Parcel, String> { ReadOnlyColumn("carrier", of: _rowSource) }
    public var number: ReadOnlyColumn<Parcel, Int64> { ReadOnlyColumn("number", of: _rowSource) }
    public var content: Column<Parcel, String> { Column("content", of: _rowSource) }
    /// The primary key.
    public var id: _KeyColumns<Parcel> { _KeyColumns(_rowSource) }
    public var stops: ToMany<Depot> { ToMany(Parcel.stopsRelationship, of: _rowSource) }
    public var bundle: ToMany<Parcel> { ToMany(Parcel.bundleRelationship, of: _rowSource) }
    public var bundledWith: ToMany<Parcel> { ToMany(Parcel.bundledWithRelationship, of: _rowSource) }
    public var claims: ToMany<Claim> { ToMany(Parcel.claimsRelationship, of: _rowSource) }
    public var crates: ToMany<Crate> { ToMany(Parcel.cratesRelationship, of: _rowSource) }
    public var invoices: ToMany<Invoice> { ToMany(Parcel.invoicesRelationship, of: _rowSource) }
    public var label: OptionalColumns<Label> { OptionalColumns(_rowSource.joined(by: Parcel.labelRelationship)) }
    public var legs: ToMany<Leg> { ToMany(Parcel.legsRelationship, of: _rowSource) }
    public var receipt: OptionalColumns<Receipt> { OptionalColumns(_rowSource.joined(by: Parcel.receiptRelationship)) }
    public var scans: ToMany<Scan> { ToMany(Parcel.scansRelationship, of: _rowSource) }
    public var seal: OptionalColumns<Seal> { OptionalColumns(_rowSource.joined(by: Parcel.sealRelationship)) }
  }

  public static let stopsRelationship = Relationship<Parcel, Depot>(
    "stops", from: ["carrier", "number"],
    through: _JoinTable("parcel_stops", near: ["parcel_carrier", "parcel_number"], far: ["depot_id"]), to: ["id"])
  public static let bundleRelationship = Relationship<Parcel, Parcel>(
    "bundle", from: ["carrier", "number"],
    through: _JoinTable(
      "parcel_bundle", near: ["parcel_carrier", "parcel_number"], far: ["bundle_carrier", "bundle_number"]),
    to: ["carrier", "number"])
  public static let bundledWithRelationship = Relationship<Parcel, Parcel>(
    "bundledWith", from: ["carrier", "number"],
    through: _JoinTable(
      "parcel_bundle", near: ["bundle_carrier", "bundle_number"], far: ["parcel_carrier", "parcel_number"]),
    to: ["carrier", "number"])
  public static let claimsRelationship = Relationship<Parcel, Claim>(
    "claims", from: ["carrier", "number"], to: ["parcel_carrier", "parcel_number"])
  public static let cratesRelationship = Relationship<Parcel, Crate>(
    "crates", from: ["carrier", "number"], to: ["parcel_carrier", "parcel_number"])
  public static let invoicesRelationship = Relationship<Parcel, Invoice>(
    "invoices", from: ["carrier", "number"], to: ["carrier", "parcel_number"])
  public static let labelRelationship = Relationship<Parcel, Label>(
    "label", from: ["carrier", "number"], to: ["parcel_carrier", "parcel_number"])
  public static let legsRelationship = Relationship<Parcel, Leg>(
    "legs", from: ["carrier", "number"], to: ["parcel_carrier", "parcel_number"])
  public static let receiptRelationship = Relationship<Parcel, Receipt>(
    "receipt", from: ["carrier", "number"], to: ["carrier", "number"])
  public static let scansRelationship = Relationship<Parcel, Scan>(
    "scans", from: ["carrier", "number"], to: ["parcel_carrier", "parcel_number"])
  public static let sealRelationship = Relationship<Parcel, Seal>(
    "seal", from: ["carrier", "number"], to: ["parcel_carrier", "parcel_number"])

  // MARK: - stops
  /// The stops of this parcel (`@manyToMany(stops:)`), as a query.
  public var stops: Query<Depot> { Query(Parcel.stopsRelationship, of: id) }

  /// Adds one; `false` if it was already there.
  @inlinable @discardableResult public func addToStops(_ depot: Depot, in db: some WriteTransaction) throws -> Bool {
    try Parcel.addToStops(depot.id, of: id, in: db)
  }
  /// Adds those that aren't there yet; returns how many were added.
  @inlinable @discardableResult
  public func addToStops(contentsOf stops: some Sequence<Depot>, in db: some WriteTransaction) throws -> Int {
    try Parcel.addToStops(contentsOf: stops.map(\.id), of: id, in: db)
  }
  public static let addToStops = _AddPairs<Parcel, Depot>(
    """
    INSERT INTO "parcel_stops" ("parcel_carrier", "parcel_number", "depot_id") VALUES (?1, ?2, ?3)
    ON CONFLICT DO NOTHING
    """,
    all: """
      INSERT INTO "parcel_stops" ("parcel_carrier", "parcel_number", "depot_id")
      SELECT ?1, ?2, "value" FROM json_each(?3) WHERE true ON CONFLICT DO NOTHING
      """)
  /// Removes one; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromStops(_ depot: Depot, in db: some WriteTransaction) throws -> Bool {
    try Parcel.removeFromStops(depot.id, of: id, in: db)
  }
  public static let removeFromStops = _RemoveOne<Parcel, Depot>(
    #"DELETE FROM "parcel_stops" WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2 AND "depot_id" = ?3"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromStops(in db: some WriteTransaction) throws -> Int {
    try Parcel.removeAllFromStops(of: id, in: db)
  }
  public static let removeAllFromStops = _RemoveAll<Parcel>(
    #"DELETE FROM "parcel_stops" WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2"#)
  /// Replaces the stops with these; returns how many were removed and added.
  @inlinable @discardableResult
  public func replaceStops(with stops: some Sequence<Depot>, in db: some WriteTransaction) throws -> Int {
    try Parcel.replaceStops(with: stops.map(\.id), of: id, in: db)
  }
  public static let replaceStops = _ReplacePairs(
    stopsRelationship, addToStops, removeFromStops, removeAllFromStops,
    others: """
      DELETE FROM "parcel_stops" WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2
      AND "depot_id" NOT IN (SELECT "value" FROM json_each(?3))
      """)

  // MARK: - bundle
  /// The bundle of this parcel (`@manyToMany(bundle:)`), as a query.
  public var bundle: Query<Parcel> { Query(Parcel.bundleRelationship, of: id) }

  /// Adds one; `false` if it was already there.
  @inlinable @discardableResult public func addToBundle(_ parcel: Parcel, in db: some WriteTransaction) throws -> Bool {
    try Parcel.addToBundle(parcel.id, of: id, in: db)
  }
  /// Adds those that aren't there yet; returns how many were added.
  @inlinable @discardableResult
  public func addToBundle(contentsOf bundle: some Sequence<Parcel>, in db: some WriteTransaction) throws -> Int {
    try Parcel.addToBundle(contentsOf: bundle.map(\.id), of: id, in: db)
  }
  public static let addToBundle = _AddPairs<Parcel, Parcel>(
    """
    INSERT INTO "parcel_bundle" ("parcel_carrier", "parcel_number", "bundle_carrier", "bundle_number")
    VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING
    """,
    all: """
      INSERT INTO "parcel_bundle" ("parcel_carrier", "parcel_number", "bundle_carrier", "bundle_number")
      SELECT ?1, ?2, json_extract("json_each"."value", '$[0]'),
        json_extract("json_each"."value", '$[1]') FROM json_each(?3) WHERE true ON CONFLICT DO NOTHING
      """)
  /// Removes one; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromBundle(_ parcel: Parcel, in db: some WriteTransaction) throws -> Bool {
    try Parcel.removeFromBundle(parcel.id, of: id, in: db)
  }
  public static let removeFromBundle = _RemoveOne<Parcel, Parcel>(
    """
    DELETE FROM "parcel_bundle" WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2 AND "bundle_carrier" = ?3 AND "bundle_number" = ?4
    """)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromBundle(in db: some WriteTransaction) throws -> Int {
    try Parcel.removeAllFromBundle(of: id, in: db)
  }
  public static let removeAllFromBundle = _RemoveAll<Parcel>(
    #"DELETE FROM "parcel_bundle" WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2"#)
  /// Replaces the bundle with these; returns how many were removed and added.
  @inlinable @discardableResult
  public func replaceBundle(with bundle: some Sequence<Parcel>, in db: some WriteTransaction) throws -> Int {
    try Parcel.replaceBundle(with: bundle.map(\.id), of: id, in: db)
  }
  public static let replaceBundle = _ReplacePairs(
    bundleRelationship, addToBundle, removeFromBundle, removeAllFromBundle,
    others: """
      DELETE FROM "parcel_bundle" WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2
      AND ("bundle_carrier", "bundle_number") NOT IN (SELECT json_extract("json_each"."value", '$[0]'), json_extract("json_each"."value", '$[1]') FROM json_each(?3))
      """)

  /// The bundle of this parcel, their bundle, and so on, at most `depth` steps away (a recursive query).
  public func reachableBundle(depth: Int? = nil) -> Query<Parcel> {
    Query(following: Parcel.bundleRelationship, from: id, depth: depth)
  }

  // MARK: - bundledWith
  /// The bundled with of this parcel (`@manyToMany(bundle:)` of `Parcel`), as a query.
  public var bundledWith: Query<Parcel> { Query(Parcel.bundledWithRelationship, of: id) }

  /// Adds one; `false` if it was already there.
  @inlinable @discardableResult
  public func addToBundledWith(_ parcel: Parcel, in db: some WriteTransaction) throws -> Bool {
    try Parcel.addToBundledWith(parcel.id, of: id, in: db)
  }
  /// Adds those that aren't there yet; returns how many were added.
  @inlinable @discardableResult
  public func addToBundledWith(
    contentsOf bundledWith: some Sequence<Parcel>, in db: some WriteTransaction
  ) throws -> Int {
    try Parcel.addToBundledWith(contentsOf: bundledWith.map(\.id), of: id, in: db)
  }
  public static let addToBundledWith = _AddPairs<Parcel, Parcel>(
    """
    INSERT INTO "parcel_bundle" ("bundle_carrier", "bundle_number", "parcel_carrier", "parcel_number")
    VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING
    """,
    all: """
      INSERT INTO "parcel_bundle" ("bundle_carrier", "bundle_number", "parcel_carrier", "parcel_number")
      SELECT ?1, ?2, json_extract("json_each"."value", '$[0]'),
        json_extract("json_each"."value", '$[1]') FROM json_each(?3) WHERE true ON CONFLICT DO NOTHING
      """)
  /// Removes one; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromBundledWith(_ parcel: Parcel, in db: some WriteTransaction) throws -> Bool {
    try Parcel.removeFromBundledWith(parcel.id, of: id, in: db)
  }
  public static let removeFromBundledWith = _RemoveOne<Parcel, Parcel>(
    """
    DELETE FROM "parcel_bundle" WHERE "bundle_carrier" = ?1 AND "bundle_number" = ?2 AND "parcel_carrier" = ?3 AND "parcel_number" = ?4
    """)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromBundledWith(in db: some WriteTransaction) throws -> Int {
    try Parcel.removeAllFromBundledWith(of: id, in: db)
  }
  public static let removeAllFromBundledWith = _RemoveAll<Parcel>(
    #"DELETE FROM "parcel_bundle" WHERE "bundle_carrier" = ?1 AND "bundle_number" = ?2"#)
  /// Replaces the bundled with with these; returns how many were removed and added.
  @inlinable @discardableResult
  public func replaceBundledWith(with bundledWith: some Sequence<Parcel>, in db: some WriteTransaction) throws -> Int {
    try Parcel.replaceBundledWith(with: bundledWith.map(\.id), of: id, in: db)
  }
  public static let replaceBundledWith = _ReplacePairs(
    bundledWithRelationship, addToBundledWith, removeFromBundledWith, removeAllFromBundledWith,
    others: """
      DELETE FROM "parcel_bundle" WHERE "bundle_carrier" = ?1 AND "bundle_number" = ?2
      AND ("parcel_carrier", "parcel_number") NOT IN (SELECT json_extract("json_each"."value", '$[0]'), json_extract("json_each"."value", '$[1]') FROM json_each(?3))
      """)

  /// The bundled with of this parcel, their bundled with, and so on, at most `depth` steps away (a recursive query).
  public func reachableBundledWith(depth: Int? = nil) -> Query<Parcel> {
    Query(following: Parcel.bundledWithRelationship, from: id, depth: depth)
  }

  // MARK: - claims
  /// The claims of this parcel (`@references` on `Claim.parcelID`), as a query.
  public var claims: Query<Claim> { Query(Parcel.claimsRelationship, of: id) }

  // MARK: - crates
  /// The crates of this parcel (`@references` on `Crate.parcelID`), as a query.
  public var crates: Query<Crate> { Query(Parcel.cratesRelationship, of: id) }

  /// Adds one, and removes it from its previous parcel.
  @inlinable public func addToCrates(_ crate: Crate, in db: some WriteTransaction) throws {
    try Parcel.addToCrates(crate.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable public func addToCrates(contentsOf crates: some Sequence<Crate>, in db: some WriteTransaction) throws {
    try Parcel.addToCrates(contentsOf: crates.map(\.id), of: id, in: db)
  }
  public static let addToCrates = _AddMembers<Parcel, Crate>(
    #"UPDATE "crate" SET "parcel_carrier" = ?1, "parcel_number" = ?2 WHERE "yard" = ?3 AND "slot" = ?4"#,
    all: """
      UPDATE "crate" SET "parcel_carrier" = ?1, "parcel_number" = ?2
      WHERE ("yard", "slot") IN (SELECT json_extract("json_each"."value", '$[0]'), json_extract("json_each"."value", '$[1]') FROM json_each(?3))
      AND NOT EXISTS (SELECT 1 FROM json_each(?3)
      WHERE NOT EXISTS (SELECT 1 FROM "crate" WHERE "yard" = json_extract("json_each"."value", '$[0]') AND "slot" = json_extract("json_each"."value", '$[1]')))
      """)
  /// Removes one without deleting it; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromCrates(_ crate: Crate, in db: some WriteTransaction) throws -> Bool {
    try Parcel.removeFromCrates(crate.id, of: id, in: db)
  }
  public static let removeFromCrates = _RemoveOne<Parcel, Crate>(
    """
    UPDATE "crate" SET "parcel_carrier" = NULL, "parcel_number" = NULL
    WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2 AND "yard" = ?3 AND "slot" = ?4
    """)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromCrates(in db: some WriteTransaction) throws -> Int {
    try Parcel.removeAllFromCrates(of: id, in: db)
  }
  public static let removeAllFromCrates = _RemoveAll<Parcel>(
    """
    UPDATE "crate" SET "parcel_carrier" = NULL, "parcel_number" = NULL
    WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2
    """)
  /// Replaces the crates with these.
  @inlinable public func replaceCrates(with crates: some Sequence<Crate>, in db: some WriteTransaction) throws {
    try Parcel.replaceCrates(with: crates.map(\.id), of: id, in: db)
  }
  public static let replaceCrates = _ReplaceMembers(
    addToCrates, removeAllFromCrates,
    all: """
      UPDATE "crate" SET "parcel_carrier" = CASE WHEN ("yard", "slot") IN (SELECT json_extract("json_each"."value",
        '$[0]'), json_extract("json_each"."value", '$[1]') FROM json_each(?3)) THEN ?1 END,
        "parcel_number" = CASE WHEN ("yard", "slot") IN (SELECT json_extract("json_each"."value", '$[0]'),
          json_extract("json_each"."value", '$[1]') FROM json_each(?3)) THEN ?2 END
      WHERE ("parcel_carrier" = ?1 AND "parcel_number" = ?2 OR ("yard", "slot") IN (SELECT json_extract("json_each"."value", '$[0]'), json_extract("json_each"."value", '$[1]') FROM json_each(?3)))
      AND NOT EXISTS (SELECT 1 FROM json_each(?3)
      WHERE NOT EXISTS (SELECT 1 FROM "crate" WHERE "yard" = json_extract("json_each"."value", '$[0]') AND "slot" = json_extract("json_each"."value", '$[1]')))
      """)

  // MARK: - invoices
  /// The invoices of this parcel (`@references(parcel:)` of `Invoice`), as a query.
  public var invoices: Query<Invoice> { Query(Parcel.invoicesRelationship, of: id) }

  /// Adds one, and removes it from its previous parcel.
  @inlinable public func addToInvoices(_ invoice: Invoice, in db: some WriteTransaction) throws {
    try Parcel.addToInvoices(invoice.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable
  public func addToInvoices(contentsOf invoices: some Sequence<Invoice>, in db: some WriteTransaction) throws {
    try Parcel.addToInvoices(contentsOf: invoices.map(\.id), of: id, in: db)
  }
  public static let addToInvoices = _AddMembers<Parcel, Invoice>(
    #"UPDATE "invoice" SET "carrier" = ?1, "parcel_number" = ?2 WHERE "id" = ?3"#,
    all: """
      UPDATE "invoice" SET "carrier" = ?1, "parcel_number" = ?2 WHERE "id" IN (SELECT "value" FROM json_each(?3))
      AND NOT EXISTS (SELECT 1 FROM json_each(?3)
      WHERE NOT EXISTS (SELECT 1 FROM "invoice" WHERE "id" = "json_each"."value"))
      """)
  /// Removes one without deleting it; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromInvoices(_ invoice: Invoice, in db: some WriteTransaction) throws -> Bool {
    try Parcel.removeFromInvoices(invoice.id, of: id, in: db)
  }
  public static let removeFromInvoices = _RemoveOne<Parcel, Invoice>(
    """
    UPDATE "invoice" SET "carrier" = NULL, "parcel_number" = NULL
    WHERE "carrier" = ?1 AND "parcel_number" = ?2 AND "id" = ?3
    """)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromInvoices(in db: some WriteTransaction) throws -> Int {
    try Parcel.removeAllFromInvoices(of: id, in: db)
  }
  public static let removeAllFromInvoices = _RemoveAll<Parcel>(
    #"UPDATE "invoice" SET "carrier" = NULL, "parcel_number" = NULL WHERE "carrier" = ?1 AND "parcel_number" = ?2"#)
  /// Replaces the invoices with these.
  @inlinable public func replaceInvoices(with invoices: some Sequence<Invoice>, in db: some WriteTransaction) throws {
    try Parcel.replaceInvoices(with: invoices.map(\.id), of: id, in: db)
  }
  public static let replaceInvoices = _ReplaceMembers(
    addToInvoices, removeAllFromInvoices,
    all: """
      UPDATE "invoice" SET "carrier" = CASE WHEN "id" IN (SELECT "value" FROM json_each(?3)) THEN ?1 END,
        "parcel_number" = CASE WHEN "id" IN (SELECT "value" FROM json_each(?3)) THEN ?2 END
      WHERE ("carrier" = ?1 AND "parcel_number" = ?2 OR "id" IN (SELECT "value" FROM json_each(?3)))
      AND NOT EXISTS (SELECT 1 FROM json_each(?3)
      WHERE NOT EXISTS (SELECT 1 FROM "invoice" WHERE "id" = "json_each"."value"))
      """)

  // MARK: - label
  /// The label of this parcel (`@references` on `Label.parcelID`); `nil` if it has none.
  @inlinable public func label(in db: some ReadTransaction) throws -> Label? {
    try db.fetchFirst(
      """
      SELECT "parcel_carrier", "parcel_number", "text" FROM "label" WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2
      """,
      bind: { id._bind(to: &$0) }, read: { try Label(row: &$0) })
  }

  // MARK: - legs
  /// The legs of this parcel (`@references` on `Leg.parcelID`), as a query.
  public var legs: Query<Leg> { Query(Parcel.legsRelationship, of: id) }

  // MARK: - receipt
  /// The receipt of this parcel (`@references(parcel:)` of `Receipt`); `nil` if it has none.
  @inlinable public func receipt(in db: some ReadTransaction) throws -> Receipt? {
    try db.fetchFirst(
      """
      SELECT "id", "carrier", "number", "depot_id", "signature" FROM "receipt" WHERE "carrier" = ?1 AND "number" = ?2
      """,
      bind: { id._bind(to: &$0) }, read: { try Receipt(row: &$0) })
  }
  /// Sets the receipt of this parcel; throws if it has a different one.
  @inlinable public func setReceipt(_ receipt: Receipt, in db: some WriteTransaction) throws {
    try Parcel.setReceipt(receipt.id, of: id, in: db)
  }
  public static let setReceipt = _SetMember<Parcel, Receipt>(
    #"UPDATE "receipt" SET "carrier" = ?1, "number" = ?2 WHERE "id" = ?3"#)

  // MARK: - scans
  /// The scans of this parcel (`@references` on `Scan.parcelID`), as a query.
  public var scans: Query<Scan> { Query(Parcel.scansRelationship, of: id) }

  /// Adds one, and removes it from its previous parcel.
  @inlinable public func addToScans(_ scan: Scan, in db: some WriteTransaction) throws {
    try Parcel.addToScans(scan.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable public func addToScans(contentsOf scans: some Sequence<Scan>, in db: some WriteTransaction) throws {
    try Parcel.addToScans(contentsOf: scans.map(\.id), of: id, in: db)
  }
  public static let addToScans = _AddMembers<Parcel, Scan>(
    #"UPDATE "scan" SET "parcel_carrier" = ?1, "parcel_number" = ?2 WHERE "id" = ?3"#,
    all: """
      UPDATE "scan" SET "parcel_carrier" = ?1, "parcel_number" = ?2 WHERE "id" IN (SELECT "value" FROM json_each(?3))
      AND NOT EXISTS (SELECT 1 FROM json_each(?3)
      WHERE NOT EXISTS (SELECT 1 FROM "scan" WHERE "id" = "json_each"."value"))
      """)

  // MARK: - seal
  /// The seal of this parcel (`@references` on `Seal.parcelID`); `nil` if it has none.
  @inlinable public func seal(in db: some ReadTransaction) throws -> Seal? {
    try db.fetchFirst(
      """
      SELECT "id", "text", "parcel_carrier", "parcel_number"
      FROM "seal" WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2
      """,
      bind: { id._bind(to: &$0) }, read: { try Seal(row: &$0) })
  }
  /// Sets the seal of this parcel, and releases the previous one without deleting it.
  @inlinable
  public func setSeal(_ seal: Seal, in db: some WriteTransaction) throws { try Parcel.setSeal(seal.id, of: id, in: db) }
  public static let setSeal = _SetMember<Parcel, Seal>(
    #"UPDATE "seal" SET "parcel_carrier" = ?1, "parcel_number" = ?2 WHERE "id" = ?3"#,
    others: """
      UPDATE "seal" SET "parcel_carrier" = NULL, "parcel_number" = NULL
      WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2 AND NOT ("id" = ?3)
      """)
  /// Releases the seal of this parcel without deleting it; `false` if it had none.
  @inlinable @discardableResult
  public func removeSeal(in db: some WriteTransaction) throws -> Bool { try Parcel.removeSeal(of: id, in: db) }
  public static let removeSeal = _RemoveOnly<Parcel>(
    """
    UPDATE "seal" SET "parcel_carrier" = NULL, "parcel_number" = NULL
    WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2
    """)
}

// MARK: - Scan

nonisolated extension Scan: Model {
  /// The primary key of `scan`; every model has its own type.
  public typealias ID = RowID<Scan>
  public static let table = _TableDescription(
    model: "Scan", name: "scan",
    columns: [
      "id", "place", ColumnName("parcel_carrier", property: "parcelID.carrier"),
      ColumnName("parcel_number", property: "parcelID.number"), ColumnName("depot_id", property: "depotID"),
    ],
    primaryKey: ["id"], required: ["place", "parcel_carrier", "parcel_number"], indexed: ["parcel_carrier", "depot_id"],
    collations: ["parcel_carrier": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (id, place, parcelID, depotID) = try (row.read(), row.read(), row.readGroup(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, place, parcelID, depotID) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "scan" ("place", "parcel_carrier", "parcel_number", "depot_id") VALUES (?1, ?2, ?3, ?4)"#,
    fetch: #"SELECT "id", "place", "parcel_carrier", "parcel_number", "depot_id" FROM "scan" WHERE "id" = ?1"#,
    update: """
      UPDATE "scan" SET "place" = ?2, "parcel_carrier" = ?3, "parcel_number" = ?4, "depot_id" = ?5 WHERE "id" = ?1
      """,
    save: """
      INSERT INTO "scan" ("id", "place", "parcel_carrier", "parcel_number", "depot_id") VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT ("id") DO UPDATE SET "place" = excluded."place", "parcel_carrier" = excluded."parcel_carrier",
        "parcel_number" = excluded."parcel_number", "depot_id" = excluded."depot_id"
      """,
    delete: #"DELETE FROM "scan" WHERE "id" = ?1"#)

  /// A row of `scan` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var place: String
    public var parcelID: Parcel.ID
    public var depotID: Depot.ID?

    public init(place: String, parcelID: Parcel.ID, depotID: Depot.ID? = nil) {
      (self.place, self.parcelID, self.depotID) = (place, parcelID, depotID)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(place, parcelID, depotID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Scan {
      try db._stored(Scan(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, place, parcelID, depotID) = (id, draft.place, draft.parcelID, draft.depotID)
  }

  /// The columns and relationships of `scan`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Scan
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Scan, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var place: Column<Scan, String> { Column("place", of: _rowSource) }
    public var parcelID: Parcel.ID.Columns<Scan> {
      Parcel.ID.Columns<Scan>(["parcel_carrier", "parcel_number"], of: _rowSource)
    }
    public var depotID: Column<Scan, Depot.ID?> { Column("depot_id", of: _rowSource) }
    public var parcel: Parcel.Columns { Parcel.Columns(_rowSource.joined(by: Scan.parcelRelationship)) }
    public var depot: OptionalColumns<Depot> { OptionalColumns(_rowSource.joined(by: Scan.depotRelationship)) }
  }

  public static let parcelRelationship = Relationship<Scan, Parcel>(
    "parcel", from: ["parcel_carrier", "parcel_number"], to: ["carrier", "number"], isRequired: true)
  public static let depotRelationship = Relationship<Scan, Depot>("depot", from: ["depot_id"], to: ["id"])

  // MARK: - parcel
  /// The parcel of this scan (`@references` on `parcelID`).
  @inlinable public func parcel(in db: some ReadTransaction) throws -> Parcel { try Parcel.find(parcelID, in: db) }
  /// Sets the parcel of this scan; returns the changed scan.
  @inlinable @discardableResult public func setParcel(_ parcel: Parcel, in db: some WriteTransaction) throws -> Scan {
    try Scan.setParcel(parcel.id, of: self, in: db) { $0.parcelID = parcel.id }
  }
  public static let setParcel = _SetReference<Scan, Parcel.ID>(
    #"UPDATE "scan" SET "parcel_carrier" = ?1, "parcel_number" = ?2 WHERE "id" = ?3"#)

  // MARK: - depot
  /// The depot of this scan (`@references` on `depotID`).
  @inlinable public func depot(in db: some ReadTransaction) throws -> Depot? {
    try depotID.flatMap { try Depot.fetch($0, in: db) }
  }
  /// Sets the depot of this scan; returns the changed scan.
  @inlinable @discardableResult public func setDepot(_ depot: Depot?, in db: some WriteTransaction) throws -> Scan {
    try Scan.setDepot(depot?.id, of: self, in: db) { $0.depotID = depot?.id }
  }
  public static let setDepot = _SetReference<Scan, Depot.ID?>(#"UPDATE "scan" SET "depot_id" = ?1 WHERE "id" = ?2"#)
}

// MARK: - Crate

nonisolated extension Crate: Model {
  /// The primary key of `crate`: one value for each of its columns.
  public struct ID: KeyValue, _ColumnGroup, Codable {
    public var yard: String
    public var slot: Int

    public init(yard: String, slot: Int) {
      (self.yard, self.slot) = (yard, slot)
    }

    public static var _columnCount: Int { 2 }

    @inlinable public func _bind(to binder: inout some ValueBinder) { binder.bind(yard, slot) }

    @inlinable public init(row: inout some RowReader) throws {
      (yard, slot) = try (row.read(), row.read())
    }

    /// The columns of `Crate.ID`, for use in queries.
    public struct Columns<Owner>: _GroupColumns {
      public typealias Group = Crate.ID
      public let columnSlice: _ColumnSlice<Owner>
      public init(_ columns: _ColumnSlice<Owner>) { columnSlice = columns }

      public var yard: ReadOnlyColumn<Owner, String> { columnSlice[0] }
      public var slot: ReadOnlyColumn<Owner, Int> { columnSlice[1] }
    }
  }

  /// The primary key: `yard`, `slot`.
  public var id: ID { ID(yard: yard, slot: slot) }
  public static let table = _TableDescription(
    model: "Crate", name: "crate",
    columns: [
      "yard", "slot", ColumnName("parcel_carrier", property: "parcelID.carrier"),
      ColumnName("parcel_number", property: "parcelID.number"),
    ],
    primaryKey: ["yard", "slot"], required: ["yard", "slot"], indexed: ["parcel_carrier"],
    collations: ["parcel_carrier": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (yard, slot, parcelID) = try (row.read(), row.read(), row.readGroupIfPresent())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(yard, slot, parcelID) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "crate" ("yard", "slot", "parcel_carrier", "parcel_number") VALUES (?1, ?2, ?3, ?4)"#,
    fetch: #"SELECT "yard", "slot", "parcel_carrier", "parcel_number" FROM "crate" WHERE "yard" = ?1 AND "slot" = ?2"#,
    update: #"UPDATE "crate" SET "parcel_carrier" = ?3, "parcel_number" = ?4 WHERE "yard" = ?1 AND "slot" = ?2"#,
    save: """
      INSERT INTO "crate" ("yard", "slot", "parcel_carrier", "parcel_number") VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT ("yard", "slot") DO UPDATE SET "parcel_carrier" = excluded."parcel_carrier",
        "parcel_number" = excluded."parcel_number"
      """,
    delete: #"DELETE FROM "crate" WHERE "yard" = ?1 AND "slot" = ?2"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `yard` and `slot`.
    public let yardAndSlot = UniqueKey<Crate>(
      target: #"("yard", "slot")"#,
      upsert: """
        INSERT INTO "crate" ("yard", "slot", "parcel_carrier", "parcel_number") VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT ("yard", "slot") DO UPDATE SET "parcel_carrier" = excluded."parcel_carrier",
          "parcel_number" = excluded."parcel_number" RETURNING "yard", "slot", "parcel_carrier", "parcel_number"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `crate` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var yard: String
    public var slot: Int
    public var parcelID: Parcel.ID?

    public init(yard: String, slot: Int, parcelID: Parcel.ID? = nil) {
      (self.yard, self.slot, self.parcelID) = (yard, slot, parcelID)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(yard, slot, parcelID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Crate {
      try db.execute(Crate.rowStatements.insert) { bindColumns(to: &$0) }
      return try db._stored(Crate(draft: self))
    }
  }

  @usableFromInline init(draft: Draft) {
    (yard, slot, parcelID) = (draft.yard, draft.slot, draft.parcelID)
  }

  /// The columns and relationships of `crate`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Crate
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var yard: ReadOnlyColumn<Crate, String> { ReadOnlyColumn("yard", of: _rowSource) }
    public var slot: ReadOnlyColumn<Crate, Int> { ReadOnlyColumn("slot", of: _rowSource) }
    public var parcelID: OptionalGroup<Parcel.ID.Columns<Crate>> {
      OptionalGroup<Parcel.ID.Columns<Crate>>(["parcel_carrier", "parcel_number"], of: _rowSource)
    }
    /// The primary key.
    public var id: _KeyColumns<Crate> { _KeyColumns(_rowSource) }
    public var parcel: OptionalColumns<Parcel> { OptionalColumns(_rowSource.joined(by: Crate.parcelRelationship)) }
  }

  public static let parcelRelationship = Relationship<Crate, Parcel>(
    "parcel", from: ["parcel_carrier", "parcel_number"], to: ["carrier", "number"])

  // MARK: - parcel
  /// The parcel of this crate (`@references` on `parcelID`).
  @inlinable public func parcel(in db: some ReadTransaction) throws -> Parcel? {
    try parcelID.flatMap { try Parcel.fetch($0, in: db) }
  }
  /// Sets the parcel of this crate; returns the changed crate.
  @inlinable @discardableResult public func setParcel(_ parcel: Parcel?, in db: some WriteTransaction) throws -> Crate {
    try Crate.setParcel(parcel?.id, of: self, in: db) { $0.parcelID = parcel?.id }
  }
  public static let setParcel = _SetReference<Crate, Parcel.ID?>(
    #"UPDATE "crate" SET "parcel_carrier" = ?1, "parcel_number" = ?2 WHERE "yard" = ?3 AND "slot" = ?4"#)
}

// MARK: - Seal

nonisolated extension Seal: Model {
  /// The primary key of `seal`; every model has its own type.
  public typealias ID = RowID<Seal>
  public static let table = _TableDescription(
    model: "Seal", name: "seal",
    columns: [
      "id", "text", ColumnName("parcel_carrier", property: "parcelID.carrier"),
      ColumnName("parcel_number", property: "parcelID.number"),
    ],
    primaryKey: ["id"], required: ["text"], indexed: ["parcel_carrier"], collations: ["parcel_carrier": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (id, text, parcelID) = try (row.read(), row.read(), row.readGroupIfPresent())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, text, parcelID) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "seal" ("text", "parcel_carrier", "parcel_number") VALUES (?1, ?2, ?3)"#,
    fetch: #"SELECT "id", "text", "parcel_carrier", "parcel_number" FROM "seal" WHERE "id" = ?1"#,
    update: #"UPDATE "seal" SET "text" = ?2, "parcel_carrier" = ?3, "parcel_number" = ?4 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "seal" ("id", "text", "parcel_carrier", "parcel_number") VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT ("id") DO UPDATE SET "text" = excluded."text", "parcel_carrier" = excluded."parcel_carrier",
        "parcel_number" = excluded."parcel_number"
      """,
    delete: #"DELETE FROM "seal" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `parcelID`.
    public let parcelID = UniqueKey<Seal>(
      target: #"("parcel_carrier", "parcel_number")"#,
      upsert: """
        INSERT INTO "seal" ("text", "parcel_carrier", "parcel_number") VALUES (?1, ?2, ?3)
        ON CONFLICT ("parcel_carrier", "parcel_number") DO UPDATE SET "text" = excluded."text",
          "parcel_carrier" = excluded."parcel_carrier", "parcel_number" = excluded."parcel_number"
        RETURNING "id", "text", "parcel_carrier", "parcel_number"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `seal` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var text: String
    public var parcelID: Parcel.ID?

    public init(text: String, parcelID: Parcel.ID? = nil) {
      (self.text, self.parcelID) = (text, parcelID)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(text, parcelID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Seal {
      try db._stored(Seal(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, text, parcelID) = (id, draft.text, draft.parcelID)
  }

  /// The columns and relationships of `seal`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Seal
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Seal, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var text: Column<Seal, String> { Column("text", of: _rowSource) }
    public var parcelID: OptionalGroup<Parcel.ID.Columns<Seal>> {
      OptionalGroup<Parcel.ID.Columns<Seal>>(["parcel_carrier", "parcel_number"], of: _rowSource)
    }
    public var parcel: OptionalColumns<Parcel> { OptionalColumns(_rowSource.joined(by: Seal.parcelRelationship)) }
  }

  public static let parcelRelationship = Relationship<Seal, Parcel>(
    "parcel", from: ["parcel_carrier", "parcel_number"], to: ["carrier", "number"])

  // MARK: - parcel
  /// The parcel of this seal (`@references` on `parcelID`).
  @inlinable public func parcel(in db: some ReadTransaction) throws -> Parcel? {
    try parcelID.flatMap { try Parcel.fetch($0, in: db) }
  }
  /// Sets the parcel of this seal; returns the changed seal.
  @inlinable @discardableResult public func setParcel(_ parcel: Parcel?, in db: some WriteTransaction) throws -> Seal {
    try Seal.setParcel(parcel?.id, of: self, in: db) { $0.parcelID = parcel?.id }
  }
  public static let setParcel = _SetReference<Seal, Parcel.ID?>(
    #"UPDATE "seal" SET "parcel_carrier" = ?1, "parcel_number" = ?2 WHERE "id" = ?3"#)
}

// MARK: - Claim

nonisolated extension Claim: Model {
  /// The primary key of `claim`; every model has its own type.
  public typealias ID = RowID<Claim>
  public static let table = _TableDescription(
    model: "Claim", name: "claim",
    columns: [
      "id", "text", ColumnName("parcel_carrier", property: "parcelID.carrier"),
      ColumnName("parcel_number", property: "parcelID.number"),
    ],
    primaryKey: ["id"], required: ["text", "parcel_carrier", "parcel_number"], indexed: ["parcel_carrier"],
    collations: ["parcel_carrier": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (id, text, parcelID) = try (row.read(), row.read(), row.readGroup())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, text, parcelID) }
  @inlinable public func bindUpdate(to binder: inout some ValueBinder) { binder.bind(text, id) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "claim" ("text", "parcel_carrier", "parcel_number") VALUES (?1, ?2, ?3)"#,
    fetch: #"SELECT "id", "text", "parcel_carrier", "parcel_number" FROM "claim" WHERE "id" = ?1"#,
    update: #"UPDATE "claim" SET "text" = ?1 WHERE "id" = ?2"#,
    save: """
      INSERT INTO "claim" ("id", "text", "parcel_carrier", "parcel_number") VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT ("id") DO UPDATE SET "text" = excluded."text"
      """,
    delete: #"DELETE FROM "claim" WHERE "id" = ?1"#)

  /// A row of `claim` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var text: String
    public var parcelID: Parcel.ID

    public init(text: String, parcelID: Parcel.ID) {
      (self.text, self.parcelID) = (text, parcelID)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(text, parcelID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Claim {
      try db._stored(Claim(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, text, parcelID) = (id, draft.text, draft.parcelID)
  }

  /// The columns and relationships of `claim`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Claim
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Claim, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var text: Column<Claim, String> { Column("text", of: _rowSource) }
    public var parcelID: Parcel.ID.Columns<_ReadOnly<Claim>> {
      Parcel.ID.Columns<_ReadOnly<Claim>>(["parcel_carrier", "parcel_number"], of: _rowSource)
    }
    public var parcel: Parcel.Columns { Parcel.Columns(_rowSource.joined(by: Claim.parcelRelationship)) }
  }

  public static let parcelRelationship = Relationship<Claim, Parcel>(
    "parcel", from: ["parcel_carrier", "parcel_number"], to: ["carrier", "number"], isRequired: true)

  // MARK: - parcel
  /// The parcel of this claim (`@references` on `parcelID`).
  @inlinable public func parcel(in db: some ReadTransaction) throws -> Parcel { try Parcel.find(parcelID, in: db) }
}

// MARK: - Leg

nonisolated extension Leg: Model {
  /// The primary key of `leg`: one value for each of its columns.
  public struct ID: KeyValue, _ColumnGroup, Codable {
    public var parcelID: Parcel.ID
    public var position: Int

    public init(parcelID: Parcel.ID, position: Int) {
      (self.parcelID, self.position) = (parcelID, position)
    }

    public static var _columnCount: Int { 3 }

    @inlinable public func _bind(to binder: inout some ValueBinder) { binder.bind(parcelID, position) }

    @inlinable public init(row: inout some RowReader) throws {
      (parcelID, position) = try (row.readGroup(), row.read())
    }

    /// The columns of `Leg.ID`, for use in queries.
    public struct Columns<Owner>: _GroupColumns {
      public typealias Group = Leg.ID
      public let columnSlice: _ColumnSlice<Owner>
      public init(_ columns: _ColumnSlice<Owner>) { columnSlice = columns }

      public var parcelID: Parcel.ID.Columns<_ReadOnly<Owner>> { columnSlice.group(from: 0) }
      public var position: ReadOnlyColumn<Owner, Int> { columnSlice[2] }
    }
  }

  /// The primary key: `parcelID`, `position`.
  public var id: ID { ID(parcelID: parcelID, position: position) }
  public static let table = _TableDescription(
    model: "Leg", name: "leg",
    columns: [
      ColumnName("parcel_carrier", property: "parcelID.carrier"),
      ColumnName("parcel_number", property: "parcelID.number"), "position", "vehicle",
    ],
    primaryKey: ["parcel_carrier", "parcel_number", "position"],
    required: ["parcel_carrier", "parcel_number", "position", "vehicle"], collations: ["parcel_carrier": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (parcelID, position, vehicle) = try (row.readGroup(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(parcelID, position, vehicle) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "leg" ("parcel_carrier", "parcel_number", "position", "vehicle") VALUES (?1, ?2, ?3, ?4)"#,
    fetch: """
      SELECT "parcel_carrier", "parcel_number", "position", "vehicle"
      FROM "leg" WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2 AND "position" = ?3
      """,
    update: """
      UPDATE "leg" SET "vehicle" = ?4 WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2 AND "position" = ?3
      """,
    save: """
      INSERT INTO "leg" ("parcel_carrier", "parcel_number", "position", "vehicle") VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT ("parcel_carrier", "parcel_number", "position") DO UPDATE SET "vehicle" = excluded."vehicle"
      """,
    delete: #"DELETE FROM "leg" WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2 AND "position" = ?3"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `parcelID` and `position`.
    public let parcelIDAndPosition = UniqueKey<Leg>(
      target: #"("parcel_carrier", "parcel_number", "position")"#,
      upsert: """
        INSERT INTO "leg" ("parcel_carrier", "parcel_number", "position", "vehicle") VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT ("parcel_carrier", "parcel_number", "position") DO UPDATE SET "vehicle" = excluded."vehicle"
        RETURNING "parcel_carrier", "parcel_number", "position", "vehicle"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `leg` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var parcelID: Parcel.ID
    public var position: Int
    public var vehicle: String

    public init(parcelID: Parcel.ID, position: Int, vehicle: String) {
      (self.parcelID, self.position, self.vehicle) = (parcelID, position, vehicle)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(parcelID, position, vehicle) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Leg {
      try db.execute(Leg.rowStatements.insert) { bindColumns(to: &$0) }
      return try db._stored(Leg(draft: self))
    }
  }

  @usableFromInline init(draft: Draft) {
    (parcelID, position, vehicle) = (draft.parcelID, draft.position, draft.vehicle)
  }

  /// The columns and relationships of `leg`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Leg
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var parcelID: Parcel.ID.Columns<_ReadOnly<Leg>> {
      Parcel.ID.Columns<_ReadOnly<Leg>>(["parcel_carrier", "parcel_number"], of: _rowSource)
    }
    public var position: ReadOnlyColumn<Leg, Int> { ReadOnlyColumn("position", of: _rowSource) }
    public var vehicle: Column<Leg, String> { Column("vehicle", of: _rowSource) }
    /// The primary key.
    public var id: _KeyColumns<Leg> { _KeyColumns(_rowSource) }
    public var parcel: Parcel.Columns { Parcel.Columns(_rowSource.joined(by: Leg.parcelRelationship)) }
    public var remarks: ToMany<Remark> { ToMany(Leg.remarksRelationship, of: _rowSource) }
  }

  public static let parcelRelationship = Relationship<Leg, Parcel>(
    "parcel", from: ["parcel_carrier", "parcel_number"], to: ["carrier", "number"], isRequired: true)
  public static let remarksRelationship = Relationship<Leg, Remark>(
    "remarks", from: ["parcel_carrier", "parcel_number", "position"],
    to: ["on_parcel_carrier", "on_parcel_number", "on_position"])

  // MARK: - parcel
  /// The parcel of this leg (`@references` on `parcelID`).
  @inlinable public func parcel(in db: some ReadTransaction) throws -> Parcel { try Parcel.find(parcelID, in: db) }

  // MARK: - remarks
  /// The remarks of this leg (`@references` on `Remark.legID`), as a query.
  public var remarks: Query<Remark> { Query(Leg.remarksRelationship, of: id) }

  /// Adds one, and removes it from its previous leg.
  @inlinable public func addToRemarks(_ remark: Remark, in db: some WriteTransaction) throws {
    try Leg.addToRemarks(remark.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable public func addToRemarks(contentsOf remarks: some Sequence<Remark>, in db: some WriteTransaction) throws {
    try Leg.addToRemarks(contentsOf: remarks.map(\.id), of: id, in: db)
  }
  public static let addToRemarks = _AddMembers<Leg, Remark>(
    #"UPDATE "remark" SET "on_parcel_carrier" = ?1, "on_parcel_number" = ?2, "on_position" = ?3 WHERE "id" = ?4"#,
    all: """
      UPDATE "remark" SET "on_parcel_carrier" = ?1, "on_parcel_number" = ?2, "on_position" = ?3
      WHERE "id" IN (SELECT "value" FROM json_each(?4)) AND NOT EXISTS (SELECT 1 FROM json_each(?4)
      WHERE NOT EXISTS (SELECT 1 FROM "remark" WHERE "id" = "json_each"."value"))
      """)
}

// MARK: - Remark

nonisolated extension Remark: Model {
  /// The primary key of `remark`; every model has its own type.
  public typealias ID = RowID<Remark>
  public static let table = _TableDescription(
    model: "Remark", name: "remark",
    columns: [
      "id", "text", ColumnName("on_parcel_carrier", property: "legID.parcelID.carrier"),
      ColumnName("on_parcel_number", property: "legID.parcelID.number"),
      ColumnName("on_position", property: "legID.position"),
    ],
    primaryKey: ["id"], required: ["text", "on_parcel_carrier", "on_parcel_number", "on_position"],
    indexed: ["on_parcel_carrier"], collations: ["on_parcel_carrier": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (id, text, legID) = try (row.read(), row.read(), row.readGroup())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, text, legID) }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "remark" ("text", "on_parcel_carrier", "on_parcel_number", "on_position") VALUES (?1, ?2, ?3, ?4)
      """,
    fetch: """
      SELECT "id", "text", "on_parcel_carrier", "on_parcel_number", "on_position" FROM "remark" WHERE "id" = ?1
      """,
    update: """
      UPDATE "remark" SET "text" = ?2, "on_parcel_carrier" = ?3, "on_parcel_number" = ?4, "on_position" = ?5
      WHERE "id" = ?1
      """,
    save: """
      INSERT INTO "remark" ("id", "text", "on_parcel_carrier", "on_parcel_number", "on_position")
      VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT ("id") DO UPDATE SET "text" = excluded."text", "on_parcel_carrier" = excluded."on_parcel_carrier",
        "on_parcel_number" = excluded."on_parcel_number", "on_position" = excluded."on_position"
      """,
    delete: #"DELETE FROM "remark" WHERE "id" = ?1"#)

  /// A row of `remark` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var text: String
    public var legID: Leg.ID

    public init(text: String, legID: Leg.ID) {
      (self.text, self.legID) = (text, legID)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(text, legID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Remark {
      try db._stored(Remark(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, text, legID) = (id, draft.text, draft.legID)
  }

  /// The columns and relationships of `remark`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Remark
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Remark, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var text: Column<Remark, String> { Column("text", of: _rowSource) }
    public var legID: Leg.ID.Columns<Remark> {
      Leg.ID.Columns<Remark>(["on_parcel_carrier", "on_parcel_number", "on_position"], of: _rowSource)
    }
    public var leg: Leg.Columns { Leg.Columns(_rowSource.joined(by: Remark.legRelationship)) }
  }

  public static let legRelationship = Relationship<Remark, Leg>(
    "leg", from: ["on_parcel_carrier", "on_parcel_number", "on_position"],
    to: ["parcel_carrier", "parcel_number", "position"], isRequired: true)

  // MARK: - leg
  /// The leg of this remark (`@references` on `legID`).
  @inlinable public func leg(in db: some ReadTransaction) throws -> Leg { try Leg.find(legID, in: db) }
  /// Sets the leg of this remark; returns the changed remark.
  @inlinable @discardableResult public func setLeg(_ leg: Leg, in db: some WriteTransaction) throws -> Remark {
    try Remark.setLeg(leg.id, of: self, in: db) { $0.legID = leg.id }
  }
  public static let setLeg = _SetReference<Remark, Leg.ID>(
    #"UPDATE "remark" SET "on_parcel_carrier" = ?1, "on_parcel_number" = ?2, "on_position" = ?3 WHERE "id" = ?4"#)
}

// MARK: - Label

nonisolated extension Label: Model {
  /// The primary key of `label`.
  public typealias ID = Parcel.ID

  /// The primary key: `parcelID`.
  public var id: ID { parcelID }
  public static let table = _TableDescription(
    model: "Label", name: "label",
    columns: [
      ColumnName("parcel_carrier", property: "parcelID.carrier"),
      ColumnName("parcel_number", property: "parcelID.number"), "text",
    ],
    primaryKey: ["parcel_carrier", "parcel_number"], required: ["parcel_carrier", "parcel_number", "text"],
    collations: ["parcel_carrier": .noCase])

  @inlinable public init(row: inout some RowReader) throws {
    (parcelID, text) = try (row.readGroup(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(parcelID, text) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "label" ("parcel_carrier", "parcel_number", "text") VALUES (?1, ?2, ?3)"#,
    fetch: """
      SELECT "parcel_carrier", "parcel_number", "text" FROM "label" WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2
      """,
    update: #"UPDATE "label" SET "text" = ?3 WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2"#,
    save: """
      INSERT INTO "label" ("parcel_carrier", "parcel_number", "text") VALUES (?1, ?2, ?3)
      ON CONFLICT ("parcel_carrier", "parcel_number") DO UPDATE SET "text" = excluded."text"
      """,
    delete: #"DELETE FROM "label" WHERE "parcel_carrier" = ?1 AND "parcel_number" = ?2"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `parcelID`.
    public let parcelID = UniqueKey<Label>(
      target: #"("parcel_carrier", "parcel_number")"#,
      upsert: """
        INSERT INTO "label" ("parcel_carrier", "parcel_number", "text") VALUES (?1, ?2, ?3)
        ON CONFLICT ("parcel_carrier", "parcel_number") DO UPDATE SET "text" = excluded."text"
        RETURNING "parcel_carrier", "parcel_number", "text"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `label` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var parcelID: Parcel.ID
    public var text: String

    public init(parcelID: Parcel.ID, text: String) {
      (self.parcelID, self.text) = (parcelID, text)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(parcelID, text) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Label {
      try db.execute(Label.rowStatements.insert) { bindColumns(to: &$0) }
      return try db._stored(Label(draft: self))
    }
  }

  @usableFromInline init(draft: Draft) {
    (parcelID, text) = (draft.parcelID, draft.text)
  }

  /// The columns and relationships of `label`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Label
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var parcelID: Parcel.ID.Columns<_ReadOnly<Label>> {
      Parcel.ID.Columns<_ReadOnly<Label>>(["parcel_carrier", "parcel_number"], of: _rowSource)
    }
    public var text: Column<Label, String> { Column("text", of: _rowSource) }
    /// The primary key.
    public var id: _KeyColumns<Label> { _KeyColumns(_rowSource) }
    public var parcel: Parcel.Columns { Parcel.Columns(_rowSource.joined(by: Label.parcelRelationship)) }
  }

  public static let parcelRelationship = Relationship<Label, Parcel>(
    "parcel", from: ["parcel_carrier", "parcel_number"], to: ["carrier", "number"], isRequired: true)

  // MARK: - parcel
  /// The parcel of this label (`@references` on `parcelID`).
  @inlinable public func parcel(in db: some ReadTransaction) throws -> Parcel { try Parcel.find(parcelID, in: db) }
}
