/// A query that was to have exactly one row has another number; thrown by `fetchOnly`.
public enum RowCountMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no row.
  case none
  /// There are more than one.
  case several

  /// What is wrong, and what to write instead.
  public var description: String {
    switch self {
    case .none: "the query has no row where 'fetchOnly' expects one: use 'fetchOne' where there may be none"
    case .several:
      "the query has more than one row where 'fetchOnly' expects one: use 'fetchOne' for the first of several"
    }
  }
}
