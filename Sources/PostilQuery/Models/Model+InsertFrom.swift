// Inserts from a query: one statement creates a row for each row of a query, without loading them into the program.
extension Model {
  /// Inserts a row for each row of a query, in one statement, and returns how many there were.
  ///
  /// ```swift
  /// try Archive.insert(from: Book.where { $0.publishedIn < 1900 }, in: db) { archive, book in
  ///   [archive.title.set(book.title), archive.author.set(book.author.name), archive.copies.set(1)]
  /// }
  /// ```
  ///
  /// `INSERT INTO "archive" ("title", "author", "copies") SELECT t0."title", t1."name", ?1 FROM "book" AS t0 JOIN …`. A column
  /// that isn't set gets the schema's default, or `NULL`. The default of a Swift property isn't part of the schema, so set such a
  /// column.
  /// - Throws: ``QueryError/columnsNotSet(table:columns:)`` when a column has no value, ``QueryError`` when the query can't be
  ///   written, ``ConstraintViolation`` if a constraint refuses a row (then no row is inserted), ``DatabaseError`` for anything
  ///   else.
  @inlinable @discardableResult
  public static func insert<Read: Queryable>(
    from query: Query<Read>, in db: some WriteTransaction, fileID: StaticString = #fileID,
    line: UInt = #line,
    _ assignments: (InsertedColumns<Self>, Read.Columns) -> [Assignment<Self>]
  ) throws -> Int {
    try inserting(from: query, assignments).run(in: db, fileID: fileID, line: line)
  }

  /// The same as a value, which can also handle conflicts and return the inserted rows.
  @inlinable
  public static func inserting<Read: Queryable>(
    from query: Query<Read>, _ assignments: (InsertedColumns<Self>, Read.Columns) -> [Assignment<Self>]
  ) -> Insertion<Self> {
    let (target, source) = (_Source(table), _Source(Read.table))
    let made = assignments(InsertedColumns(target), Read.Columns(source))
    return Insertion(core: InsertionCore(made, of: target, from: query.core, source, into: table))
  }

  /// Inserts a row for each row of a selection, such as that of groups, joins or combined queries; in one statement, and returns
  /// how many there were.
  ///
  /// ```swift
  /// let counts = Book.group { $0.author.name }.select { ($0.author.name, SQL.count()) }
  /// try Shelfmark.insert(from: counts, in: db) { mark, name, count in [mark.name.set(name), mark.books.set(count)] }
  /// ```
  /// - Throws: as ``insert(from:in:_:)`` of a query does.
  @inlinable @discardableResult
  public static func insert<Row, each Value: ColumnValue>(
    from selection: Selection<Row, repeat each Value>, in db: some WriteTransaction, fileID: StaticString = #fileID,
    line: UInt = #line,
    _ assignments: (InsertedColumns<Self>, repeat ResultColumn<each Value>) -> [Assignment<Self>]
  ) throws -> Int {
    try inserting(from: selection, assignments).run(in: db, fileID: fileID, line: line)
  }

  /// The same as a value, which can also handle conflicts and return the inserted rows.
  @inlinable
  public static func inserting<Row, each Value: ColumnValue>(
    from selection: Selection<Row, repeat each Value>,
    _ assignments: (InsertedColumns<Self>, repeat ResultColumn<each Value>) -> [Assignment<Self>]
  ) -> Insertion<Self> {
    let target = _Source(table)
    var results = ResultSource(selection.statement)
    let columns = (repeat ResultColumn<each Value>(next: &results))
    let made = assignments(InsertedColumns(target), repeat each columns)
    return Insertion(core: InsertionCore(made, of: target, from: results, into: table))
  }
}
