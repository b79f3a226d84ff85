/// A row that is not in the database yet: every column but those that the database assigns.
public protocol ModelDraft: Sendable {
  /// The model whose row the draft becomes.
  associatedtype OwningModel: Model where OwningModel.Draft == Self
  /// Binds the draft's columns, in the order of the insert statement.
  func bindColumns(to binder: inout some ValueBinder)
  /// Inserts the draft and returns the row that it became.
  /// - Throws: ``ConstraintViolation`` if a constraint refuses it, ``DatabaseError`` for any other error.
  @discardableResult
  func insert(in db: some WriteTransaction) throws -> OwningModel
  /// Whether drafts of this type can take others with them: a ``_ParentDraft`` can.
  static var takesChildren: Bool { get }
  /// Whether there are any in this one.
  static func hasChildren(_ draft: Self) -> Bool
  /// Inserts the children of the draft for the inserted row.
  func insertChildren(of row: OwningModel, in db: some WriteTransaction) throws
}

extension ModelDraft {
  /// `false`
  @inlinable
  public static var takesChildren: Bool { false }

  /// `false`
  @inlinable
  public static func hasChildren(_ draft: Self) -> Bool { false }

  /// There is nothing to insert.
  @inlinable
  public func insertChildren(of row: OwningModel, in db: some WriteTransaction) throws {}
}

/// A draft with children: drafts of the rows that will reference its own.
public protocol _ParentDraft: ModelDraft {
  /// Whether there are any in this one.
  static func hasChildren(_ draft: Self) -> Bool
  /// Inserts the draft alone.
  /// - Throws: ``ConstraintViolation`` if a constraint refuses it, ``DatabaseError`` for any other error.
  func insertRow(in db: some WriteTransaction) throws -> OwningModel
}

extension _ParentDraft {
  /// `true`
  @inlinable
  public static var takesChildren: Bool { true }

  /// Inserts the draft and then its children, to any depth, and returns the inserted row. All are inserted or
  /// none is.
  /// - Throws: ``ConstraintViolation`` if a constraint refuses one of them, ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func insert(in db: some WriteTransaction) throws -> OwningModel {
    guard Self.hasChildren(self) else { return try insertRow(in: db) }
    return try db.savepoint {
      let row = try insertRow(in: db)
      try insertChildren(of: row, in: db)
      return row
    }
  }
}

/// A draft without the reference to its owner, for the owner's draft to take with it: `Step.DraftOfItem`.
public protocol _ChildDraft: Sendable {
  /// The draft that it is with a reference.
  associatedtype Draft: ModelDraft
  /// The key of the owner.
  associatedtype OwnerID: KeyValue
  /// The whole draft, of the row with this key.
  func draft(of owner: OwnerID) -> Draft
}

extension Model {
  /// Inserts drafts that belong to the row with a key, all of them or none, and returns how many there were, their own
  /// children not counted.
  ///
  /// `try Step.insert([Step.DraftOfItem(text: "Buy oil")], of: item.id, in: db)`
  /// - Throws: ``ConstraintViolation`` if a constraint refuses one.
  @inlinable @discardableResult
  public static func insert<Child: _ChildDraft>(
    _ children: some Sequence<Child>, of owner: Child.OwnerID, in db: some WriteTransaction
  ) throws -> Int where Child.Draft == Draft {
    try insert(children.lazy.map { $0.draft(of: owner) }, in: db)
  }
}
