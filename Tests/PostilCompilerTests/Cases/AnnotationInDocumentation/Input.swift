/// Something to do.
/// @index(title)
// @table
struct Item: Sendable {
  let id: ID
  /// @unique
  var title: String
  /// What it is about; see `@unique`, and @unique too.
  ///@references(Project.self, inverse: items)
  var projectID: Project.ID
  /**
   * The state of it.
   *
   *	@check("done IN (0, 1)")
   */
  var done = false  /** @index */

  /// @manyToMany(tags: Tag, inverse: items)

  /// @index(title)
  enum Kind: String { case small }
}

/// @Metadata {
///   @PageKind(article)
/// }
/// The column @unique is no annotation here.
/// - @unique
/// `@unique` neither.
// @table
struct Project: Sendable {
  let id: ID
  /// @Unique, @uniqueness and @see are nobody's.
  /// @uniqueness
  /// @see Item
  var name: String
}

/// A struct of another library: its documentation is its own.
struct Other {
  /// @version 2
  var number = 2
}
