// Inserting a draft when a row with the same unique key may exist.
extension ModelDraft {
  /// Inserts the draft, or updates the row with the same unique key, and returns the row.
  ///
  /// `try draft.upsert(on: { $0.title }, in: db)`: the closure returns one of the model's unique keys. In the existing
  /// row, all columns of the draft that can be updated are set. The children of the draft are inserted for that row in
  /// either case, in addition to its existing ones.
  /// - Throws: ``ConstraintViolation`` if the row violates another constraint.
  @inlinable @discardableResult
  public func upsert(
    on key: (OwningModel.UniqueKeys) -> UniqueKey<OwningModel>, in db: some WriteTransaction
  ) throws -> OwningModel {
    let statement = key(OwningModel.uniqueKeys).upsert
    guard let row = try upserting(on: key, in: db, { try $0.insert(statement, in: db._unscoped) }) else {
      throw RecordNotFound(model: OwningModel.table.model, key: [])
    }
    return row
  }

  /// Inserts the draft, or sets columns of the row with the same unique key, and returns the row.
  ///
  /// `try draft.upsert(on: { $0.title }, in: db) { current, new in [current.count.set(current.count + new.count)] }` is
  /// `INSERT INTO … ON CONFLICT ("title") DO UPDATE SET "count" = "item"."count" + "excluded"."count" RETURNING …`.
  ///
  /// `current` is the existing row, and `new` is the row to insert. Without an assignment, the existing row is returned
  /// unchanged. A row that was deleted by `@softDelete` is restored.
  /// - Throws: ``ConstraintViolation`` if the row violates another constraint, ``QueryError`` if an assignment can't be
  ///   written as SQL.
  @inlinable @discardableResult
  public func upsert(
    on key: (OwningModel.UniqueKeys) -> UniqueKey<OwningModel>, in db: some WriteTransaction,
    @AssignmentBuilder<OwningModel> _ assignments: (_ current: OwningModel.Columns, _ new: OwningModel.Columns) ->
      [Assignment<OwningModel>]
  ) throws -> OwningModel {
    let conflict = ConflictCore.updating(key, where: { _, _ in nil }, assignments)
    guard let row = try upserting(on: key, in: db, { try $0.insert(conflict, in: db._unscoped) }) else {
      throw RecordNotFound(model: OwningModel.table.model, key: [])
    }
    return row
  }

  /// Inserts the draft, or sets columns of the row with the same unique key if a condition is true, and returns the
  /// row. Returns `nil` and changes nothing if the condition isn't true.
  ///
  /// `try draft.upsert(on: { $0.title }, where: { $0.count < $1.count }, in: db) { [$0.count.set($1.count)] }`
  /// - Throws: ``ConstraintViolation`` if the row violates another constraint, ``QueryError`` if an expression can't be
  ///   written as SQL.
  @inlinable @discardableResult
  public func upsert<P: SQLExpression<Bool>>(
    on key: (OwningModel.UniqueKeys) -> UniqueKey<OwningModel>,
    @ConditionBuilder where condition: (_ current: OwningModel.Columns, _ new: OwningModel.Columns) -> P,
    in db: some WriteTransaction,
    @AssignmentBuilder<OwningModel> _ assignments: (_ current: OwningModel.Columns, _ new: OwningModel.Columns) ->
      [Assignment<OwningModel>]
  ) throws -> OwningModel? {
    let conflict = ConflictCore.updating(key, where: { condition($0, $1).node }, assignments)
    return try upserting(on: key, in: db) { try $0.insert(conflict, in: db._unscoped) }
  }

  /// Inserts the draft, or updates the row with the same unique key like ``upsert(on:in:)``, and returns the row and whether it is new. A
  /// row that was deleted by `@softDelete` and is restored isn't new.
  ///
  /// The database doesn't report which of the two an upsert did, so these are two statements if the row exists.
  /// - Throws: ``ConstraintViolation`` if the row violates another constraint.
  @inlinable @discardableResult
  public func upsertOutcome(
    on key: (OwningModel.UniqueKeys) -> UniqueKey<OwningModel>, in db: some WriteTransaction
  ) throws -> UpsertOutcome<OwningModel> {
    let statement = key(OwningModel.uniqueKeys).upsert
    return try outcome(on: key(OwningModel.uniqueKeys), in: db) { try $0.insert(statement, in: db._unscoped) }
  }

