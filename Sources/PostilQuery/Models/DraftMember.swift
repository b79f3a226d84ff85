/// A member of a many-to-many relationship in a draft: `Item.Draft(title: "Oil the door", tags: [.id(home.id),
/// .new(Tag.Draft(name: "urgent"))])`.
public enum DraftMember<Target: Model>: Sendable {
  /// An existing row.
  case id(Target.ID)
  /// A new row, inserted together with its own children.
  case new(Target.Draft)
}

extension DraftMember: Equatable where Target.Draft: Equatable {}
extension DraftMember: Hashable where Target.Draft: Hashable {}
extension DraftMember: Encodable where Target.Draft: Encodable, Target.ID: Encodable {}
extension DraftMember: Decodable where Target.Draft: Decodable, Target.ID: Decodable {}

extension _JoinAddition {
  /// Adds members in their order, and inserts the new ones first. If one fails, nothing is changed.
  /// - Throws: ``ConstraintViolation`` if a new row violates a constraint, or an existing one doesn't exist.
  @inlinable
  public func callAsFunction(
    _ members: [DraftMember<Target>], of owner: Owner.ID, in db: some WriteTransaction
  ) throws {
    guard !members.isEmpty else { return }
    try db.savepoint {
      let targets = try members.map { member in
        switch member {
        case .id(let id): id
        case .new(let draft): try draft.insert(in: db).id
        }
      }
      try self(contentsOf: targets, of: owner, in: db)
    }
  }
}
