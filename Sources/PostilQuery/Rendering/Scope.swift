/// The tables that one `SELECT`, `UPDATE` or `DELETE` reads, while it is rendered.
struct Scope {
  /// One table with the alias that it got.
  struct Table {
    let alias: Int
    let name: String
    /// The table that it is joined to, by its place in the scope; `nil` for the first.
    let parent: Int?
    /// The columns of the parent and of this table that are equal.
    let near: [String]
    let far: [String]
    /// Whether the row may not be there.
    let isLeft: Bool
    /// The column that is `NULL` in a row that is not deleted, where no other row is joined.
    var deletedAt: String?
    /// What leads here from the parent; `nil` for the first table, and for the members' table behind a join table.
    let path: RelationshipPath?
    /// Whether a `MATCH` of this index of words is there, and whether something was asked about one.
    var isMatched = false
    var needsMatch = false
  }

  /// The sources that stand for a row of the query.
  let roots: [Source]
  var tables: [Table] = []
  /// Which table the roots are; `nil` while the members' table behind a join table is not needed.
  var root: Int?
  /// The relationship whose join table is the first one.
  let joinTablePath: RelationshipPath?
  /// Whether a path may be a join; in an `UPDATE` or `DELETE` itself it is a subquery.
  let takesJoins: Bool
  /// Whether a path was needed where there can be no join.
  var neededJoins = false

  init(roots: [Source], joinTablePath: RelationshipPath? = nil, takesJoins: Bool = true) {
    self.roots = roots
    self.joinTablePath = joinTablePath
    self.takesJoins = takesJoins
  }

  func isRoot(_ node: SourceNode) -> Bool { roots.contains { $0.node === node } }

  /// The table at the end of a path from a table that is here already.
  func table(after parent: Int, by path: RelationshipPath) -> Int? {
    tables.firstIndex { $0.parent == parent && ($0.path?.isSame(as: path) ?? false) }
  }
}
