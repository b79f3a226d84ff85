/// A `SELECT` with its results: the rows of one query, or the combined rows of several.
@usableFromInline
package struct SelectStatement: Sendable {
  /// The origin and the clauses of the rows.
  package var core: QueryCore
  /// The expressions that are returned for each row.
  package var results: [_ExpressionNode]
  /// The statements whose rows are combined with this one's, in order.
  var compounds: [(operation: CompoundOperation, statement: SelectStatement)] = []
  /// The order and page of the combined rows; if empty, those of `core` apply.
  var orderings: [Ordering] = []
  var limit: Int?
  var offset = 0
  /// What the statement returns besides the columns of its first table, if it returns limited rows.
  var tables = LimitedTables()

  @usableFromInline
  package init(_ core: QueryCore, results: [_ExpressionNode], of sources: [_Source]) {
    // An aggregate without groups is computed over the limited rows.
    let isAggregate = core.isPaged && core.groupings == nil && results.contains(where: \.containsAggregate)
    self.core = (isAggregate ? core.limitedRows(keepingOrder: false, for: "select") : core).reading(sources)
    self.results = results
  }

  /// Creates a statement that returns all columns of a query's rows. For a projection to which nothing was added, it is
  /// the statement that created the projection's rows.
  /// - Parameter includesLazy: whether it also returns the columns that aren't in rows. A subquery does, because they can be used outside.
  init(rowsOf core: QueryCore, includesLazy: Bool = true) {
    if let statement = core.bareStatement {
      self = statement
      return
    }
    let source = _Source(core.table)
    let columns = includesLazy ? core.table.allColumns : core.table.columns.map(\.name)
    self.init(core, results: columns.map { .column($0, of: source) }, of: [source])
  }

  var isCompound: Bool { !compounds.isEmpty }

  /// Whether a result has another value each time it is computed.
  var isVolatile: Bool {
    results.contains { $0.traits.contains(.volatile) } || compounds.contains { $0.statement.isVolatile }
  }

  /// Whether the rows are sorted or limited.
  var isOrderedOrPaged: Bool {
    isCompound
      ? !orderings.isEmpty || limit != nil || offset > 0
      : !core.orderings.isEmpty || core.position != nil || core.isPaged
  }

  var isPaged: Bool { isCompound ? limit != nil || offset > 0 : core.isPaged }

  /// The number of levels of the deepest expression.
  var depth: UInt16 {
    var depth = core.depth
    for result in results { depth = max(depth, result.depth) }
    for ordering in orderings { depth = max(depth, ordering.node.depth) }
    for compound in compounds { depth = max(depth, compound.statement.depth + 1) }
    return depth
  }

  @usableFromInline
  package func paged(limit: Int?, offset: Int) -> SelectStatement {
    var statement = self
    if isCompound, QueryError.negativePage(limit: limit, offset: offset) == nil {
      (statement.limit, statement.offset) = QueryCore.page(limit, offset, of: (self.limit, self.offset))
    } else {
      statement.core = core.paged(limit: limit, offset: offset)
    }
    return statement
  }

  /// At most `count` rows of this statement; `nil` for all.
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
    // Limited rows are sorted after the limit.
    var statement = isPaged ? asTable() : self
    if statement.isCompound { statement.orderings += terms } else { statement.core.orderings += terms }
    return statement
  }

  @usableFromInline
  func distinct() -> SelectStatement {
    // Rows that are limited or combined become a separate table.
    if isCompound || core.isPaged { return asTable().distinct() }
    var statement = self
    statement.core.isDistinct = true
    return statement
  }

  @usableFromInline
  func combined(_ operation: CompoundOperation, with other: SelectStatement) -> SelectStatement {
    // Combining after an order or a page starts a new statement: `(a ORDER BY … LIMIT 3) UNION b`.
    var statement = isOrderedOrPaged ? asTable() : self
    // Rendering goes as deep as the statements are nested, and the stack is limited.
    guard other.depth < _ExpressionNode.maximumDepth else {
      statement.core.predicates.append(.failure(.expressionTooDeep))
      return statement
    }
    statement.compounds.append((operation, other))
    return statement
  }

  /// The results, as the columns of a table.
  var resultTable: _TableDescription {
    _TableDescription(
      model: core.table.model, name: core.table.name,
      columns: results.indices.map { ColumnName("c\($0)", property: "\($0)") })
  }

  /// The same rows, read from this statement like from a table.
  func asTable() -> SelectStatement {
    let table = resultTable
    let source = _Source(table)
    return SelectStatement(
      QueryCore(table, origin: .derived(self)), results: table.columns.map { .column($0.name, of: source) },
      of: [source])
  }
}

/// The operation that combines the rows of two statements.
@usableFromInline
enum CompoundOperation: UInt8, Sendable {
  case union, unionAll, intersect, except
}

extension QueryCore {
  /// The statement from which this query was created, if only a page was added to it.
  var bareStatement: SelectStatement? {
    guard case .derived(let statement) = origin, hasNoConditions, orderings.isEmpty, hidingColumn == nil,
      statement.tables.others.isEmpty, statement.tables.position == nil
    else {
      return nil
    }
    return isPaged ? statement.paged(limit: limit, offset: offset) : statement
  }
}
