/// No row has this primary key.
public struct RecordNotFound: Error, Hashable, Sendable, CustomStringConvertible {
  /// The model's name in Swift.
  public let model: String
  /// The columns of the key; empty if a statement that should return the row it wrote returned none.
  public let key: [BoundValue]

  /// Creates an error: no row of `model` has this key.
  public init(model: String, key: [BoundValue]) {
    self.model = model
    self.key = key
  }

  /// The model and the key: `no Book has the key 1`, `no Seat has the key (1, 'XX')`.
  public var description: String {
    guard !key.isEmpty else { return "the statement returned no \(model)" }
    let values = key.map(\.description).joined(separator: ", ")
    return "no \(model) has the key " + (key.count == 1 ? values : "(\(values))")
  }
}

/// A query doesn't return exactly one row; thrown by `fetchOnly`.
public enum RowCountMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The query returns no row.
  case none
  /// The query returns more than one row.
  case several

  /// What is wrong, and what to write instead.
  public var description: String {
    switch self {
    case .none: "'fetchOnly' expects one row, and the query returns none; use 'fetchOne' if there may be none"
    case .several:
      "'fetchOnly' expects one row, and the query returns more; use 'fetchOne' for the first of several"
    }
  }
}

/// A row was changed after this copy of it was read; nothing was written.
public struct StaleRecord: Error, Hashable, Sendable, CustomStringConvertible {
  /// The model's name in Swift.
  public let model: String
  /// The key's columns.
  public let key: [BoundValue]
  /// The version of the copy.
  public let version: BoundValue
  /// The version in the database.
  public let current: BoundValue

  /// Creates an error: the copy has `version`, and the row in the database has `current`.
  public init(model: String, key: [BoundValue], version: BoundValue, current: BoundValue) {
    self.model = model
    self.key = key
    self.version = version
    self.current = current
  }

  /// What happened, and what to do: `Item 7 was changed since it was read …`.
  public var description: String {
    let values = key.map(\.description).joined(separator: ", ")
    return
      "\(model) \(key.count == 1 ? values : "(\(values))") was changed after it was read: it has version \(current), and "
      + "this copy has version \(version); fetch it again, and repeat the change"
  }
}

/// An ordered relationship has no member at this index.
public struct OrderIndexOutOfRange: Error, Hashable, Sendable, CustomStringConvertible {
  /// The relationship: `Item.steps`.
  public let relationship: String
  /// The requested index.
  public let index: Int
  /// The number of members. Valid indices are less than this.
  public let count: Int

  /// Creates an error about an index of a relationship with `count` members.
  public init(relationship: String, index: Int, count: Int) {
    self.relationship = relationship
    self.index = index
    self.count = count
  }

  /// What is wrong, and the valid indices.
  public var description: String {
    count == 0
      ? "index \(index) is out of range for '\(relationship)', which has no members"
      : "index \(index) is out of range for '\(relationship)'; use an index from 0 to \(count - 1)"
  }
}