  /// Inserts the draft, or sets columns of the row with the same unique key like ``upsert(on:in:_:)``, and returns the row and whether it
  /// is new. Without an assignment, an existing row is returned unchanged.
  /// - Throws: ``ConstraintViolation`` if the row violates another constraint, ``QueryError`` if an assignment can't be
  ///   written as SQL.
  @inlinable @discardableResult
  public func upsertOutcome(
    on key: (OwningModel.UniqueKeys) -> UniqueKey<OwningModel>, in db: some WriteTransaction,
    @AssignmentBuilder<OwningModel> _ assignments: (_ current: OwningModel.Columns, _ new: OwningModel.Columns) ->
      [Assignment<OwningModel>]
  ) throws -> UpsertOutcome<OwningModel> {
    let conflict = ConflictCore.updating(key, where: { _, _ in nil }, assignments)
    return try outcome(on: key(OwningModel.uniqueKeys), in: db) { try $0.insert(conflict, in: db._unscoped) }
  }

  /// Inserts the draft and returns the row. Returns `nil` and changes nothing if a row with the same unique key exists,
  /// even if it was deleted by `@softDelete`.
  ///
  /// `INSERT INTO … ON CONFLICT ("title") DO NOTHING RETURNING …`
  /// - Throws: ``ConstraintViolation`` if the row violates another constraint, such as a different unique key.
  @inlinable @discardableResult
  public func insertUnlessPresent(
    on key: (OwningModel.UniqueKeys) -> UniqueKey<OwningModel>, in db: some WriteTransaction
  ) throws -> OwningModel? {
    try insertUnlessPresent(ConflictCore(skipping: key(OwningModel.uniqueKeys)), in: db)
  }

  /// Inserts the draft and returns the row; `nil` if a row with the same primary key or any other unique key exists.
  ///
  /// `INSERT INTO … ON CONFLICT DO NOTHING RETURNING …`
  /// - Throws: ``ConstraintViolation`` if the row violates another constraint.
  @inlinable @discardableResult
  public func insertUnlessPresent(in db: some WriteTransaction) throws -> OwningModel? {
    try insertUnlessPresent(ConflictCore(skipping: nil as UniqueKey<OwningModel>?), in: db)
  }

  /// Inserts the draft without its children, and returns the row.
  @inlinable
  func insert<DB: WriteTransaction>(_ conflict: ConflictCore, in db: DB) throws -> OwningModel? {
    var collector = BindingCollector()
    bindColumns(to: &collector)
    let statement = try conflict.statement(
      OwningModel.rowStatements.insert, collector.bindings, into: OwningModel.table, returnsRow: true, for: db.dialect)
    return try db.fetchFirst(statement) { row in try OwningModel._readRow(from: &row) }.map { try db._stored($0) }
  }

  @inlinable
  func insertUnlessPresent(_ conflict: ConflictCore, in db: some WriteTransaction) throws -> OwningModel? {
    guard db._hooks != nil, let hooks = HookRun<OwningModel>(db) else {
      return try writingChildren(in: db) { try $0.insert(conflict, in: db._unscoped) }
    }
    return try hooks.insertUnlessPresent(self, in: db) { draft in
      try draft.writingChildren(in: db) { try $0.insert(conflict, in: db._unscoped) }
    }
  }

  /// Upserts the draft by a statement, and inserts its children.
  @inlinable
  func upserting(
    on key: (OwningModel.UniqueKeys) -> UniqueKey<OwningModel>, in db: some WriteTransaction,
    _ upsert: (Self) throws -> OwningModel?
  ) throws -> OwningModel? {
    guard db._hooks != nil, let hooks = HookRun<OwningModel>(db) else { return try writingChildren(in: db, upsert) }
    return try hooks.upsert(self, on: key(OwningModel.uniqueKeys), in: db) { try $0.writingChildren(in: db, upsert) }?
      .row
  }

