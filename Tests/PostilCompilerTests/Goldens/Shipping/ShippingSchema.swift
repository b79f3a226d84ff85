// Written by Postil from the models of Shipping. Don't edit this file; change the annotations instead.

import Postil

public nonisolated enum ShippingSchema: DatabaseSchema {
  /// The statements that create the schema, in dependency order.
  public static let ddl =
    """
    -- Where parcels are kept on their way.
    CREATE TABLE "depot" (
      "id"                         INTEGER NOT NULL,
      "name"                       TEXT    NOT NULL,
      "address_line"               TEXT,
      "address_street"             TEXT    NOT NULL,
      "address_city"               TEXT    NOT NULL COLLATE NOCASE,
      "address_kind"               TEXT    NOT NULL,
      "address_location_latitude"  REAL,
      "address_location_longitude" REAL,
      "mail_to_line"               TEXT,
      "mail_to_street"             TEXT,
      "mail_to_city"               TEXT    COLLATE NOCASE,
      "mail_to_kind"               TEXT,
      "mail_to_location_latitude"  REAL,
      "mail_to_location_longitude" REAL,
      "latitude"                   REAL    NOT NULL,
      "longitude"                  REAL    NOT NULL,
      "gate_latitude"              REAL    NOT NULL,
      "gate_longitude"             REAL    NOT NULL,
      CONSTRAINT "depot_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "depot_latitude_longitude_key" UNIQUE ("latitude", "longitude"),
      CONSTRAINT "depot_address_kind_check" CHECK ("address_kind" IN ('home', 'work')),
      CONSTRAINT "depot_mail_to_kind_check" CHECK ("mail_to_kind" IN ('home', 'work')),
      CONSTRAINT "street_given" CHECK (length("address_street") > 0),
      CONSTRAINT "depot_address_location_latitude_check" CHECK ("address_location_latitude" BETWEEN -90 AND 90),
      CONSTRAINT "depot_address_location_longitude_check" CHECK ("address_location_longitude" BETWEEN -180 AND 180),
      CONSTRAINT "street_given1" CHECK (length("mail_to_street") > 0),
      CONSTRAINT "depot_mail_to_location_latitude_check" CHECK ("mail_to_location_latitude" BETWEEN -90 AND 90),
      CONSTRAINT "depot_mail_to_location_longitude_check" CHECK ("mail_to_location_longitude" BETWEEN -180 AND 180),
      CONSTRAINT "depot_latitude_check" CHECK ("latitude" BETWEEN -90 AND 90),
      CONSTRAINT "depot_longitude_check" CHECK ("longitude" BETWEEN -180 AND 180),
      CONSTRAINT "depot_gate_latitude_check" CHECK ("gate_latitude" BETWEEN -90 AND 90),
      CONSTRAINT "depot_gate_longitude_check" CHECK ("gate_longitude" BETWEEN -180 AND 180),
      CONSTRAINT "depot_address_location_check" CHECK (("address_location_latitude" IS NULL AND "address_location_longitude" IS NULL) OR ("address_location_latitude" IS NOT NULL AND "address_location_longitude" IS NOT NULL)),
      CONSTRAINT "depot_mail_check" CHECK (("mail_to_line" IS NULL AND "mail_to_street" IS NULL AND "mail_to_city" IS NULL AND "mail_to_kind" IS NULL AND "mail_to_location_latitude" IS NULL AND "mail_to_location_longitude" IS NULL) OR ("mail_to_street" IS NOT NULL AND "mail_to_city" IS NOT NULL AND "mail_to_kind" IS NOT NULL)),
      CONSTRAINT "depot_mail_to_location_check" CHECK (("mail_to_location_latitude" IS NULL AND "mail_to_location_longitude" IS NULL) OR ("mail_to_location_latitude" IS NOT NULL AND "mail_to_location_longitude" IS NOT NULL))
    ) STRICT;
    CREATE INDEX "depot_address_city_name_idx" ON "depot" ("address_city" DESC, "name");

    -- A parcel, known by the number that its carrier gave it.
    CREATE TABLE "parcel" (
      "carrier" TEXT    NOT NULL COLLATE NOCASE,
      "number"  INTEGER NOT NULL,
      "content" TEXT    NOT NULL,
      CONSTRAINT "parcel_pkey" PRIMARY KEY ("carrier", "number")
    ) STRICT;

    -- What is to be paid for a parcel, as the carrier's list has it; what is not in it yet, is not known.
    CREATE TABLE "invoice" (
      "id"            INTEGER NOT NULL,
      "carrier"       TEXT    COLLATE NOCASE,
      "parcel_number" INTEGER,
      "cents"         INTEGER NOT NULL,
      CONSTRAINT "invoice_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "invoice_carrier_parcel_number_fkey" FOREIGN KEY ("carrier", "parcel_number") REFERENCES "parcel" ("carrier", "number") ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX "invoice_carrier_parcel_number_idx" ON "invoice" ("carrier", "parcel_number");

    -- That a parcel arrived: one for each.
    CREATE TABLE "receipt" (
      "id"        INTEGER NOT NULL,
      "carrier"   TEXT    NOT NULL COLLATE NOCASE,
      "number"    INTEGER NOT NULL,
      "depot_id"  INTEGER,
      "signature" TEXT    NOT NULL,
      CONSTRAINT "receipt_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "receipt_number_carrier_key" UNIQUE ("number", "carrier"),
      CONSTRAINT "receipt_carrier_number_fkey" FOREIGN KEY ("carrier", "number") REFERENCES "parcel" ("carrier", "number") ON DELETE CASCADE,
      CONSTRAINT "receipt_depot_id_fkey" FOREIGN KEY ("depot_id") REFERENCES "depot" ("id") ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX "receipt_depot_id_idx" ON "receipt" ("depot_id");

    -- That a parcel was seen somewhere; goes with it.
    CREATE TABLE "scan" (
      "id"             INTEGER NOT NULL,
      "place"          TEXT    NOT NULL,
      "parcel_carrier" TEXT    NOT NULL COLLATE NOCASE,
      "parcel_number"  INTEGER NOT NULL,
      "depot_id"       INTEGER,
      CONSTRAINT "scan_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "scan_parcel_carrier_parcel_number_fkey" FOREIGN KEY ("parcel_carrier", "parcel_number") REFERENCES "parcel" ("carrier", "number") ON DELETE CASCADE,
      CONSTRAINT "scan_depot_id_fkey" FOREIGN KEY ("depot_id") REFERENCES "depot" ("id") ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX "scan_parcel_carrier_parcel_number_idx" ON "scan" ("parcel_carrier", "parcel_number");
    CREATE INDEX "scan_depot_id_idx" ON "scan" ("depot_id");

    -- Something to carry parcels in, which may be empty; its key is two columns as well.
    CREATE TABLE "crate" (
      "yard"           TEXT    NOT NULL,
      "slot"           INTEGER NOT NULL,
      "parcel_carrier" TEXT    COLLATE NOCASE,
      "parcel_number"  INTEGER,
      CONSTRAINT "crate_pkey" PRIMARY KEY ("yard", "slot"),
      CONSTRAINT "crate_parcel_check" CHECK (("parcel_carrier" IS NULL AND "parcel_number" IS NULL) OR ("parcel_carrier" IS NOT NULL AND "parcel_number" IS NOT NULL)),
      CONSTRAINT "crate_parcel_carrier_parcel_number_fkey" FOREIGN KEY ("parcel_carrier", "parcel_number") REFERENCES "parcel" ("carrier", "number") ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX "crate_parcel_carrier_parcel_number_idx" ON "crate" ("parcel_carrier", "parcel_number");

    -- What keeps a parcel from being opened; it may not be lost.
    CREATE TABLE "seal" (
      "id"             INTEGER NOT NULL,
      "text"           TEXT    NOT NULL,
      "parcel_carrier" TEXT    COLLATE NOCASE,
      "parcel_number"  INTEGER,
      CONSTRAINT "seal_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "seal_parcel_carrier_parcel_number_key" UNIQUE ("parcel_carrier", "parcel_number"),
      CONSTRAINT "seal_parcel_check" CHECK (("parcel_carrier" IS NULL AND "parcel_number" IS NULL) OR ("parcel_carrier" IS NOT NULL AND "parcel_number" IS NOT NULL)),
      CONSTRAINT "seal_parcel_carrier_parcel_number_fkey" FOREIGN KEY ("parcel_carrier", "parcel_number") REFERENCES "parcel" ("carrier", "number") ON DELETE RESTRICT
    ) STRICT;

    -- What somebody asks for who did not get a parcel.
    CREATE TABLE "claim" (
      "id"             INTEGER NOT NULL,
      "text"           TEXT    NOT NULL,
      "parcel_carrier" TEXT    NOT NULL COLLATE NOCASE,
      "parcel_number"  INTEGER NOT NULL,
      CONSTRAINT "claim_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "claim_parcel_carrier_parcel_number_fkey" FOREIGN KEY ("parcel_carrier", "parcel_number") REFERENCES "parcel" ("carrier", "number") ON DELETE NO ACTION
    ) STRICT;
    CREATE INDEX "claim_parcel_carrier_parcel_number_idx" ON "claim" ("parcel_carrier", "parcel_number");

    -- A part of a parcel's way: the parcel is a part of its key.
    CREATE TABLE "leg" (
      "parcel_carrier" TEXT    NOT NULL COLLATE NOCASE,
      "parcel_number"  INTEGER NOT NULL,
      "position"       INTEGER NOT NULL,
      "vehicle"        TEXT    NOT NULL,
      CONSTRAINT "leg_pkey" PRIMARY KEY ("parcel_carrier", "parcel_number", "position"),
      CONSTRAINT "leg_parcel_carrier_parcel_number_fkey" FOREIGN KEY ("parcel_carrier", "parcel_number") REFERENCES "parcel" ("carrier", "number") ON DELETE CASCADE
    ) STRICT;

    -- What was noted on the way: its reference is the three columns of a leg's key.
    CREATE TABLE "remark" (
      "id"                INTEGER NOT NULL,
      "text"              TEXT    NOT NULL,
      "on_parcel_carrier" TEXT    NOT NULL COLLATE NOCASE,
      "on_parcel_number"  INTEGER NOT NULL,
      "on_position"       INTEGER NOT NULL,
      CONSTRAINT "remark_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "remark_on_parcel_carrier_on_parcel_number_on_position_fkey" FOREIGN KEY ("on_parcel_carrier", "on_parcel_number", "on_position") REFERENCES "leg" ("parcel_carrier", "parcel_number", "position") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "remark_on_parcel_carrier_on_parcel_number_on_position_idx" ON "remark" ("on_parcel_carrier", "on_parcel_number", "on_position");

    -- What stands on a parcel: the parcel is its whole key.
    CREATE TABLE "label" (
      "parcel_carrier" TEXT    NOT NULL COLLATE NOCASE,
      "parcel_number"  INTEGER NOT NULL,
      "text"           TEXT    NOT NULL,
      CONSTRAINT "label_pkey" PRIMARY KEY ("parcel_carrier", "parcel_number"),
      CONSTRAINT "label_parcel_carrier_parcel_number_fkey" FOREIGN KEY ("parcel_carrier", "parcel_number") REFERENCES "parcel" ("carrier", "number") ON DELETE CASCADE
    ) STRICT;

    -- The pairs of Parcel.bundle and Parcel.bundledWith.
    CREATE TABLE "parcel_bundle" (
      "parcel_carrier" TEXT    NOT NULL COLLATE NOCASE,
      "parcel_number"  INTEGER NOT NULL,
      "bundle_carrier" TEXT    NOT NULL COLLATE NOCASE,
      "bundle_number"  INTEGER NOT NULL,
      CONSTRAINT "parcel_bundle_pkey" PRIMARY KEY ("parcel_carrier", "parcel_number", "bundle_carrier", "bundle_number"),
      CONSTRAINT "parcel_bundle_parcel_carrier_parcel_number_fkey" FOREIGN KEY ("parcel_carrier", "parcel_number") REFERENCES "parcel" ("carrier", "number") ON DELETE CASCADE,
      CONSTRAINT "parcel_bundle_bundle_carrier_bundle_number_fkey" FOREIGN KEY ("bundle_carrier", "bundle_number") REFERENCES "parcel" ("carrier", "number") ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX "parcel_bundle_bundle_carrier_bundle_number_parcel_carrier_parcel_number_idx" ON "parcel_bundle" ("bundle_carrier", "bundle_number", "parcel_carrier", "parcel_number");

    -- The pairs of Parcel.stops and Depot.parcels.
    CREATE TABLE "parcel_stops" (
      "parcel_carrier" TEXT    NOT NULL COLLATE NOCASE,
      "parcel_number"  INTEGER NOT NULL,
      "depot_id"       INTEGER NOT NULL,
      CONSTRAINT "parcel_stops_pkey" PRIMARY KEY ("parcel_carrier", "parcel_number", "depot_id"),
      CONSTRAINT "parcel_stops_parcel_carrier_parcel_number_fkey" FOREIGN KEY ("parcel_carrier", "parcel_number") REFERENCES "parcel" ("carrier", "number") ON DELETE CASCADE,
      CONSTRAINT "parcel_stops_depot_id_fkey" FOREIGN KEY ("depot_id") REFERENCES "depot" ("id") ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX "parcel_stops_depot_id_parcel_carrier_parcel_number_idx" ON "parcel_stops" ("depot_id", "parcel_carrier", "parcel_number");

    """

  /// Changes exactly when `ddl` changes.
  public static let fingerprint = "fa8a6c8efa1f8e07"

  /// The tables of all models.
  public static let tables: [_TableDescription] = [
    Depot.table, Invoice.table, Receipt.table, Parcel.table, Scan.table, Crate.table, Seal.table, Claim.table,
    Leg.table, Remark.table, Label.table,
  ]

  /// There are no migrations yet.
  public static let migrations = SchemaMigrations([])
}

