// The operations of many-to-many relationships that take only IDs: static constants of the owner that contain the
// statements, fixed at build time, and are called like functions. `Item.addToTags(tagID, of: itemID, in: db)` calls the
// constant `Item.addToTags`.

/// Adds the pairs of a many-to-many relationship.
public protocol _JoinAddition<Owner, Target>: Sendable {
  /// The model on this side.
  associatedtype Owner: Model
  /// The model on the other side.
  associatedtype Target: Model
  /// Adds the pairs that don't exist yet; returns how many were added.
  @discardableResult
  func callAsFunction(
    contentsOf targets: some Sequence<Target.ID>, of owner: Owner.ID, in db: some WriteTransaction
  ) throws -> Int
}

/// Adds the rows of a join table.
public struct _AddPairs<Owner: Model, Target: Model>: _JoinAddition {
  /// Binds the owner and a target. Does nothing if the pair exists.
  public let one: FixedStatement
  /// Binds the owner and a JSON array of targets; `nil` if JSON can't represent their keys.
  public let all: FixedStatement?

  /// Creates the operation from its statements.
  public init(_ one: FixedStatement, all: FixedStatement? = nil) {
    self.one = one
    self.all = all
  }

  /// Adds a pair. Returns `false` if it already exists.
  /// - Throws: ``RecordNotFound`` if one of the rows is deleted by `@softDelete`.
  @inlinable @discardableResult
  public func callAsFunction(_ target: Target.ID, of owner: Owner.ID, in db: some WriteTransaction) throws -> Bool {
    try db.requireLive(Owner.self, [owner])
    try db.requireLive(Target.self, [target])
    return try db._unscoped.execute(one, owner, target) > 0
  }

  /// Adds the pairs that don't exist yet; returns how many were added.
  /// - Throws: ``RecordNotFound`` if one of the rows is deleted by `@softDelete`.
  @inlinable @discardableResult
  public func callAsFunction(
    contentsOf targets: some Sequence<Target.ID>, of owner: Owner.ID, in db: some WriteTransaction
  ) throws -> Int {
    let targets = Array(targets)
    try db.requireLive(Owner.self, [owner])
    try db.requireLive(Target.self, targets)
    if let all, let keys = jsonArray(of: targets) { return try db._unscoped.execute(all, owner, keys) }
    return try db._unscoped.execute(one, forEach: targets) { target, binder in
      owner._bind(to: &binder)
      target._bind(to: &binder)
    }
  }
}

/// Adds pairs that are rows of a model. They are inserted as drafts, so that the model's defaults apply.
public struct _AddDrafts<Owner: Model, Target: Model>: _JoinAddition {
  /// Binds the draft of a pair. Does nothing if the pair exists.
  public let one: FixedStatement
  /// Creates the draft for an owner and a target; `nil` if they differ in a value that both references share, such as a tenant.
  public let pair: @Sendable (Owner.ID, Target.ID) -> (any ModelDraft)?

  /// Creates the operation from its statement.
  public init(_ one: FixedStatement, pair: @escaping @Sendable (Owner.ID, Target.ID) -> (any ModelDraft)?) {
    self.one = one
    self.pair = pair
  }

  /// Adds a pair. Returns `false` if it already exists.
  /// - Throws: ``RecordNotFound`` if one of the rows is deleted by `@softDelete`, or they can't be a pair.
  @inlinable @discardableResult
  public func callAsFunction(_ target: Target.ID, of owner: Owner.ID, in db: some WriteTransaction) throws -> Bool {
    try db.requireLive(Owner.self, [owner])
    try db.requireLive(Target.self, [target])
    let draft = try draft(owner, target)
    if db._scopes != nil { return try addInScope([draft], in: db) > 0 }
    return try db.execute(one) { draft.bindColumns(to: &$0) } > 0
  }

