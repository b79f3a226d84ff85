/// An insert of the rows of a query or of a draft. It is a value; nothing is inserted until it is run.
///
/// ```swift
/// let copies = Archive.inserting(from: Book.where { $0.publishedIn < 1900 }) { archive, book in
///   [archive.title.set(book.title), archive.year.set(book.publishedIn)]
/// }
/// let count = try copies.unlessPresent(on: { $0.title }).run(in: db)
/// let ids = try copies.returning { $0.id }.fetchAll(in: db)
/// ```
///
/// An insertion is one statement, which inserts either all of the rows or none. ``description`` is its SQL.
public struct Insertion<M: Model>: Sendable {
  @usableFromInline let core: InsertionCore

  @usableFromInline
  init(core: InsertionCore) { self.core = core }

  /// The insertion as a change.
  @usableFromInline var change: Change<M> { Change(core: .insert(core, into: M.table)) }

  /// Inserts the rows, and returns the number of rows inserted or, with ``upserting(on:_:)``, updated.
  /// - Throws: ``QueryError`` if it can't be written as SQL, ``ConstraintViolation`` if a row violates a constraint (no
  ///   row is inserted then), ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func run<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int {
    try change.run(in: db, fileID: fileID, line: line)
  }

  /// The same insertion, returning every inserted or updated row: `RETURNING "id", "title"`.
  @inlinable
  public func returning() -> ChangedRows<M> { change.returning() }

  /// The same insertion, returning values for every inserted or updated row: one expression, a row, a tuple of these, or a
  /// projection; see ``Change/returning(_:)``.
  @inlinable
  public func returning<Result>(@SelectionBuilder _ values: (M.Columns) -> some _ReturnedResults<Result>) -> Result {
    change.returning(values)
  }
}

// What is done if a row already exists.
extension Insertion {
  /// The same insertion, skipping rows whose primary key or any other unique key already exists: `ON CONFLICT DO NOTHING`.
  @inlinable
  public func unlessPresent() -> Insertion {
    Insertion(core: core.with(ConflictCore(skipping: nil as UniqueKey<M>?)))
  }

  /// The same insertion, skipping rows whose unique key already exists, even in a row deleted by `@softDelete`: `ON
  /// CONFLICT ("title") DO NOTHING`.
  @inlinable
  public func unlessPresent(on key: (M.UniqueKeys) -> UniqueKey<M>) -> Insertion {
    Insertion(core: core.with(ConflictCore(skipping: key(M.uniqueKeys))))
  }

  /// The same insertion, setting columns of the existing row if the unique key already exists: `ON CONFLICT ("title")
  /// DO UPDATE SET "count" = "item"."count" + "excluded"."count"`; see ``ModelDraft/upsert(on:in:_:)``.
  @inlinable
  public func upserting(
    on key: (M.UniqueKeys) -> UniqueKey<M>,
    @AssignmentBuilder<M> _ assignments: (_ current: M.Columns, _ new: M.Columns) -> [Assignment<M>]
  ) -> Insertion {
    Insertion(core: core.with(.updating(key, where: { _, _ in nil }, assignments)))
  }

  /// The same, but only if a condition is true for the existing row; otherwise that row is unchanged.
  @inlinable
  public func upserting<P: SQLExpression<Bool>>(
    on key: (M.UniqueKeys) -> UniqueKey<M>,
    @ConditionBuilder where condition: (_ current: M.Columns, _ new: M.Columns) -> P,
    @AssignmentBuilder<M> _ assignments: (_ current: M.Columns, _ new: M.Columns) -> [Assignment<M>]
  ) -> Insertion {
    Insertion(core: core.with(.updating(key, where: { condition($0, $1).node }, assignments)))
  }
}

extension Insertion: SQLStatement {
  /// The statement that inserts the rows, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if it can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    try change.rendered(for: dialect)
  }

  /// The SQL of the statement, or the reason why there is none.
  public var description: String { change.description }
}

extension ModelDraft {
  /// The insert of this draft as a value that can return the stored row: `try draft.inserting().returning { ($0.id,
  /// $0.createdAt) }.fetchOne(in: db)`.
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
    *, unavailable, message: "this draft can contain children, which one statement can't insert: use 'insert(in:)'"
  )
  public func inserting() -> Insertion<OwningModel> {
    Insertion(core: InsertionCore(draft: OwningModel.rowStatements.insert, []))
  }
}
