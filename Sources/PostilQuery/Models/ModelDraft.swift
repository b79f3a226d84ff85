/// A row that isn't in the database yet: all columns except those that the database assigns.
public protocol ModelDraft: Sendable {
  /// The model of the inserted row.
  associatedtype OwningModel: Model where OwningModel.Draft == Self
  /// Binds the draft's columns, in the order of the insert statement.
  func bindColumns(to binder: inout some ValueBinder)
  /// Inserts the draft and returns the inserted row.
  /// - Throws: ``ConstraintViolation`` if it violates a constraint, ``DatabaseError`` for any other error.
  @discardableResult
  func insert(in db: some WriteTransaction) throws -> OwningModel
  /// Inserts the draft without its children and without calling hooks.
  func _insertRow(in db: some WriteTransaction) throws -> OwningModel
  /// Whether drafts of this type can have children, as a `_ParentDraft` can.
  static var takesChildren: Bool { get }
  /// Whether this draft has children.
  static func hasChildren(_ draft: Self) -> Bool
  /// Inserts the children of the draft for the inserted row.
  func insertChildren(of row: OwningModel, in db: some WriteTransaction) throws
}

extension ModelDraft {
  /// Inserts the draft and returns the inserted row.
  /// - Throws: ``ConstraintViolation`` if it violates a constraint, ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func insert(in db: some WriteTransaction) throws -> OwningModel {
    guard db._hooks != nil, let hooks = HookRun<OwningModel>(db) else {
      return try _insertRow(in: db._unscoped)
    }
    return try hooks.insert(self, in: db) { try $0._insertRow(in: db._unscoped) }
  }

  /// `false`
  @inlinable
  public static var takesChildren: Bool { false }

  /// `false`
  @inlinable
  public static func hasChildren(_ draft: Self) -> Bool { false }

  /// Does nothing.
  @inlinable
  public func insertChildren(of row: OwningModel, in db: some WriteTransaction) throws {}
}

/// A draft with children: drafts of rows that will reference its row.
public protocol _ParentDraft: ModelDraft {
  /// Whether this draft has children.
  static func hasChildren(_ draft: Self) -> Bool
}

extension _ParentDraft {
  /// `true`
  @inlinable
  public static var takesChildren: Bool { true }

  /// Inserts the draft and then its children, to any depth, and returns the inserted row. If one fails, none is inserted.
  /// - Throws: ``ConstraintViolation`` if a row violates a constraint, ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func insert(in db: some WriteTransaction) throws -> OwningModel {
    guard db._hooks != nil, let hooks = HookRun<OwningModel>(db) else { return try insertGraph(in: db) }
    return try hooks.insert(self, in: db) { try $0.insertGraph(in: db) }
  }

  @inlinable
  func insertGraph(in db: some WriteTransaction) throws -> OwningModel {
    guard Self.hasChildren(self) else { return try _insertRow(in: db._unscoped) }
    return try db.savepoint {
      let row = try _insertRow(in: db._unscoped)
      try insertChildren(of: row, in: db)
      return row
    }
  }
}

/// A draft without its reference to the owner, which is inserted with the owner's draft: `Step.DraftOfItem`.
public protocol _ChildDraft: Sendable {
  /// The draft with the reference.
  associatedtype Draft: ModelDraft
  /// The key of the owner.
  associatedtype OwnerID: KeyValue
  /// Returns the complete draft for the owner with this key.
  func draft(of owner: OwnerID) -> Draft
}

extension Model {
  /// Inserts drafts that belong to the row with a key, and returns the number of drafts, not counting their own
  /// children. If one fails, none is inserted.
  ///
  /// `try Step.insert([Step.DraftOfItem(text: "Buy oil")], of: item.id, in: db)`
  /// - Throws: ``ConstraintViolation`` if a row violates a constraint.
  @inlinable @discardableResult
  public static func insert<Child: _ChildDraft>(
    _ children: some Sequence<Child>, of owner: Child.OwnerID, in db: some WriteTransaction
  ) throws -> Int where Child.Draft == Draft {
    try insert(children.lazy.map { $0.draft(of: owner) }, in: db)
  }
}
