import Postil

/// A person.
// @table
public struct Name: Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @index
  public var gender: String?
  public var namePcodeCf: String
}

/// Another name of a person.
// @table
public struct AkaName: Hashable, Identifiable, Sendable {
  public let id: ID

  // @references(inverse: akaNames)
  public var personID: Name.ID

  public var name: String
}

/// A fact about a person.
// @table
public struct PersonInfo: Hashable, Identifiable, Sendable {
  public let id: ID

  // @references(inverse: infos)
  public var personID: Name.ID

  // @references(inverse: personInfos)
  public var infoTypeID: InfoType.ID

  public var info: String
  public var note: String?
}
