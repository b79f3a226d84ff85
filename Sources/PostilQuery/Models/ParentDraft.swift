/// A draft that takes other drafts with it: those of the rows that will reference its own.
public protocol ParentDraft: ModelDraft {
  /// Whether there are any in this one.
  static func hasChildren(_ draft: Self) -> Bool
  /// Inserts the draft alone.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses it, ``DatabaseError`` for anything else.
  func insertRow(in db: some WriteTransaction) throws -> OwningModel
}

extension ParentDraft {
  /// `true`
  @inlinable
  public static var takesChildren: Bool { true }

  /// Inserts the draft, then what it takes with it, to any depth, and returns the row that it became. All are inserted or
  /// none is.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses one of them, ``DatabaseError`` for anything else.
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
