// Operations on single rows, using statements that were fixed at build time.
extension Model {
  /// Returns the row with this key.
  /// - Throws: ``RecordNotFound`` if there is none.
  @inlinable
  public static func find(_ id: ID, in db: some ReadTransaction) throws -> Self {
    guard let row = try fetch(id, in: db) else { throw RecordNotFound(model: table.model, key: id._boundValues) }
    return row
  }

  /// Returns the row with this key; `nil` if there is none.
  @inlinable
  public static func fetch(_ id: ID, in db: some ReadTransaction) throws -> Self? {
    if db._scopes != nil { return try db.fetchInScope(id) }
    return try db.fetchFirst(rowStatements.fetch) {
      id._bind(to: &$0)
    } read: { row in
      try _readRow(from: &row)
    }
  }

  /// Updates all columns that can be updated in the row with this key, and returns the updated row.
  /// - Throws: ``RecordNotFound`` if there is no such row, ``StaleRecord`` if its version differs from this one's,
  ///   ``ConstraintViolation`` if it violates a constraint.
  @inlinable @discardableResult
  public func update(in db: some WriteTransaction) throws -> Self {
    guard db._hooks != nil, let hooks = HookRun<Self>(db) else { return try _updateRow(in: db._unscoped) }
    return try hooks.update(self, in: db)
  }

  @inlinable
  func _updateRow(in db: some WriteTransaction) throws -> Self {
    if Self.rowStatements.returnsRow { return try updateReturning(in: db) }
    let isFound: Bool
    if let statement = Self.rowStatements.update {
      isFound = try db.execute(statement) { bindUpdate(to: &$0) } > 0
    } else {
      isFound = try Self.fetch(id, in: db) != nil
    }
    guard isFound else { throw RecordNotFound(model: Self.table.model, key: id._boundValues) }
    return try db._stored(self)
  }

  /// Inserts the row, or updates all columns that can be updated if its key already exists, and returns the stored row.
  /// - Throws: ``StaleRecord`` if the version of the existing row differs from this one's, ``RecordNotFound`` if it was
  ///   deleted by `@softDelete`, ``ConstraintViolation`` if it violates a constraint.
  @inlinable @discardableResult
  public func save(in db: some WriteTransaction) throws -> Self {
    guard db._hooks != nil, let hooks = HookRun<Self>(db) else { return try _saveRow(in: db._unscoped) }
    return try hooks.save(self, in: db)
  }

  @inlinable
  func _saveRow(in db: some WriteTransaction) throws -> Self {
    if Self.rowStatements.returnsRow { return try saveReturning(in: db) }
    try db.execute(Self.rowStatements.save) { bindColumns(to: &$0) }
    return try db._stored(self)
  }

  @inlinable
  func updateReturning(in db: some WriteTransaction) throws -> Self {
    guard let statement = Self.rowStatements.update else { return try Self.find(id, in: db) }
    let row = try db.fetchFirst(statement) {
      bindUpdate(to: &$0)
    } read: { row in
      try Self._readRow(from: &row)
    }
    guard let row else { throw try reasonNothingWasWritten(in: db) }
    return try db._stored(row)
  }

  @inlinable
  func saveReturning(in db: some WriteTransaction) throws -> Self {
    let row = try db.fetchFirst(Self.rowStatements.save) {
      bindColumns(to: &$0)
    } read: { row in
      try Self._readRow(from: &row)
    }
    guard let row else { throw try reasonNothingWasWritten(in: db) }
    return try db._stored(row)
  }

  /// The reason why a statement found no row to write to: there is none, or its version differs.
  @usableFromInline
  func reasonNothingWasWritten(in db: some ReadTransaction) throws -> any Error {
    try Self.reasonNothingWasWritten(to: id, version: versionBinding, in: db)
  }

  static func reasonNothingWasWritten(to id: ID, version: BoundValue?, in db: some ReadTransaction) throws -> any Error
  {
    let key = id._boundValues
    guard let version, let current = try fetch(id, in: db)?.versionBinding, current != version
    else { return RecordNotFound(model: table.model, key: key) }
    return StaleRecord(model: table.model, key: key, version: version, current: current)
  }

  /// The name of the version column; `nil` if the model has none.
  static var versionColumn: String? { table.filled.first { $0.kind == .version }?.name }

  /// The value of the version column; `nil` if the model has none.
  var versionBinding: BoundValue? {
    guard let column = Self.versionColumn else { return nil }
    let bound = Self.table.columns.filter { column in
      !Self.table.filled.contains { $0.name == column.name && !$0.isBound }
    }
    var collector = BindingCollector()
    bindColumns(to: &collector)
    guard let index = bound.firstIndex(where: { $0.name == column }), index < collector.bindings.count else {
      return nil
    }
    return collector.bindings[index]
  }

  /// Deletes the row with this key. Returns `false` if there was none.
  /// - Throws: ``ConstraintViolation`` if the row is still referenced.
  @inlinable @discardableResult
  public func delete(in db: some WriteTransaction) throws -> Bool { try Self.delete(id, in: db) }

  /// Deletes the row with this key without loading it. Returns `false` if there was none.
  /// - Throws: ``ConstraintViolation`` if the row is still referenced.
  @inlinable @discardableResult
  public static func delete(_ id: ID, in db: some WriteTransaction) throws -> Bool {
    guard db._hooks != nil, let hooks = HookRun<Self>(db) else { return try deleteRow(id, in: db._unscoped) }
    return try hooks.delete(in: db) {
      try fetch(id, in: db)
    } _: {
      try deleteRow(id, in: db._unscoped)
    }
  }

  @inlinable
  static func deleteRow(_ id: ID, in db: some WriteTransaction) throws -> Bool {
    try db.execute(rowStatements.delete) { id._bind(to: &$0) } > 0
  }
}
