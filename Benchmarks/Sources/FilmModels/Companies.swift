import Postil

/// A company's part in a title.
// @table("movie_companies")
public struct MovieCompany: Hashable, Identifiable, Sendable {
  public let id: ID

  // @references(inverse: companies)
  public var movieID: Title.ID

  // @references(inverse: movies)
  public var companyID: CompanyName.ID

  // @references(inverse: movies)
  public var companyTypeID: CompanyType.ID

  public var note: String?
}

/// A company.
// @table
public struct CompanyName: Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @index
  public var countryCode: String?  // @index
}

/// What a company does for a title: `distributors`, `production companies` and others.
// @table
public struct CompanyType: Hashable, Identifiable, Sendable {
  public let id: ID
  public var kind: String  // @unique
}
