// Operations on many drafts. Either all of them succeed or nothing is changed. Drafts with children are inserted one by
// one. Otherwise, one prepared statement is run for all drafts, and if there are many, one statement inserts many rows.
extension Model {
  /// Inserts drafts and their children, and returns the number of drafts. If one fails, none is inserted.
  ///
  /// A lazy sequence makes its drafts while others are inserted. If they depend on rows of the same table, pass an array.
  /// - Throws: ``ConstraintViolation`` if a row violates a constraint; ``TransactionMisuse/statementNotAllowed(sql:reason:)`` if SQLite would
  ///   read the table to make a draft.
  @inlinable @discardableResult
  public static func insert(_ drafts: some Sequence<Draft>, in db: some WriteTransaction) throws -> Int {
    guard Draft.takesChildren || db._hooks != nil else {
      return try db.execute(rowStatements.insert, forEach: drafts) { draft, binder in draft.bindColumns(to: &binder) }
    }
    return try write(drafts, in: db) {
      try $0.insert(in: db)
    } all: {
      try db._unscoped.execute(rowStatements.insert, forEach: $0) { draft, binder in draft.bindColumns(to: &binder) }
    }
  }

  /// Inserts drafts and their children, and returns the rows in the order of the drafts. If one fails, none is inserted.
  /// - Throws: ``ConstraintViolation`` if a row violates a constraint.
  @inlinable @discardableResult
  public static func insert(returning drafts: some Sequence<Draft>, in db: some WriteTransaction) throws -> [Self] {
    try db._insertRows(drafts.underestimatedCount) { try drafts.map { try $0.insert(in: db) } }
  }

  /// Inserts drafts, or updates the rows with the same unique key, and returns the number of drafts; see
  /// ``ModelDraft/upsert(on:in:)``. If one fails, nothing is changed.
  ///
  /// `try Item.upsert(drafts, on: { $0.title }, in: db)`
  /// - Throws: ``ConstraintViolation`` if a row violates another constraint.
  @inlinable @discardableResult
  public static func upsert(
    _ drafts: some Sequence<Draft>, on key: (UniqueKeys) -> UniqueKey<Self>, in db: some WriteTransaction
  ) throws -> Int {
    try write(drafts, in: db) {
      try $0.upsert(on: key, in: db)
    } all: {
      try db._unscoped.execute(key(uniqueKeys).upsert, forEach: $0) { draft, binder in draft.bindColumns(to: &binder) }
    }
  }

  /// Inserts drafts, or sets columns of the rows with the same unique key, and returns the number of drafts; see
  /// ``ModelDraft/upsert(on:in:_:)``. If one fails, nothing is changed. If two drafts have the same key, the first one
  /// inserts the row and the second one updates it.
  ///
  /// `try Word.upsert(words, on: { $0.text }, in: db) { current, new in [current.count.set(current.count + new.count)] }`
  /// - Throws: ``ConstraintViolation`` if a row violates another constraint, ``QueryError`` if an assignment can't be
  ///   written as SQL.
  @inlinable @discardableResult
  public static func upsert(
    _ drafts: some Sequence<Draft>, on key: (UniqueKeys) -> UniqueKey<Self>, in db: some WriteTransaction,
    @AssignmentBuilder<Self> _ assignments: (_ current: Columns, _ new: Columns) -> [Assignment<Self>]
  ) throws -> Int {
    try write(drafts, in: db) {
      try $0.upsert(on: key, in: db, assignments)
    } all: {
      try insert($0, .updating(key, where: { _, _ in nil }, assignments), in: db._unscoped)
    }
  }

  /// Inserts drafts, or sets columns of the rows with the same unique key if a condition is true, and returns the
  /// number of rows inserted or updated; see ``ModelDraft/upsert(on:where:in:_:)``. If one fails, nothing is changed.
  /// - Throws: ``ConstraintViolation`` if a row violates another constraint, ``QueryError`` if an expression can't be
  ///   written as SQL.
  @inlinable @discardableResult
  public static func upsert<P: SQLExpression<Bool>>(
    _ drafts: some Sequence<Draft>, on key: (UniqueKeys) -> UniqueKey<Self>,
    @ConditionBuilder where condition: (_ current: Columns, _ new: Columns) -> P, in db: some WriteTransaction,
    @AssignmentBuilder<Self> _ assignments: (_ current: Columns, _ new: Columns) -> [Assignment<Self>]
  ) throws -> Int {
    try write(drafts, in: db) {
      try $0.upsert(on: key, where: condition, in: db, assignments)
    } all: {
      try insert($0, .updating(key, where: { condition($0, $1).node }, assignments), in: db._unscoped)
    }
  }

