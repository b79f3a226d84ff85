extension Queryable {
  /// All rows: `SELECT … FROM "item" AS t0`.
  @inlinable
  public static var all: Query<Self> { Query() }

  /// The rows for which `predicate` is true; see ``Query/where(_:)``.
  @inlinable
  public static func `where`<P: SQLExpression<Bool>>(@ConditionBuilder _ predicate: (Columns) -> P) -> Query<Self> {
    Query().where(predicate)
  }

  /// All rows, sorted by these terms; see ``Query/order(_:)``.
  @inlinable
  public static func order(@OrderBuilder _ terms: (Columns) -> some _OrderTerms) -> Query<Self> { Query().order(terms) }

  /// At most `count` rows, after skipping `offset`; see ``Query/limit(_:offset:)``.
  @inlinable
  public static func limit(_ count: Int?, offset: Int = 0) -> Query<Self> { Query().limit(count, offset: offset) }

  /// Values for each row: one expression, a row, a tuple of these, or a projection; see ``Query/select(_:)``.
  @inlinable
  public static func select<Result>(@SelectionBuilder _ values: (Columns) -> some _SelectedResults<Result>) -> Result {
    Query<Self>().select(values)
  }

  /// The rows grouped by the values of these expressions; see ``Query/group(_:)``.
  @inlinable
  public static func group(@GroupBuilder _ expressions: (Columns) -> [_ExpressionNode]) -> GroupedQuery<OneTable<Self>>
  {
    Query<Self>().group(expressions)
  }

  /// The rows joined with those of a table that satisfy a condition; see ``Query/join(_:on:)``.
  @inlinable
  public static func join<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, @ConditionBuilder on condition: (RowColumns, T.RowColumns) -> P
  ) -> TwoTables<Self, T> { Query<Self>().join(rows: Query<T>(), on: condition) }

  /// The rows joined with those of another query that satisfy a condition; see ``Query/join(rows:on:)``.
  @inlinable
  public static func join<T: Queryable, P: SQLExpression<Bool>>(
    rows other: Query<T>, @ConditionBuilder on condition: (RowColumns, T.RowColumns) -> P
  ) -> TwoTables<Self, T> { Query<Self>().join(rows: other, on: condition) }

  /// All rows, joined with those of a table that satisfy a condition; see ``Query/leftJoin(_:on:)``.
  @inlinable
  public static func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, @ConditionBuilder on condition: (RowColumns, T.RowColumns) -> P
  ) -> TwoTables<Self, T?> { Query<Self>().leftJoin(rows: Query<T>(), on: condition) }

  /// All rows, joined with those of another query that satisfy a condition; see ``Query/leftJoin(rows:on:)``.
  @inlinable
  public static func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    rows other: Query<T>, @ConditionBuilder on condition: (RowColumns, T.RowColumns) -> P
  ) -> TwoTables<Self, T?> { Query<Self>().leftJoin(rows: other, on: condition) }

  /// All rows, each joined with every row of a table; see ``Query/crossJoin(_:)``.
  @inlinable
  public static func crossJoin<T: Queryable>(_ type: T.Type) -> TwoTables<Self, T> { Query<Self>().crossJoin(type) }

  /// All rows, each joined with every row of another query; see ``Query/crossJoin(rows:)``.
  @inlinable
  public static func crossJoin<T: Queryable>(rows other: Query<T>) -> TwoTables<Self, T> {
    Query<Self>().crossJoin(rows: other)
  }

  /// The same as `crossJoin(rows:)`.
  @inlinable
  public static func crossJoin<T: Queryable>(_ other: Query<T>) -> TwoTables<Self, T> { crossJoin(rows: other) }
}

extension Queryable {
  /// Fetches all rows; see ``FetchableQuery/fetchAll(in:fileID:line:)``.
  @inlinable
  public static func fetchAll<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> [Self]
  { try all.fetchAll(in: db, fileID: fileID, line: line) }

  /// The number of rows; see ``FetchableQuery/count(in:fileID:line:)``.
  @inlinable
  public static func count<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Int
  { try all.count(in: db, fileID: fileID, line: line) }

  /// Whether there is at least one row; see ``FetchableQuery/exists(in:fileID:line:)``.
  @inlinable
  public static func exists<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Bool
  { try all.exists(in: db, fileID: fileID, line: line) }
}
