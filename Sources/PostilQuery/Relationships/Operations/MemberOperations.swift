// What a to-many relationship over a reference does by ids alone: constants of the owner that hold the statements, fixed at
// build time, and are called as functions.

/// Makes rows members of an owner.
public struct _AddMembers<Owner: Model, Target: Model>: Sendable {
  /// Binds the owner and a row.
  public let one: FixedStatement
  /// Binds the owner and a JSON array of rows; `nil` if JSON can't represent their keys or they are added in order.
  public let all: FixedStatement?

  /// Adds members by these statements.
  public init(_ one: FixedStatement, all: FixedStatement? = nil) {
    self.one = one
    self.all = all
  }

  /// Makes a row a member of the owner.
  /// - Throws: ``RecordNotFound`` if there is no such row.
  @inlinable
  public func callAsFunction(_ target: Target.ID, of owner: Owner.ID, in db: some WriteTransaction) throws {
    try db.update(Target.self, one, owner, target)
  }

  /// Makes rows members of the owner, all or none.
  /// - Throws: ``RecordNotFound`` if one of the rows is missing.
  @inlinable
  public func callAsFunction(
    contentsOf targets: some Sequence<Target.ID>, of owner: Owner.ID, in db: some WriteTransaction
  ) throws {
    let targets = Array(targets)
    if try run(all, owner, targets, in: db) { return }
    try db.savepoint { for target in targets { try self(target, of: owner, in: db) } }
  }

  /// Runs a statement over all rows, all or none; `false` if there is no statement or JSON can't represent a key.
  @inlinable
  func run(
    _ statement: FixedStatement?, _ owner: Owner.ID, _ targets: [Target.ID], in db: some WriteTransaction
  ) throws -> Bool {
    guard let statement, let keys = jsonArray(of: targets) else { return false }
    if try db.execute(statement, owner, keys) == 0 {
      for target in targets { _ = try Target.find(target, in: db) }
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
  /// Binds the owner and a JSON array of its members; `nil` if they are removed, then added.
  public let all: FixedStatement?

  /// Replaces members by a statement, or by a removal of all and an addition.
  public init(
    _ addition: _AddMembers<Owner, Target>, _ removalOfAll: _RemoveAll<Owner>, all: FixedStatement? = nil
  ) {
    self.addition = addition
    self.removalOfAll = removalOfAll
    self.all = all
  }

  /// Makes these rows the members of the owner, and no others.
  /// - Throws: ``RecordNotFound`` if one of the rows is missing.
  @inlinable
  public func callAsFunction(
    with targets: some Sequence<Target.ID>, of owner: Owner.ID, in db: some WriteTransaction
  ) throws {
    let targets = Array(targets)
    if try addition.run(all, owner, targets, in: db) { return }
    try db.savepoint {
      try removalOfAll(of: owner, in: db)
      try addition(contentsOf: targets, of: owner, in: db)
    }
  }
}
