/// An index at which an ordered relationship has no member.
public struct OrderIndexOutOfRange: Error, Hashable, Sendable, CustomStringConvertible {
  /// The relationship: `Item.steps`.
  public let relationship: String
  /// The index that was given.
  public let index: Int
  /// How many members there would be: indices are from 0 to one less.
  public let count: Int

  /// An index of a relationship that has `count` members.
  public init(relationship: String, index: Int, count: Int) {
    self.relationship = relationship
    self.index = index
    self.count = count
  }

  /// What is wrong, and which indices there are.
  public var description: String {
    count == 0
      ? "'\(relationship)' has no members, so there is no index \(index)"
      : "the index \(index) is outside of '\(relationship)': write one from 0 to \(count - 1)"
  }
}
