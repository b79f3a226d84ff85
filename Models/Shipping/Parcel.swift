import Postil

/// A parcel, known by the number that its carrier gave it.
// @table
// @allow(longName, reason: "SQLite keeps every byte of a name, and no other database is meant")
public struct Parcel: Codable, Hashable, Identifiable, Sendable {
  public let carrier: String  // @primaryKey @collate(nocase)
  public let number: Int64  // @primaryKey
  public var content: String

  // @manyToMany(stops: Depot, inverse: parcels)
  // @manyToMany(bundle: Parcel, inverse: bundledWith)
}

/// That a parcel was seen somewhere; goes with it.
// @table
public struct Scan: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var place: String

  // @references(inverse: scans, onDelete: cascade)
  public var parcelID: Parcel.ID

  // @references
  public var depotID: Depot.ID?
}

/// Something to carry parcels in, which may be empty; its key is two columns as well.
// @table
public struct Crate: Codable, Hashable, Identifiable, Sendable {
  public let yard: String  // @primaryKey
  public let slot: Int  // @primaryKey

  // @references(inverse: crates, onDelete: nullify)
  public var parcelID: Parcel.ID?
}

/// What keeps a parcel from being opened; it may not be lost.
// @table
public struct Seal: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var text: String

  // @references(inverse: seal, onDelete: deny) @unique
  public var parcelID: Parcel.ID?
}

/// What somebody asks for who did not get a parcel.
// @table
public struct Claim: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var text: String

  // @references(inverse: claims, onDelete: noAction)
  public let parcelID: Parcel.ID
}

/// A part of a parcel's way: the parcel is a part of its key.
// @table
public struct Leg: Codable, Hashable, Identifiable, Sendable {
  // @primaryKey @references(inverse: legs, onDelete: cascade)
  public let parcelID: Parcel.ID
  public let position: Int  // @primaryKey
  public var vehicle: String
}

/// What was noted on the way: its reference is the three columns of a leg's key.
// @table
public struct Remark: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var text: String

  // @references(inverse: remarks, onDelete: cascade) @column("on")
  public var legID: Leg.ID
}

/// What stands on a parcel: the parcel is its whole key.
// @table
public struct Label: Codable, Hashable, Identifiable, Sendable {
  // @primaryKey @references(inverse: label, onDelete: cascade)
  public let parcelID: Parcel.ID
  public var text: String
}
