// The operations of to-many relationships over a reference that take only IDs: static constants of the owner that
// contain the statements, fixed at build time, and are called like functions.

/// Adds members to an owner.
public struct _AddMembers<Owner: Model, Target: Model>: Sendable {
  /// Binds the owner and a row.
  public let one: FixedStatement
  /// Binds the owner and a JSON array of rows; `nil` if JSON can't represent their keys or if they must be added in order.
  public let all: FixedStatement?

  /// Creates the operation from its statements.
  public init(_ one: FixedStatement, all: FixedStatement? = nil) {
    self.one = one
    self.all = all
  }

  /// Adds a row to the members of the owner.
  /// - Throws: ``RecordNotFound`` if the row doesn't exist, or one of the two is deleted by `@softDelete`.
  @inlinable
  public func callAsFunction(_ target: Target.ID, of owner: Owner.ID, in db: some WriteTransaction) throws {
    try db.requireLive(Owner.self, [owner])
    try db.changing(Target.self, [target]) { db in try db.update(Target.self, one, owner, target) }
  }

  /// Adds rows to the members of the owner. If one fails, none is added.
  /// - Throws: ``RecordNotFound`` if one of the rows doesn't exist, or is deleted by `@softDelete`.
  @inlinable
  public func callAsFunction(
    contentsOf targets: some Sequence<Target.ID>, of owner: Owner.ID, in db: some WriteTransaction
  ) throws {
    let targets = Array(targets)
    try db.requireLive(Owner.self, [owner])
    try db.changing(Target.self, targets) { db in
      if try run(all, owner, targets, in: db) { return }
      try db.savepoint { for target in targets { try db.update(Target.self, one, owner, target) } }
    }
  }

  /// Runs a statement for all rows at once. Returns `false` if there is no statement or JSON can't represent a key.
  @inlinable
  func run(
    _ statement: FixedStatement?, _ owner: Owner.ID, _ targets: [Target.ID], in db: some WriteTransaction
  ) throws -> Bool {
    guard let statement, let keys = jsonArray(of: targets) else { return false }
    if try db.execute(statement, owner, keys) == 0, let first = targets.first {
      for target in targets { _ = try Target.find(target, in: db) }
      // All of them exist, so one has another value in a column that the statement doesn't set, such as another tenant.
      throw RecordNotFound(model: Target.table.model, key: first._boundValues)
    }
    return true
  }
}

/// Replaces the members of an owner.
public struct _ReplaceMembers<Owner: Model, Target: Model>: Sendable {
  /// Adds members.
  public let addition: _AddMembers<Owner, Target>
  /// Removes all members.
  public let removalOfAll: _RemoveAll<Owner>
  /// Binds the owner and a JSON array of its members; `nil` if all members are removed first and then added.
  public let all: FixedStatement?

  /// Creates the operation from a statement, or from the removal of all members and an addition.
  public init(
    _ addition: _AddMembers<Owner, Target>, _ removalOfAll: _RemoveAll<Owner>, all: FixedStatement? = nil
  ) {
    self.addition = addition
    self.removalOfAll = removalOfAll
    self.all = all
  }

  /// Replaces the members of the owner.
  /// - Throws: ``RecordNotFound`` if one of the rows doesn't exist, or is deleted by `@softDelete`.
  @inlinable
  public func callAsFunction(
    with targets: some Sequence<Target.ID>, of owner: Owner.ID, in db: some WriteTransaction
  ) throws {
    let targets = Array(targets)
    try db.requireLive(Owner.self, [owner])
    if try addition.run(all, owner, targets, in: db) { return }
    try db.savepoint {
      try removalOfAll(of: owner, in: db)
      try addition(contentsOf: targets, of: owner, in: db)
    }
  }
}