  /// Inserts drafts, or updates the rows with the same unique key, and returns the rows in the order of the drafts. If one fails, nothing
  /// is changed.
  /// - Throws: ``ConstraintViolation`` if a row violates another constraint.
  @inlinable @discardableResult
  public static func upsert(
    returning drafts: some Sequence<Draft>, on key: (UniqueKeys) -> UniqueKey<Self>, in db: some WriteTransaction
  ) throws -> [Self] {
    try db._insertRows(drafts.underestimatedCount) { try drafts.map { try $0.upsert(on: key, in: db) } }
  }

  /// Inserts drafts, or sets columns of the rows with the same unique key, and returns the rows in the order of the drafts. If one fails,
  /// nothing is changed.
  /// - Throws: ``ConstraintViolation`` if a row violates another constraint, ``QueryError`` if an assignment can't be
  ///   written as SQL.
  @inlinable @discardableResult
  public static func upsert(
    returning drafts: some Sequence<Draft>, on key: (UniqueKeys) -> UniqueKey<Self>, in db: some WriteTransaction,
    @AssignmentBuilder<Self> _ assignments: (_ current: Columns, _ new: Columns) -> [Assignment<Self>]
  ) throws -> [Self] {
    try db._insertRows(drafts.underestimatedCount) { try drafts.map { try $0.upsert(on: key, in: db, assignments) } }
  }

  /// Inserts the drafts whose unique key doesn't exist yet, and returns the rows of all drafts in their order: the new and the existing
  /// ones, which are unchanged. A row deleted by `@softDelete` is restored. If one fails, none is inserted.
  ///
  /// `let tags = try Tag.insertUnlessPresent(returning: names.map { Tag.Draft(name: $0) }, on: { $0.name }, in: db)`
  /// - Throws: ``ConstraintViolation`` if a row violates another constraint.
  @inlinable @discardableResult
  public static func insertUnlessPresent(
    returning drafts: some Sequence<Draft>, on key: (UniqueKeys) -> UniqueKey<Self>, in db: some WriteTransaction
  ) throws -> [Self] {
    try upsert(returning: drafts, on: key, in: db) { _, _ in [] }
  }

  /// Inserts the drafts whose unique key doesn't exist yet, and returns their number; see
  /// ``ModelDraft/insertUnlessPresent(on:in:)``. If one fails, none is inserted.
  /// - Throws: ``ConstraintViolation`` if a row violates another constraint.
  @inlinable @discardableResult
  public static func insertUnlessPresent(
    _ drafts: some Sequence<Draft>, on key: (UniqueKeys) -> UniqueKey<Self>, in db: some WriteTransaction
  ) throws -> Int {
    try write(drafts, in: db) {
      try $0.insertUnlessPresent(on: key, in: db)
    } all: {
      try insert($0, ConflictCore(skipping: key(uniqueKeys)), in: db._unscoped)
    }
  }

  /// Inserts the drafts whose primary key and unique keys don't exist yet, and returns their number; see
  /// ``ModelDraft/insertUnlessPresent(in:)``. If one fails, none is inserted.
  /// - Throws: ``ConstraintViolation`` if a row violates another constraint.
  @inlinable @discardableResult
  public static func insertUnlessPresent(
    _ drafts: some Sequence<Draft>, in db: some WriteTransaction
  ) throws -> Int {
    try write(drafts, in: db) {
      try $0.insertUnlessPresent(in: db)
    } all: {
      try insert($0, ConflictCore(skipping: nil as UniqueKey<Self>?), in: db._unscoped)
    }
  }

  /// Writes drafts one by one if one of them has children or the model has hooks, and returns the number of rows passed to `each`. If one
  /// fails, nothing is changed.
  @inlinable
  static func write(
    _ drafts: some Sequence<Draft>, in db: some WriteTransaction, each: (Draft) throws -> Self?,
    all: ([Draft]) throws -> Int
  ) throws -> Int {
    let drafts = Array(drafts)
    let hasChildren = Draft.takesChildren && drafts.contains(where: { Draft.hasChildren($0) })
    guard hasChildren || db._hooks != nil && HookRun<Self>(db) != nil else { return try all(drafts) }
    return try db._insertRows(drafts.count) {
      try drafts.reduce(0) { count, draft in try each(draft) == nil ? count : count + 1 }
    }
  }

  /// Runs an insert with a conflict clause for each draft.
  @inlinable
  static func insert<DB: WriteTransaction>(
    _ drafts: [Draft], _ conflict: ConflictCore, in db: DB
  ) throws -> Int {
    guard let first = drafts.first else { return 0 }
    // The first draft determines the number of parameters per draft.
    var collector = BindingCollector()
    first.bindColumns(to: &collector)
    let rendered = try conflict.statement(
      rowStatements.insert, collector.bindings, into: table, returnsRow: false, for: db.dialect)
    let statement = _RenderedStatement(
      sql: rendered.sql, bindings: Array(rendered.bindings.dropFirst(collector.bindings.count)))
    return try db.execute(statement, forEach: drafts) { draft, binder in draft.bindColumns(to: &binder) }
  }
}