  /// Inserts the draft, or upserts it by a statement if its row is present.
  @inlinable
  func outcome(
    on key: UniqueKey<OwningModel>, in db: some WriteTransaction, _ upsert: (Self) throws -> OwningModel?
  ) throws -> UpsertOutcome<OwningModel> {
    if db._hooks != nil, let hooks = HookRun<OwningModel>(db) {
      let outcome = try hooks.upsert(self, on: key, in: db) { try $0.writingChildren(in: db, upsert) }
      if let outcome { return outcome }
    } else if let row = try writingChildren(in: db, { try $0.insert(ConflictCore(skipping: key), in: db._unscoped) }) {
      return UpsertOutcome(row: row, isInserted: true)
    } else if let row = try writingChildren(in: db, upsert) {
      return UpsertOutcome(row: row, isInserted: false)
    }
    throw RecordNotFound(model: OwningModel.table.model, key: [])
  }

  /// Runs an upsert that was fixed at build time.
  @inlinable
  func insert(_ statement: FixedStatement, in db: some WriteTransaction) throws -> OwningModel? {
    try db.fetchFirst(statement) {
      bindColumns(to: &$0)
    } read: { row in
      try OwningModel._readRow(from: &row)
    }.map { try db._stored($0) }
  }

  /// Inserts the children of the draft for the row that `write` returns.
  @inlinable
  func writingChildren(in db: some WriteTransaction, _ write: (Self) throws -> OwningModel?) throws -> OwningModel? {
    guard Self.takesChildren else { return try write(self) }
    return try db.savepoint {
      let row = try write(self)
      if let row { try insertChildren(of: row, in: db) }
      return row
    }
  }
}

extension ConflictCore {
  /// The conflict clause for a unique key, from two closures that take the existing row and the new one.
  @inlinable
  static func updating<M: Model>(
    _ key: (M.UniqueKeys) -> UniqueKey<M>, where condition: (M.Columns, M.Columns) -> _ExpressionNode?,
    @AssignmentBuilder<M> _ assignments: (M.Columns, M.Columns) -> [Assignment<M>]
  ) -> ConflictCore {
    let (current, new) = (_Source(M.table), _Source(M.table))
    return ConflictCore(
      updating: key(M.uniqueKeys), assignments(M.Columns(current), M.Columns(new)),
      where: condition(M.Columns(current), M.Columns(new)), current: current, new: new)
  }
}

/// What an upsert did with a draft.
public struct UpsertOutcome<Row: Model>: Sendable {
  /// The stored row.
  public let row: Row
  /// Whether the row was inserted. Otherwise, it existed.
  public let isInserted: Bool

  @usableFromInline
  init(row: Row, isInserted: Bool) { (self.row, self.isInserted) = (row, isInserted) }
}

/// A unique key that can be the conflict target of an upsert, with the statement that inserts a draft or updates the
/// row with the same key and returns all columns of the row.
public struct UniqueKey<Owner: Model>: Sendable {
  /// The conflict target: `("title")`, or `("title") WHERE done = 0` for a partial index.
  public let target: FixedStatement
  /// The statement, which binds a draft.
  public let upsert: FixedStatement

  /// Creates a key from its conflict target and its statement.
  public init(target: FixedStatement, upsert: FixedStatement) {
    self.target = target
    self.upsert = upsert
  }
}

/// The type of the unique keys of a model that has none.
public struct _NoUniqueKeys: Sendable {
  /// Creates the empty value.
  @inlinable
  public init() {}
}

extension Model where UniqueKeys == _NoUniqueKeys {
  /// The empty value.
  @inlinable
  public static var uniqueKeys: _NoUniqueKeys { _NoUniqueKeys() }
}
