/// The tables that one `SELECT`, `UPDATE` or `DELETE` reads, while it is rendered.
struct Scope {
  /// One table with the alias that it got.
  struct Table {
    let alias: Int
    let rows: Rows
    /// The table that it is joined to, by its place in the scope; `nil` for the first.
    var parent: Int?
    /// The columns of the parent and of this table that are equal.
    var near: [String] = []
    var far: [String] = []
    /// Whether the row may be missing.
    var isLeft = false
    /// The column that is `NULL` in a row that is not deleted, where no other row is joined.
    var deletedAt: String?
    /// What leads here from the parent; `nil` for the first table, and for the members' table after a join table.
    var path: RelationshipPath?
    /// Whether there is a `MATCH` of this full-text index, and whether a value of one was used.
    var isMatched = false
    var needsMatch = false
    /// What joined the table by a condition.
    var join: ExplicitJoin?
  }

  /// What a table is.
  enum Rows {
    case table(String)
    /// A subquery, whose results get these names.
    case statement(SelectStatement, columns: [String])
    /// A common table expression.
    case common(CommonTable)
  }

  /// The sources that represent the rows of the query.
  var roots: [QueryCore.Root]
  var tables: [Table] = []
  /// The place of each table of the query; `nil` while the members' table after a join table is not needed.
  var elements: [Int?] = []
  /// The texts of the predicates that the rows are grouped by.
  var groupedPredicates: [RenderedStatement] = []
  /// What is returned, as an order may name it.
  var results: [ExpressionNode] = []
  /// The relationship whose join table is the first one.
  let joinTablePath: RelationshipPath?
  /// Whether a path may be a join; in an `UPDATE` or `DELETE` itself it is a subquery.
  var takesJoins: Bool
  /// Whether the tables are read in the order in which they are written.
  var keepsOrder = false
  /// Whether a path was needed where there can be no join.
  var neededJoins = false

  init(roots: [QueryCore.Root], joinTablePath: RelationshipPath? = nil, takesJoins: Bool = true) {
    self.roots = roots
    self.joinTablePath = joinTablePath
    self.takesJoins = takesJoins
  }

  /// The table of the query that a root source represents.
  func element(of node: SourceNode) -> Int? { roots.first { $0.source.node === node }?.element }

  /// The table at the end of a path from a table that is here already.
  func table(after parent: Int, by path: RelationshipPath) -> Int? {
    tables.firstIndex { $0.parent == parent && ($0.path?.isSame(as: path) ?? false) }
  }
}
