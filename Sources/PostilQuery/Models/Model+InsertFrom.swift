// Inserts from a query: one statement creates a row for each row of a query, without loading rows into the program.
extension Model {
  /// Inserts a row for each row of a query in one statement, and returns the number of rows.
  ///
  /// ```swift
  /// try Archive.insert(from: Book.where { $0.publishedIn < 1900 }, in: db) { archive, book in
  ///   [archive.title.set(book.title), archive.author.set(book.author.name), archive.copies.set(1)]
  /// }
  /// ```
  ///
  /// `INSERT INTO "archive" ("title", "author", "copies") SELECT t0."title", t1."name", ?1 FROM "book" AS t0 JOIN …`. A
  /// column that isn't set gets the schema's default or `NULL`. The default of a Swift property isn't part of the
  /// schema, so set such a column explicitly.
  /// - Throws: ``QueryError/columnsNotSet(table:columns:)`` if a required column isn't set, ``QueryError`` if the query
  ///   can't be written as SQL, ``ConstraintViolation`` if a row violates a constraint (no row is inserted then),
  ///   ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public static func insert<Read: Queryable>(
    from query: Query<Read>, in db: some WriteTransaction, fileID: StaticString = #fileID,
    line: UInt = #line,
    @AssignmentBuilder<Self> _ assignments: (InsertedColumns<Self>, Read.Columns) -> [Assignment<Self>]
  ) throws -> Int {
    try inserting(from: query, assignments).run(in: db, fileID: fileID, line: line)
  }

  /// The insert as a value, which can also handle conflicts and return the inserted rows.
  @inlinable
  public static func inserting<Read: Queryable>(
    from query: Query<Read>,
    @AssignmentBuilder<Self> _ assignments: (InsertedColumns<Self>, Read.Columns) -> [Assignment<Self>]
  ) -> Insertion<Self> {
    let (target, source) = (_Source(table), _Source(Read.table))
    let made = assignments(InsertedColumns(target), Read.Columns(source))
    return Insertion(core: InsertionCore(made, of: target, from: query.core, source, into: table))
  }

  /// Inserts a row for each row of a selection, such as one of groups, joins or combined queries, in one statement, and
  /// returns the number of rows.
  ///
  /// ```swift
  /// let counts = Book.group { $0.author.name }.select { ($0.author.name, SQL.count()) }
  /// try Shelfmark.insert(from: counts, in: db) { mark, name, count in [mark.name.set(name), mark.books.set(count)] }
  /// ```
  /// - Throws: the same errors as `insert(from:in:_:)` of a query.
  @inlinable @discardableResult
  public static func insert<Row, each Value: _SelectedValue>(
    from selection: Selection<Row, repeat each Value>, in db: some WriteTransaction, fileID: StaticString = #fileID,
    line: UInt = #line,
    @AssignmentBuilder<Self> _ assignments: (
      InsertedColumns<Self>, repeat ResultColumn<each Value>
    ) -> [Assignment<Self>]
  ) throws -> Int {
    try inserting(from: selection, assignments).run(in: db, fileID: fileID, line: line)
  }

  /// The insert as a value, which can also handle conflicts and return the inserted rows.
  @inlinable
  public static func inserting<Row, each Value: _SelectedValue>(
    from selection: Selection<Row, repeat each Value>,
    @AssignmentBuilder<Self> _ assignments: (
      InsertedColumns<Self>, repeat ResultColumn<each Value>
    ) -> [Assignment<Self>]
  ) -> Insertion<Self> {
    let target = _Source(table)
    var results = ResultSource(selection.statement)
    let columns = (repeat ResultColumn<each Value>(next: &results))
    let made = assignments(InsertedColumns(target), repeat each columns)
    return Insertion(core: InsertionCore(made, of: target, from: results, into: table))
  }
}
