/// A model with `@softDelete`. Deleting a row sets its time of deletion, and queries return only the other rows.
public protocol SoftDeletable: Model {
  /// The statements that include deleted rows.
  static var deletionStatements: _DeletionStatements { get }
}

/// The statements of a model with `@softDelete` that include deleted rows, fixed at build time. Each binds the primary key.
public struct _DeletionStatements: Sendable {
  /// Selects every column of a row, deleted or not.
  public let fetch: FixedStatement
  /// Restores a deleted row and returns it.
  public let restore: FixedStatement
  /// Deletes a row permanently, whether it is deleted or not.
  public let deletePermanently: FixedStatement

  /// Creates the statements of one table.
  public init(fetch: FixedStatement, restore: FixedStatement, deletePermanently: FixedStatement) {
    self.fetch = fetch
    self.restore = restore
    self.deletePermanently = deletePermanently
  }
}

extension WriteTransaction {
  /// Checks that rows aren't deleted by `@softDelete` and are in the scopes, before a relationship operation changes what belongs to
  /// them. One statement checks any number of rows.
  /// - Throws: ``RecordNotFound``
  @usableFromInline
  func requireLive<M: Model>(_ type: M.Type, _ ids: [M.ID]) throws {
    guard M.table.deletedAt != nil || limits(type), !ids.isEmpty else { return }
    if ids.count > 1, try finds(type, ids, deletedRows: .excluded) { return }
    for id in ids { _ = try M.find(id, in: self) }
  }
}

extension SoftDeletable {
  /// Returns the row with this key, whether it is deleted or not.
  /// - Throws: ``RecordNotFound`` if there is none.
  @inlinable
  public static func find(withDeleted id: ID, in db: some ReadTransaction) throws -> Self {
    guard let row = try fetch(withDeleted: id, in: db) else {
      throw RecordNotFound(model: table.model, key: id._boundValues)
    }
    return row
  }

  /// Returns the row with this key, whether it is deleted or not; `nil` if there is none.
  @inlinable
  public static func fetch(withDeleted id: ID, in db: some ReadTransaction) throws -> Self? {
    if db._scopes != nil { return try db.fetchInScope(id, deletedRows: .included) }
    return try db.fetchFirst(deletionStatements.fetch) {
      id._bind(to: &$0)
    } read: { row in
      try _readRow(from: &row)
    }
  }

  /// Restores this deleted row, and returns it.
  /// - Throws: ``RecordNotFound`` if the row no longer exists.
  @inlinable @discardableResult
  public func restore(in db: some WriteTransaction) throws -> Self { try Self.restore(id, in: db) }

  /// Restores the deleted row with this key, and returns it. A row that isn't deleted is unchanged.
  /// - Throws: ``RecordNotFound`` if the row no longer exists.
  @inlinable @discardableResult
  public static func restore(_ id: ID, in db: some WriteTransaction) throws -> Self {
    guard db._hooks != nil, let hooks = HookRun<Self>(db) else { return try restoreRow(id, in: db._unscoped) }
    return try hooks.write(id, in: db) {
      try fetch(withDeleted: id, in: db)
    } _: {
      try restoreRow(id, in: db._unscoped)
    }
  }

  @inlinable
  static func restoreRow(_ id: ID, in db: some WriteTransaction) throws -> Self {
    let row = try db.fetchFirst(deletionStatements.restore) {
      id._bind(to: &$0)
    } read: { row in
      try _readRow(from: &row)
    }
    return try row.map { try db._stored($0) } ?? find(id, in: db)
  }

  /// Deletes this row permanently, whether it was deleted before or not. Returns `false` if there was none.
  /// - Throws: ``ConstraintViolation`` if the row is still referenced.
  @inlinable @discardableResult
  public func deletePermanently(in db: some WriteTransaction) throws -> Bool {
    try Self.deletePermanently(id, in: db)
  }

  /// Deletes the row with this key permanently, whether it was deleted before or not. Returns `false` if there was none.
  /// - Throws: ``ConstraintViolation`` if the row is still referenced.
  @inlinable @discardableResult
  public static func deletePermanently(_ id: ID, in db: some WriteTransaction) throws -> Bool {
    guard db._hooks != nil, let hooks = HookRun<Self>(db) else {
      return try deleteRowPermanently(id, in: db._unscoped)
    }
    return try hooks.delete(in: db) {
      try fetch(withDeleted: id, in: db)
    } _: {
      try deleteRowPermanently(id, in: db._unscoped)
    }
  }

  @inlinable
  static func deleteRowPermanently(_ id: ID, in db: some WriteTransaction) throws -> Bool {
    try db.execute(deletionStatements.deletePermanently) { id._bind(to: &$0) } > 0
  }
}
