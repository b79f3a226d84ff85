import Postil

/// A fact about a title, such as a genre, a country or a release date.
// @table @index(movieID, infoTypeID)
public struct MovieInfo: Hashable, Identifiable, Sendable {
  public let id: ID

  // @references(inverse: infos)
  public var movieID: Title.ID

  // @references(inverse: movieInfos)
  public var infoTypeID: InfoType.ID

  public var info: String
  public var note: String?
}

/// A figure of a title, such as its rating or its number of votes.
// @table @index(movieID, infoTypeID)
public struct MovieInfoIdx: Hashable, Identifiable, Sendable {
  public let id: ID

  // @references(inverse: figures)
  public var movieID: Title.ID

  // @references(inverse: figures)
  public var infoTypeID: InfoType.ID

  public var info: String
}

/// The kinds of facts.
// @table
public struct InfoType: Hashable, Identifiable, Sendable {
  public let id: ID
  public var info: String  // @unique
}

/// A keyword of a title.
// @table
public struct MovieKeyword: Hashable, Identifiable, Sendable {
  public let id: ID

  // @references(inverse: movieKeywords)
  public var movieID: Title.ID

  // @references(inverse: movieKeywords)
  public var keywordID: Keyword.ID
}

/// A keyword.
// @table
public struct Keyword: Hashable, Identifiable, Sendable {
  public let id: ID
  public var keyword: String  // @unique
  public var phoneticCode: String?
}
