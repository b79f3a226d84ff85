import Postil

/// That one package needs, wants or cannot bear another.
// @table
// @index(targetID, kind)
public struct Dependency: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var kind: Kind
  /// Dependencies of one package and kind with the same number are alternatives: one of them is enough.
  public var alternative: Int32
  /// `>=`, `=` …, with ``versionBound``; `nil` where any version does.
  public var relation: Relation?
  public var versionBound: String?

  // @references(inverse: dependencies, onDelete: cascade)
  public let packageID: Package.ID

  // @references(inverse: dependents, onDelete: cascade)
  public let targetID: Package.ID

  /// The field of the index. Source: Debian Policy, section 7.2.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case depends
    case preDepends = "pre-depends"
    case recommends, suggests, enhances, breaks, conflicts
  }

  /// How a version is bound. Source: Debian Policy, section 7.1.
  public enum Relation: String, Codable, Sendable, CaseIterable {
    case earlier = "<<"
    case earlierOrEqual = "<="
    case equal = "="
    case laterOrEqual = ">="
    case later = ">>"
  }
}
