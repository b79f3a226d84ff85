/// A query that cannot be written as SQL; thrown when it is run.
public enum QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A column of a row that the query does not read, such as one kept from the closure of another query.
  case columnOutOfScope(table: String, column: String)
  /// An assignment to a column of another row than the updated one.
  case assignmentOutOfScope(table: String, column: String)
  /// An expression of more than 250 levels, or a chain of more than a thousand `&&` or `||`.
  case expressionTooDeep
  /// A relationship and a key that do not have the same columns.
  case keyMismatch(relationship: String)
  /// A rank, highlight or snippet without a match that every row has.
  case fullTextWithoutMatch(table: String)
  /// An aggregate in a condition on single rows.
  case aggregateInCondition
  /// An aggregate or a window function as what rows are grouped by.
  case aggregateInGrouping
  /// A window function in a condition.
  case windowInCondition
  /// An aggregate, or a window function, in an aggregate.
  case nestedAggregate(function: String)
  /// An aggregate, in a query inside another, of nothing but columns of that other one.
  case aggregateOfOuterRows(function: String)
  /// A column that can differ within a group, beside what is the same in it.
  case columnNotGrouped(table: String, column: String)
  /// An order of combined rows by anything but what they return.
  case unorderableCompound
  /// A window function in a window function.
  case nestedWindow
  /// A window function of distinct values.
  case distinctWindow
  /// A window with a frame that there is not.
  case windowFrame(reason: String)
  /// A function of a number, or of a format, that it does not take.
  case argument(function: String, needs: String)
  /// An expression divided by the value 0.
  case divisionByZero
  /// Rows that have no pages.
  case unpageable(reason: String)
  /// A cursor that a query of another order gave.
  case cursorOfAnotherOrder(order: String)
  /// A row that a query was to load together with itself.
  case inclusionOfTheRowItself(table: String)
  /// Raw SQL that would not be what it looks like.
  case rawSQL(RawSQLMistake, sql: String)
  /// An update without assignments, which is nothing where it is run.
  case updateSetsNothing(table: String)
  /// An insert from a query that gives no value to columns that need one.
  case columnsNotSet(table: String, columns: [String])
  /// An insert from a query that sets a column twice.
  case columnSetTwice(table: String, column: String)
  /// An insert from a query that sets a column which the database computes.
  case generatedColumnSet(table: String, column: String)
  /// A returned value that is read from other rows of the table, which the statement is changing.
  case returningReadsChangedTable(table: String)

  /// A query of the rows of a projection, which no table has.
  case projectionWithoutQuery(model: String)
  /// Deleted rows asked of rows that were combined without them.
  case deletedRowsOfCombination(model: String)

  /// What is wrong, and what to write instead.
  public var description: String {
    switch self {
    case .columnOutOfScope(let table, let column):
      return "the column '\(column)' is of a row of '\(table)' that this query does not read: "
        + "use the columns that the query's own closure gets, or those of a closure around it"
    case .assignmentOutOfScope(let table, let column):
      return "the column '\(column)' is not of the updated row of '\(table)': set columns of the closure's own '$0'"
    case .expressionTooDeep:
      return "the expression has more than \(ExpressionNode.maximumDepth) levels, "
        + "or more than \(ExpressionNode.maximumLength) conditions in one chain: "
        + "use 'in' for many values, or a 'where' for each of many conditions"
    case .keyMismatch(let relationship):
      return "the relationship '\(relationship)' and the key do not have the same columns"
    case .columnNotGrouped(let table, let column):
      return
        "the column '\(column)' of '\(table)' can differ within a group: group by it or by the primary key, or put it "
        + "into an aggregate, such as 'max()'"
    case .unorderableCompound:
      return
        "combined rows are ordered by what they return alone: select what they are to be ordered by, or make them a "
        + "projection and order that"
    case .fullTextWithoutMatch(let table):
      return "'rank', 'highlight' and 'snippet' of '\(table)' say what a match is like, and this query has none "
        + "that every row must have: add 'where { $0.fullText.matches(…) }', by itself or beside '&&'"
    case .aggregateInCondition:
      return
        "an aggregate such as 'count()' or 'sum()' is of many rows, and this condition is asked of each by itself: "
        + "ask about groups in 'having', about a to-many relationship by its 'count', about other rows by a subquery"
    case .aggregateInGrouping:
      return "rows are grouped by what each of them has, and an aggregate or a window function is of many: "
        + "return it from a query with 'select', and group that one's rows"
    case .windowInCondition:
      return "a window function is computed after the conditions: return it from a query with 'select', "
        + "and ask about it in a query over that one"
    case .nestedAggregate(let function):
      return "an aggregate or a window function is in the aggregate '\(function)': "
        + "return the inner one from a query with 'select', and the outer one from a query over that one"
    case .aggregateOfOuterRows(let function):
      return "the aggregate '\(function)' in an inner query is of nothing but columns of the query around it, "
        + "and SQL would compute it there: take it of a column of the inner query's rows"
    case .nestedWindow:
      return "a window function is in another one: return the inner one from a query with 'select', "
        + "and the outer one from a query over that one"
    case .distinctWindow:
      return "SQLite has no window functions of distinct values: take 'distinct' away, or group the rows"
    case .windowFrame(let reason):
      return "the window has a frame that there is not: \(reason)"
    case .projectionWithoutQuery(let model):
      return "no table belongs to the projection '\(model)': make its rows by 'select' of a query of a model, as in "
        + "'Item.select { \(model).Columns(…) }'"
    case .deletedRowsOfCombination(let model):
      return "what is combined here has left the deleted rows of '\(model)' out already: write 'withDeleted()' at the "
        + "queries that are combined"
    case .argument(let function, let needs):
      return "'\(function)' needs \(needs)"
    case .divisionByZero:
      return "an expression is divided by the value 0, where SQL gives NULL and the type has none: look at the value "
        + "first, or divide by an expression, as in '$0.total / SQL.value(count)', which is 'nil' then"
    case .unpageable(let reason): return "the query has no pages: \(reason)"
    case .cursorOfAnotherOrder(let order):
      return "the cursor is of another order than the query's, \(order): order by the same expressions in the same "
        + "directions, with NULL on the same side, as the query that gave the cursor, or begin at the first page"
    case .inclusionOfTheRowItself(let table):
      return "'with' loads what a row of '\(table)' is related to, and was given the row: name relationships of it, "
        + "as in 'with { ($0.list, $0.tags) }'"
    case .rawSQL(let mistake, let sql):
      return "in raw SQL \(mistake)" + (sql.isEmpty ? "" : ": \(sql)")
    case .updateSetsNothing(let table):
      return "the update of '\(table)' sets nothing, so that there is no statement: give it an assignment"
    case .columnsNotSet(let table, let columns):
      let names = columns.map { "'\($0)'" }.joined(separator: ", ")
      return
        "an insert into '\(table)' from a query gives no value to \(names): set each, by 'set' of a column of the query or of a "
        + "value; defaults of Swift properties are not in the database"
    case .columnSetTwice(let table, let column):
      return "an insert into '\(table)' from a query sets '\(column)' twice: set it once"
    case .generatedColumnSet(let table, let column):
      return
        "an insert into '\(table)' from a query sets '\(column)', which the database computes: set what it is computed from"
    case .returningReadsChangedTable(let table):
      return
        "what 'returning' gives is computed while the rows of '\(table)' change, so that it cannot be read from others of "
        + "them: return columns of the row, and fetch the rest after the change"
    }
  }
}
