// What is done with many drafts at once: all of them or none. Where drafts take others with them each is inserted by itself;
// elsewhere one prepared statement is run for all.
extension Model {
  /// Inserts drafts with what they take with them, all of them or none, and returns how many drafts there were.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses one.
  @inlinable @discardableResult
  public static func insert(_ drafts: some Sequence<Draft>, in db: some WriteTransaction) throws -> Int {
    guard !Draft.takesChildren else { return try each(drafts, in: db) { try $0.insert(in: db) } }
    return try db.execute(rowStatements.insert, forEach: drafts) { draft, binder in draft.bindColumns(to: &binder) }
  }

  /// Inserts drafts with what they take with them, all of them or none, and returns the rows in the order of the drafts.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses one.
  @inlinable @discardableResult
  public static func insert(returning drafts: some Sequence<Draft>, in db: some WriteTransaction) throws -> [Self] {
    try db.savepoint { try drafts.map { try $0.insert(in: db) } }
  }

  /// Inserts drafts, or updates the rows that have the same unique key, all of them or none, and returns how many drafts there
  /// were; see ``ModelDraft/upsert(on:in:)``.
  ///
  /// `try Item.upsert(drafts, on: { $0.title }, in: db)`
  /// - Throws: ``ConstraintViolation`` when another constraint refuses one.
  @inlinable @discardableResult
  public static func upsert(
    _ drafts: some Sequence<Draft>, on key: (UniqueKeys) -> UniqueKey<Self>, in db: some WriteTransaction
  ) throws -> Int {
    guard !Draft.takesChildren else { return try each(drafts, in: db) { try $0.upsert(on: key, in: db) } }
    return try db.execute(key(uniqueKeys).upsert, forEach: drafts) { draft, binder in draft.bindColumns(to: &binder) }
  }

  /// Inserts drafts, or sets columns of the rows that have the same unique key, all of them or none, and returns how many drafts
  /// there were; see ``ModelDraft/upsert(on:in:_:)``. A key that two drafts have is inserted by the first and updated by the
  /// second.
  ///
  /// `try Word.upsert(words, on: { $0.text }, in: db) { current, new in [current.count.set(current.count + new.count)] }`
  /// - Throws: ``ConstraintViolation`` when another constraint refuses one, ``QueryError`` when an assignment cannot be written.
  @inlinable @discardableResult
  public static func upsert(
    _ drafts: some Sequence<Draft>, on key: (UniqueKeys) -> UniqueKey<Self>, in db: some WriteTransaction,
    _ assignments: (_ current: Columns, _ new: Columns) -> [Assignment<Self>]
  ) throws -> Int {
    guard !Draft.takesChildren else { return try each(drafts, in: db) { try $0.upsert(on: key, in: db, assignments) } }
    return try insert(drafts, .updating(key, where: { _, _ in nil }, assignments), in: db)
  }

  /// Inserts drafts, or sets columns of the rows that have the same unique key where a condition is true, all of them or none, and
  /// returns for how many drafts a row was inserted or updated; see ``ModelDraft/upsert(on:in:where:_:)``.
  /// - Throws: ``ConstraintViolation`` when another constraint refuses one, ``QueryError`` when an expression cannot be written.
  @inlinable @discardableResult
  public static func upsert<P: SQLExpression<Bool>>(
    _ drafts: some Sequence<Draft>, on key: (UniqueKeys) -> UniqueKey<Self>, in db: some WriteTransaction,
    where condition: (_ current: Columns, _ new: Columns) -> P,
    _ assignments: (_ current: Columns, _ new: Columns) -> [Assignment<Self>]
  ) throws -> Int {
    guard !Draft.takesChildren else {
      return try each(drafts, in: db) { try $0.upsert(on: key, in: db, where: condition, assignments) }
    }
    return try insert(drafts, .updating(key, where: { condition($0, $1).node }, assignments), in: db)
  }

  /// Inserts the drafts whose unique key no row has, all of them or none, and returns how many those were; see
  /// ``ModelDraft/insertUnlessPresent(on:in:)``.
  /// - Throws: ``ConstraintViolation`` when another constraint refuses one.
  @inlinable @discardableResult
  public static func insertUnlessPresent(
    _ drafts: some Sequence<Draft>, on key: (UniqueKeys) -> UniqueKey<Self>, in db: some WriteTransaction
  ) throws -> Int {
    guard !Draft.takesChildren else {
      return try each(drafts, in: db) { try $0.insertUnlessPresent(on: key, in: db) }
    }
    return try insert(drafts, ConflictCore(skipping: key(uniqueKeys)), in: db)
  }

  /// Inserts the drafts whose primary key and unique keys no row has, all of them or none, and returns how many those were; see
  /// ``ModelDraft/insertUnlessPresent(in:)``.
  /// - Throws: ``ConstraintViolation`` when another constraint refuses one.
  @inlinable @discardableResult
  public static func insertUnlessPresent(
    _ drafts: some Sequence<Draft>, in db: some WriteTransaction
  ) throws -> Int {
    guard !Draft.takesChildren else { return try each(drafts, in: db) { try $0.insertUnlessPresent(in: db) } }
    return try insert(drafts, ConflictCore(skipping: nil as UniqueKey<Self>?), in: db)
  }

  /// Runs `write` for each draft, all or none, and returns of how many it gave the row.
  @inlinable
  static func each(
    _ drafts: some Sequence<Draft>, in db: some WriteTransaction, _ write: (Draft) throws -> Self?
  ) throws -> Int {
    try db.savepoint { try drafts.reduce(0) { count, draft in try write(draft) == nil ? count : count + 1 } }
  }

  /// Runs one insert with a conflict clause for each draft.
  @inlinable
  static func insert<DB: WriteTransaction>(
    _ drafts: some Sequence<Draft>, _ conflict: ConflictCore, in db: DB
  ) throws -> Int {
    let drafts = Array(drafts)
    guard let first = drafts.first else { return 0 }
    // The first draft tells how many parameters are those of a draft.
    var collector = BindingCollector()
    first.bindColumns(to: &collector)
    let rendered = try conflict.statement(
      rowStatements.insert, collector.bindings, into: table, returnsRow: false, for: DB.dialect)
    let statement = RenderedStatement(
      sql: rendered.sql, bindings: Array(rendered.bindings.dropFirst(collector.bindings.count)))
    return try db.execute(statement, forEach: drafts) { draft, binder in draft.bindColumns(to: &binder) }
  }
}
