/// Rows that are to be inserted, those of a query or that of a draft: a value, which inserts nothing until it is run.
///
/// ```swift
/// let copies = Archive.inserting(from: Book.where { $0.publishedIn < 1900 }) { archive, book in
///   [archive.title.set(book.title), archive.year.set(book.publishedIn)]
/// }
/// let count = try copies.unlessPresent(on: { $0.title }).run(in: db)
/// let ids = try copies.returning { $0.id }.fetchAll(in: db)
/// ```
///
/// It is one statement, of which all rows are inserted or none is. ``description`` is its SQL.
public struct Insertion<M: Model>: Sendable {
  @usableFromInline let core: InsertionCore

  @usableFromInline
  init(core: InsertionCore) { self.core = core }

  /// The same as a change.
  @usableFromInline var change: Change<M> { Change(core: .insert(core, into: M.table)) }

  /// Inserts the rows, and returns how many were inserted or, by ``upserting(on:_:)``, updated.
  /// - Throws: ``QueryError`` if it can't be written as SQL, ``ConstraintViolation`` if a constraint refuses a row (then none is
  ///   inserted), ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func run<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int {
    try change.run(in: db, fileID: fileID, line: line)
  }

  /// The same, which returns every row that it inserted or updated: `RETURNING "id", "title"`.
  @inlinable
  public func returning() -> ChangedRows<M> { change.returning() }

  /// The same, which returns the values of these expressions for every row that it inserted or updated; see
  /// ``Change/returning(_:)``.
  @inlinable @_disfavoredOverload
  public func returning<each E: SQLExpression>(
    _ expressions: (M.Columns) -> (repeat each E)
  ) -> ChangedValues<(repeat (each E).Value.Plain), repeat (each E).Value> {
    let source = _Source(M.table)
    let tuple = expressions(M.Columns(source))
    let nodes = ExpressionNode.list(repeat each tuple)
    return ChangedValues(core: .insert(core, into: M.table), source: source, nodes: nodes)
  }

  // By itself, as that of `select` is.
  /// The same, which returns the value of one expression for every row that it inserted or updated: `.returning { $0.id }`; or a
  /// projection's rows, made from expressions of every row that it inserted or updated.
  @inlinable
  public func returning<E: _Selectable>(_ expression: (M.Columns) -> E) -> E.Returned { change.returning(expression) }
}

// What is done where a row is there already.
extension Insertion {
  /// The same, of which a row is left out where one with the same primary key, or any unique key of it, is there:
  /// `ON CONFLICT DO NOTHING`.
  @inlinable
  public func unlessPresent() -> Insertion {
    Insertion(core: core.with(ConflictCore(skipping: nil as UniqueKey<M>?)))
  }

  /// The same, of which a row is left out where one with the same unique key is there, deleted by `@softDelete` or not:
  /// `ON CONFLICT ("title") DO NOTHING`.
  @inlinable
  public func unlessPresent(on key: (M.UniqueKeys) -> UniqueKey<M>) -> Insertion {
    Insertion(core: core.with(ConflictCore(skipping: key(M.uniqueKeys))))
  }

  /// The same, which sets columns of the row that is there where one has the same unique key:
  /// `ON CONFLICT ("title") DO UPDATE SET "count" = "item"."count" + "excluded"."count"`; see ``ModelDraft/upsert(on:in:_:)``.
  @inlinable
  public func upserting(
    on key: (M.UniqueKeys) -> UniqueKey<M>, _ assignments: (_ current: M.Columns, _ new: M.Columns) -> [Assignment<M>]
  ) -> Insertion {
    Insertion(core: core.with(.updating(key, where: { _, _ in nil }, assignments)))
  }

  /// The same, where a condition is true of the row that is there; elsewhere it stays as it is.
  @inlinable
  public func upserting<P: SQLExpression<Bool>>(
    on key: (M.UniqueKeys) -> UniqueKey<M>, where condition: (_ current: M.Columns, _ new: M.Columns) -> P,
    _ assignments: (_ current: M.Columns, _ new: M.Columns) -> [Assignment<M>]
  ) -> Insertion {
    Insertion(core: core.with(.updating(key, where: { condition($0, $1).node }, assignments)))
  }
}

extension Insertion: SQLStatement {
  /// The statement that inserts the rows, as `dialect` writes it.
  /// - Throws: ``QueryError`` if it can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try change.rendered(for: dialect)
  }

  /// The statement that inserts the rows, or the reason why there is none.
  public var description: String { change.description }
}

extension ModelDraft {
  /// The insert of this draft as a value, which can return the row as the database stored it:
  /// `try draft.inserting().returning { ($0.id, $0.createdAt) }.fetchOne(in: db)`.
  @inlinable
  public func inserting() -> Insertion<OwningModel> {
    var collector = BindingCollector()
    bindColumns(to: &collector)
    return Insertion(core: InsertionCore(draft: OwningModel.rowStatements.insert, collector.bindings))
  }
}

extension _ParentDraft {
  /// Not available for a draft with children, because these are inserted by separate statements.
  @available(
    *, unavailable, message: "this draft can take others with it, which one statement cannot insert: use 'insert(in:)'"
  )
  public func inserting() -> Insertion<OwningModel> {
    Insertion(core: InsertionCore(draft: OwningModel.rowStatements.insert, []))
  }
}
