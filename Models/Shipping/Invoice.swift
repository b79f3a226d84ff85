import Postil

/// What is to be paid for a parcel, as the carrier's list has it; what is not in it yet, is not known.
// @table
// @references(parcel: Parcel, from: carrier, parcelNumber, inverse: invoices)
public struct Invoice: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var carrier: String?
  public var parcelNumber: Int64?
  public var cents: Int
}

/// That a parcel arrived: one for each.
// @table
// @unique(number, carrier)
// @references(parcel: Parcel, from: carrier, number, inverse: receipt, onDelete: cascade)
// @references(depot: Depot, from: depotID)
public struct Receipt: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var carrier: String
  public var number: Int64
  public var depotID: Depot.ID?
  public var signature: String
}
