/// The tables that a `SELECT`, `UPDATE` or `DELETE` reads, while it is rendered.
struct Scope {
  /// A table and its alias.
  struct Table {
    let alias: Int
    let rows: Rows
    /// The table that it is joined to, by its index in the scope; `nil` for the first.
    var parent: Int?
    /// The columns of the parent and of this table that are equal.
    var near: [String] = []
    var far: [String] = []
    /// Whether the row may be missing.
    var isLeft = false
    /// Whether a condition of the query reads it.
    var isFiltering = false
    /// The column that is `NULL` unless the row is deleted, if deleted rows aren't joined.
    var deletedAt: String?
    /// The path from the parent; `nil` for the first table, and for the members' table after a join table.
    var path: RelationshipPath?
    /// Whether there is a `MATCH` on this full-text index, and whether a value of the match was used.
    var isMatched = false
    var needsMatch = false
    /// The explicit join of the table.
    var join: ExplicitJoin?
    /// The index of the table among those of a subquery that returns the rows of several tables. Only the first of them
    /// is written.
    var part = 0
  }

  /// The rows of a table.
  enum Rows {
    case table(String)
    /// A subquery, whose results get these names.
    case statement(SelectStatement, columns: [String])
    /// A common table expression.
    case common(CommonTable)
    /// The elements of a JSON array.
    case elements(JSONNode)
    /// No table: one row.
    case none
  }

  /// The sources that represent the rows of the query.
  var roots: [QueryCore.Root]
  var tables: [Table] = []
  /// The index of each table of the query; `nil` for the members' table after a join table as long as it isn't needed.
  var elements: [Int?] = []
  /// The conditions of the query, and whether its rows are those that belong to one row.
  var conditions: [_ExpressionNode] = []
  var isFoundByOwner = false
  /// The conditions of explicit joins that use paths. The tables of the paths come after the joined ones, so the conditions are
  /// written in the `WHERE`.
  var pathConditions: [_ExpressionNode] = []
  /// The texts of the predicates by which the rows are grouped.
  var groupedPredicates: [_RenderedStatement] = []
  /// The results, to which an order may refer.
  var results: [_ExpressionNode] = []
  /// The relationship whose join table is the first table.
  let joinTablePath: RelationshipPath?
  /// Whether a path can be a join. Directly in an `UPDATE` or `DELETE`, it is a subquery.
  var takesJoins: Bool
  /// Whether the tables are read in the order in which they are written.
  var keepsOrder = false
  /// Whether the conditions of the query are being written.
  var writesConditions = false
  /// Whether a path was needed where joins aren't possible.
  var neededJoins = false

  init(roots: [QueryCore.Root], joinTablePath: RelationshipPath? = nil, takesJoins: Bool = true) {
    self.roots = roots
    self.joinTablePath = joinTablePath
    self.takesJoins = takesJoins
  }

  /// The name of a column of one of the tables: with a prefix if the table is a part of a subquery.
  func name(of column: String, in table: Table) -> String {
    table.part == 0 ? column : LimitedTables.prefix(ofPart: table.part) + column
  }

  /// The tables after the first one, those that conditions read before those that only results and orders read. Among plans that it
  /// expects to cost the same, SQLite chooses the one that reads the tables in this order.
  var joinedTables: [Table] {
    guard !keepsOrder else { return Array(tables.dropFirst()) }
    var comesFirst = tables.map { $0.path == nil || $0.isFiltering }
    for index in tables.indices.reversed() where comesFirst[index] {
      if let parent = tables[index].parent { comesFirst[parent] = true }
    }
    let indices = tables.indices.dropFirst()
    return (indices.filter { comesFirst[$0] } + indices.filter { !comesFirst[$0] }).map { tables[$0] }
  }

  /// The query's table that a root source represents.
  func element(of node: SourceNode) -> Int? { roots.first { $0.source.node === node }?.element }

  /// The table at the end of a path from a table that is already in the scope.
  func table(after parent: Int, by path: RelationshipPath) -> Int? {
    tables.firstIndex { $0.parent == parent && ($0.path?.isSame(as: path) ?? false) }
  }
}