  /// Adds the pairs that don't exist yet; returns how many were added.
  /// - Throws: ``RecordNotFound`` if one of the rows is deleted by `@softDelete`, or they can't be a pair.
  @inlinable @discardableResult
  public func callAsFunction(
    contentsOf targets: some Sequence<Target.ID>, of owner: Owner.ID, in db: some WriteTransaction
  ) throws -> Int {
    let targets = Array(targets)
    try db.requireLive(Owner.self, [owner])
    try db.requireLive(Target.self, targets)
    let drafts = try targets.map { try draft(owner, $0) }
    if db._scopes != nil { return try addInScope(drafts, in: db) }
    return try db.execute(one, forEach: drafts) { $0.bindColumns(to: &$1) }
  }

  @usableFromInline
  func draft(_ owner: Owner.ID, _ target: Target.ID) throws -> any ModelDraft {
    if let draft = pair(owner, target) { return draft }
    throw RecordNotFound(model: Target.table.model, key: target._boundValues)
  }

  /// Adds the pairs as rows of their model, which may be limited too.
  @usableFromInline
  func addInScope(_ drafts: [any ModelDraft], in db: some WriteTransaction) throws -> Int {
    try db.savepoint { try drafts.reduce(0) { try $1.insertUnlessPresent(in: db) == nil ? $0 : $0 + 1 } }
  }
}

/// Replaces the pairs of a many-to-many relationship.
public struct _ReplacePairs<Addition: _JoinAddition>: Sendable {
  /// The relationship of the pairs.
  public let relationship: Relationship<Addition.Owner, Addition.Target>
  /// Adds pairs.
  public let addition: Addition
  /// Removes one pair.
  public let removal: _RemoveOne<Addition.Owner, Addition.Target>
  /// Removes all pairs.
  public let removalOfAll: _RemoveAll<Addition.Owner>
  /// Binds the owner and a JSON array of the targets to keep; `nil` if a replacement first removes all pairs.
  public let others: FixedStatement?

  /// Creates the operation; `others` removes the pairs that aren't kept.
  public init(
    _ relationship: Relationship<Addition.Owner, Addition.Target>, _ addition: Addition,
    _ removal: _RemoveOne<Addition.Owner, Addition.Target>, _ removalOfAll: _RemoveAll<Addition.Owner>,
    others: FixedStatement? = nil
  ) {
    self.relationship = relationship
    self.addition = addition
    self.removal = removal
    self.removalOfAll = removalOfAll
    self.others = others
  }

  /// Replaces the targets of the owner; returns how many pairs were removed and added.
  @inlinable @discardableResult
  public func callAsFunction(
    with targets: some Sequence<Addition.Target.ID>, of owner: Addition.Owner.ID, in db: some WriteTransaction
  ) throws -> Int {
    let targets = Array(targets)
    return try db.savepoint {
      try db.requireLive(Addition.Owner.self, [owner])
      return try remove(besides: targets, of: owner, in: db) + addition(contentsOf: targets, of: owner, in: db)
    }
  }

  /// Removes the owner's pairs with other targets.
  @inlinable
  func remove(
    besides targets: [Addition.Target.ID], of owner: Addition.Owner.ID, in db: some WriteTransaction
  ) throws -> Int {
    guard let others else { return try removalOfAll(of: owner, in: db) }
    if let keys = jsonArray(of: targets) { return try db.execute(others, owner, keys) }
    // Keys that JSON can't represent are compared here.
    let staying = Set(targets.map { keyBytes(of: $0) })
    var removed = 0
    for target in try query(of: owner).fetchAll(in: db).map(\.id) where !staying.contains(keyBytes(of: target)) {
      removed += try db.execute(removal.statement, owner, target)
    }
    return removed
  }

  /// All targets of the owner, including deleted ones.
  @usableFromInline
  func query(of owner: Addition.Owner.ID) -> Query<Addition.Target> {
    Query(core: Query(relationship, of: owner).core.seeing(.included))
  }
}