nonisolated extension Address: _ColumnGroup {
  public static var _columnCount: Int { 6 }
  public static var requiredColumn: Int { 1 }

  @inlinable public init(row: inout some RowReader) throws {
    (line, street, city, kind, location) = try (
      row.read(), row.read(), row.read(), row.read(), row.readGroupIfPresent()
    )
  }

  @inlinable public func _bind(to binder: inout some ValueBinder) { binder.bind(line, street, city, kind, location) }

  /// The columns of `Address`, for use in queries.
  public struct Columns<Owner>: _GroupColumns {
    public typealias Group = Address
    public let columnSlice: _ColumnSlice<Owner>
    public init(_ columns: _ColumnSlice<Owner>) { columnSlice = columns }

    public var line: Column<Owner, String?> { columnSlice[0] }
    public var street: Column<Owner, String> { columnSlice[1] }
    public var city: Column<Owner, String> { columnSlice[2] }
    public var kind: Column<Owner, Address.Kind> { columnSlice[3] }
    public var location: OptionalGroup<Location.Columns<Owner>> { columnSlice.group(from: 4) }
  }
}

nonisolated extension Location: _ColumnGroup {
  public static var _columnCount: Int { 2 }

  @inlinable public init(row: inout some RowReader) throws {
    (latitude, longitude) = try (row.read(), row.read())
  }

  @inlinable public func _bind(to binder: inout some ValueBinder) { binder.bind(latitude, longitude) }

  /// The columns of `Location`, for use in queries.
  public struct Columns<Owner>: _GroupColumns {
    public typealias Group = Location
    public let columnSlice: _ColumnSlice<Owner>
    public init(_ columns: _ColumnSlice<Owner>) { columnSlice = columns }

    public var latitude: Column<Owner, Double> { columnSlice[0] }
    public var longitude: Column<Owner, Double> { columnSlice[1] }
  }
}

nonisolated extension Address.Kind: RawColumnValue {}
