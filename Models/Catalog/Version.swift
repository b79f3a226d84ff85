import Postil

/// A version of a package that the archive offers.
// @table
// @unique(packageID, number, architecture)
public struct Version: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var number: String
  public var architecture: String
  /// In bytes.
  public var downloadSize: Int64
  /// In KiB.
  public var installedSize: Int64?
  public var filename: String
  public var sha256: String?

  // @references(inverse: versions, onDelete: cascade)
  public let packageID: Package.ID
}
