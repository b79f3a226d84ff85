import Postil

/// A film, an episode or a game: what most other tables refer to.
// @table @index(productionYear)
public struct Title: Hashable, Identifiable, Sendable {
  public let id: ID
  public var title: String

  // @references(inverse: titles)
  public var kindID: KindType.ID

  public var productionYear: Int?
  public var phoneticCode: String?
  public var episodeNumber: Int?
}

/// The kinds of titles: `movie`, `episode` and others.
// @table
public struct KindType: Hashable, Identifiable, Sendable {
  public let id: ID
  public var kind: String  // @unique
}

/// A title in another language.
// @table
public struct AkaTitle: Hashable, Identifiable, Sendable {
  public let id: ID

  // @references(inverse: akaTitles)
  public var movieID: Title.ID

  public var title: String
  public var note: String?
}

/// A reference from one title to another.
// @table
public struct MovieLink: Hashable, Identifiable, Sendable {
  public let id: ID

  // @references(inverse: links)
  public var movieID: Title.ID

  // @references(inverse: linksToIt)
  public var linkedMovieID: Title.ID

  // @references(inverse: links)
  public var linkTypeID: LinkType.ID
}

/// What a link means: `follows`, `remake of` and others.
// @table
public struct LinkType: Hashable, Identifiable, Sendable {
  public let id: ID
  public var link: String  // @unique
}
