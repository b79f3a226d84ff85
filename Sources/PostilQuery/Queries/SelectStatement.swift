/// One `SELECT` with its results: a query's rows, or the rows of several that were combined.
@usableFromInline
struct SelectStatement: Sendable {
  /// Where the rows come from, and which they are.
  var core: QueryCore
  /// What is returned of each row.
  var results: [ExpressionNode]
  /// The statements whose rows are combined with this one's, in their order.
  var compounds: [(operation: CompoundOperation, statement: SelectStatement)] = []
  /// How the combined rows are ordered, and which of them are returned; if empty, those of `core` apply.
  var orderings: [Ordering] = []
  var limit: Int?
  var offset = 0

  @usableFromInline
  init(_ core: QueryCore, results: [ExpressionNode], of sources: [_Source]) {
    self.core = core.reading(sources)
    self.results = results
  }

  /// Every column of a query's rows; that of a projection is the statement that it was made with, where nothing was added.
  init(rowsOf core: QueryCore) {
    if let statement = core.bareStatement {
      self = statement
      return
    }
    let source = _Source(core.table)
    self.init(core, results: core.table.columns.map { .column($0.name, of: source) }, of: [source])
  }

  var isCompound: Bool { !compounds.isEmpty }

  /// Whether only some of the rows are returned, or in an order.
  var isOrderedOrPaged: Bool {
    isCompound
      ? !orderings.isEmpty || limit != nil || offset > 0
      : !core.orderings.isEmpty || core.position != nil || core.isPaged
  }

  var isPaged: Bool { isCompound ? limit != nil || offset > 0 : core.isPaged }

  /// How many levels the deepest expression has.
  var depth: UInt16 {
    var depth = core.depth
    for result in results { depth = max(depth, result.depth) }
    for ordering in orderings { depth = max(depth, ordering.node.depth) }
    for compound in compounds { depth = max(depth, compound.statement.depth + 1) }
    return depth
  }

  @usableFromInline
  func paged(limit: Int?, offset: Int) -> SelectStatement {
    var statement = self
    if isCompound {
      statement.limit = limit.map { max($0, 0) }
      statement.offset = max(offset, 0)
    } else {
      statement.core = core.paged(limit: limit, offset: offset)
    }
    return statement
  }

  /// The first `count` rows of this statement only, all of them for `nil`.
  func first(_ count: Int?) -> SelectStatement {
    guard let count else { return self }
    var statement = self
    if isCompound {
      statement.limit = min(limit ?? count, count)
    } else {
      statement.core = core.first(count)
    }
    return statement
  }

  @usableFromInline
  func ordered(by terms: [Ordering]) -> SelectStatement {
    var statement = self
    if isCompound { statement.orderings += terms } else { statement.core.orderings += terms }
    return statement
  }

  @usableFromInline
  func distinct() -> SelectStatement {
    // Rows of which some were left out already, or that are combined, are a table of their own.
    if isCompound || core.isPaged { return asTable().distinct() }
    var statement = self
    statement.core.isDistinct = true
    return statement
  }

  @usableFromInline
  func combined(_ operation: CompoundOperation, with other: SelectStatement) -> SelectStatement {
    // A combination after an order or a page starts a new statement: `(a ORDER BY … LIMIT 3) UNION b`.
    var statement = isOrderedOrPaged ? asTable() : self
    statement.compounds.append((operation, other))
    return statement
  }

  /// The results, as the columns of a table.
  var resultTable: _TableDescription {
    _TableDescription(
      model: core.table.model, name: core.table.name,
      columns: results.indices.map { ColumnName("c\($0)", property: "\($0)") })
  }

  /// The same rows, read from this statement as from a table.
  func asTable() -> SelectStatement {
    let table = resultTable
    let source = _Source(table)
    return SelectStatement(
      QueryCore(table, origin: .derived(self)), results: table.columns.map { .column($0.name, of: source) },
      of: [source])
  }
}

/// How the rows of two statements are combined.
@usableFromInline
enum CompoundOperation: Sendable {
  case union, unionAll, intersect, except
}

extension QueryCore {
  /// The statement from which this query was created, if only a page was added to it.
  var bareStatement: SelectStatement? {
    guard case .derived(let statement) = origin, hasNoConditions, orderings.isEmpty, hidingColumn == nil else {
      return nil
    }
    if !isPaged { return statement }
    return statement.isPaged ? nil : statement.paged(limit: limit, offset: offset)
  }
}
