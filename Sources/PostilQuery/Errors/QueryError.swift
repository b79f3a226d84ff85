/// A query that can't be written as SQL. The error is thrown when the query runs.
public enum QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A column of a row that the query doesn't read, such as one saved from the closure of another query.
  case columnOutOfScope(table: String, column: String)
  /// An assignment to a column of a row other than the updated one.
  case assignmentOutOfScope(table: String, column: String)
  /// An expression of more than 250 levels. A chain of `&&` or of `||` is a few levels, however long it is.
  case expressionTooDeep
  /// A relationship and a key that have different columns.
  case keyMismatch(relationship: String)
  /// A rank, highlight or snippet without a match that every row must satisfy.
  case fullTextWithoutMatch(table: String)
  /// An aggregate in a condition on single rows.
  case aggregateInCondition
  /// An aggregate or a window function in `group`.
  case aggregateInGrouping
  /// A window function in a condition.
  case windowInCondition
  /// An aggregate or a window function inside an aggregate.
  case nestedAggregate(function: String)
  /// An aggregate in a subquery that uses only columns of the outer query.
  case aggregateOfOuterRows(function: String)
  /// A column that can have different values within a group.
  case columnNotGrouped(table: String, column: String)
  /// Combined rows that are sorted by something they don't return.
  case unorderableCompound
  /// A window function inside a window function.
  case nestedWindow
  /// A window function of distinct values.
  case distinctWindow
  /// An invalid window frame.
  case windowFrame(reason: String)
  /// An argument that a function doesn't accept.
  case argument(function: String, needs: String)
  /// A division by the value 0.
  case divisionByZero
  /// Rows that can't be paged.
  case unpageable(reason: String)
  /// A cursor from a query with another order.
  case cursorOfAnotherOrder(order: String)
  /// A `with` that names the row itself instead of a relationship.
  case inclusionOfTheRowItself(table: String)
  /// Raw SQL that wouldn't do what it seems to do.
  case rawSQL(RawSQLMistake, sql: String)
  /// An insert from a query that sets no value for required columns.
  case columnsNotSet(table: String, columns: [String])
  /// An update, an upsert or an insert from a query that sets a column twice.
  case columnSetTwice(table: String, column: String)
  /// An insert from a query that sets a column that the database computes.
  case generatedColumnSet(table: String, column: String)
  /// A returned value that reads other rows of the changed table.
  case returningReadsChangedTable(table: String)
  /// A query of a projection that wasn't created by `select`.
  case projectionWithoutQuery(model: String)
  /// `withDeleted()` on combined rows whose queries already exclude deleted rows.
  case deletedRowsOfCombination(model: String)

  /// The reason why rows can't be limited like this; `nil` if they can.
  static func negativePage(limit: Int?, offset: Int) -> QueryError? {
    if let limit, limit < 0 { return .argument(function: "limit", needs: "at least 0 rows, not \(limit)") }
    return offset < 0 ? .argument(function: "offset", needs: "at least 0 rows, not \(offset)") : nil
  }

  /// What is wrong, and what to write instead.
  public var description: String {
    switch self {
    case .columnOutOfScope(let table, let column):
      "the column '\(column)' belongs to a row of '\(table)' that this query doesn't read; use the columns passed to this "
        + "query's closure, or to a closure around it"
    case .assignmentOutOfScope(let table, let column):
      "the column '\(column)' doesn't belong to the updated row of '\(table)'; set columns of the closure's own '$0'"
    case .expressionTooDeep:
      "the expression has more than \(_ExpressionNode.maximumDepth) levels; use 'in' for many values, or a 'where' for each "
        + "condition"
    case .keyMismatch(let relationship):
      "the relationship '\(relationship)' and the key have different columns"
    case .columnNotGrouped(let table, let column):
      "the column '\(column)' of '\(table)' can have different values within a group; group by it or by the primary key, "
        + "or use an aggregate such as 'max()'"
    case .unorderableCompound:
      "combined rows can be ordered only by the values that they return; select the values to order by, or make the rows a "
        + "projection and order that"
    case .fullTextWithoutMatch(let table):
      "'rank', 'highlight' and 'snippet' of '\(table)' need a match that every row satisfies; add "
        + "'where { $0.fullText.matches(…) }', alone or combined with '&&'"
    case .aggregateInCondition:
      "aggregates such as 'count()' and 'sum()' aren't allowed in 'where'; use 'having' for groups, 'count' of a to-many "
        + "relationship, or a subquery"
    case .aggregateInGrouping:
      "aggregates and window functions aren't allowed in 'group'; return the value with 'select', and group those rows"
    case .windowInCondition:
      "window functions aren't allowed in conditions, because they are computed after them; return the value with 'select', "
        + "and filter those rows"
    case .nestedAggregate(let function):
      "the aggregate '\(function)' contains an aggregate or a window function; return the inner value with 'select', and "
        + "aggregate those rows"
    case .aggregateOfOuterRows(let function):
      "the aggregate '\(function)' in a subquery uses only columns of the outer query, where SQL would compute it; use a "
        + "column of the subquery's rows"
    case .nestedWindow:
      "a window function contains a window function; return the inner value with 'select', and use it in a query of those rows"
    case .distinctWindow:
      "SQLite has no window functions of distinct values; remove 'distinct', or group the rows"
    case .windowFrame(let reason): "invalid window frame: \(reason)"
    case .projectionWithoutQuery(let model):
      "the projection '\(model)' has no table; make its rows with 'select', as in 'Item.select { \(model).Columns(…) }'"
    case .deletedRowsOfCombination(let model):
      "the deleted rows of '\(model)' were left out before the queries were combined or limited; call 'withDeleted()' on these "
        + "queries"
    case .argument(let function, let needs): "'\(function)' needs \(needs)"
    case .divisionByZero:
      "division by the value 0, which is NULL in SQL, while the type isn't optional; check the value first, or divide by an "
        + "expression, as in '$0.total / SQL.value(count)', which is 'nil' then"
    case .unpageable(let reason): "the query can't be paged: \(reason)"
    case .cursorOfAnotherOrder(let order):
      "the cursor belongs to another order than that of the query, \(order); use the same expressions, directions and places "
        + "of NULL as the query that created the cursor, or start at the first page"
    case .inclusionOfTheRowItself(let table):
      "'with' names the row of '\(table)' itself; name its relationships, as in 'with { ($0.project, $0.tags) }'"
    case .rawSQL(let mistake, let sql): "in raw SQL \(mistake)" + (sql.isEmpty ? "" : ": \(sql)")
    case .columnsNotSet(let table, let columns):
      "an insert into '\(table)' from a query sets no value for \(columns.map { "'\($0)'" }.joined(separator: ", ")); set each "
        + "one (the defaults of Swift properties aren't in the database)"
    case .columnSetTwice(let table, let column):
      "'\(column)' of '\(table)' is set twice in one statement; set it once"
    case .generatedColumnSet(let table, let column):
      "an insert into '\(table)' from a query sets '\(column)', which the database computes; set the columns that it is "
        + "computed from"
    case .returningReadsChangedTable(let table):
      "'returning' is computed while the rows of '\(table)' change, so it can't read other rows of this table; return columns "
        + "of the row, and fetch the rest after the change"
    }
  }
}
