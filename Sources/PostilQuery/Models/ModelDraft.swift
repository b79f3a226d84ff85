/// A row that is not in the database yet: every column but those that the database assigns.
public protocol ModelDraft: Sendable {
  /// The model whose row the draft becomes.
  associatedtype OwningModel: Model where OwningModel.Draft == Self
  /// Binds the draft's columns, in the order of the insert statement.
  func bindColumns(to binder: inout some ValueBinder)
  /// Inserts the draft and returns the row that it became.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses it, ``DatabaseError`` for anything else.
  @discardableResult
  func insert(in db: some WriteTransaction) throws -> OwningModel
  /// Whether drafts of this type can take others with them: a ``ParentDraft`` can.
  static var takesChildren: Bool { get }
  /// Whether there are any in this one.
  static func hasChildren(_ draft: Self) -> Bool
  /// Inserts what the draft takes with it, for the row that the draft became.
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
