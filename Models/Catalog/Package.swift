import Postil

/// A package of a Debian archive. A package that others name and none provides under its own name is virtual.
// @table
public struct Package: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique @check("length(name) > 0")
  /// One line that says what it is.
  public var summary: String = ""
  public var homepage: String?
  public var priority: Priority = .optional
  public var isEssential = false
  public var isVirtual = false

  // @references(inverse: packages)
  public var maintainerID: Maintainer.ID?

  // @references(inverse: packages)
  public var sectionID: ArchiveSection.ID?

  // @manyToMany(tags: Tag, inverse: packages)

  /// How much a system needs a package. Source: Debian Policy, section 2.5.
  public enum Priority: String, Codable, Sendable, CaseIterable {
    case required, important, standard, optional, extra
  }
}
