/// A draft without the reference to its owner, for the owner's draft to take with it: `Step.DraftOfItem`.
public protocol ChildDraft: Sendable {
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
  /// - Throws: ``ConstraintViolation`` when a constraint refuses one.
  @inlinable @discardableResult
  public static func insert<Child: ChildDraft>(
    _ children: some Sequence<Child>, of owner: Child.OwnerID, in db: some WriteTransaction
  ) throws -> Int where Child.Draft == Draft {
    try insert(children.lazy.map { $0.draft(of: owner) }, in: db)
  }
}
