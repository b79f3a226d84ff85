/// A model with `@singleton`: its table holds one row at most, whose key is 1.
public protocol Singleton: Model where ID == RowID<Self> {
  /// The key of the one row, for a statement that inserts it or writes over it.
  static var currentKey: UniqueKey<Self> { get }
}

extension Singleton {
  /// The one row.
  /// - Throws: ``RecordNotFound`` when it was not inserted yet.
  @inlinable
  public static func current(in db: some ReadTransaction) throws -> Self { try find(ID(1), in: db) }

  /// The one row, `nil` where it was not inserted yet.
  @inlinable
  public static func fetchCurrent(in db: some ReadTransaction) throws -> Self? { try fetch(ID(1), in: db) }
}

extension ModelDraft where OwningModel: Singleton {
  /// Inserts the draft as the one row, or writes it over the one that is there, and returns the row. What refers to the row
  /// goes on referring to it.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses it.
  @inlinable @discardableResult
  public func replaceCurrent(in db: some WriteTransaction) throws -> OwningModel {
    try upsert(on: { _ in OwningModel.currentKey }, in: db)
  }
}
