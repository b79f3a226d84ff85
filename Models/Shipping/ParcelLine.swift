import Foundation
import Postil

/// A parcel as the board in the hall shows it: what a query gives, and no table has.
// @projection
public struct ParcelLine: Codable, Hashable, Sendable {
  public let parcelID: Parcel.ID  // @column("id")
  /// What is in it.
  public let content: String
  /// The depot that saw it last.
  public let depot: String?
  public let address: Address?  // @embedded
  public let site: Location  // @embedded
  public let scanCount: Int

  public init(parcelID: Parcel.ID, content: String, depot: String?, address: Address?, site: Location, scanCount: Int) {
    self.parcelID = parcelID
    self.content = content
    self.depot = depot
    self.address = address
    self.site = site
    self.scanCount = scanCount
  }
}
