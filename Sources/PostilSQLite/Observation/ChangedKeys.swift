import PostilQuery

/// A set of keys of rows, in no particular order.
///
/// Keys are equal here if the database stores the same values for them. A `Set` wouldn't do: `String` takes texts with other bytes for equal
/// if they are canonically equivalent, such as "é" in one and in two Unicode scalars, and these are different keys.
public struct ChangedKeys<Key: KeyValue>: Collection, Sendable {
  private var keys: [[BoundValue]: Key] = [:]

  /// A position in the set.
  public struct Index: Comparable, Sendable {
    fileprivate let position: Dictionary<[BoundValue], Key>.Index

    /// Whether the first position is before the second.
    public static func < (left: Self, right: Self) -> Bool { left.position < right.position }
  }

  /// An empty set.
  public init() {}

  /// The set of these keys.
  public init(_ keys: some Sequence<Key>) {
    for key in keys { insert(key) }
  }

  /// Whether the set contains a key.
  public func contains(_ key: Key) -> Bool { keys[key._boundValues] != nil }

  package mutating func insert(_ key: Key) { keys[key._boundValues] = key }

  package mutating func remove(_ key: Key) { keys[key._boundValues] = nil }

  /// The first position.
  public var startIndex: Index { Index(position: keys.startIndex) }
  /// The position after the last key.
  public var endIndex: Index { Index(position: keys.endIndex) }
  /// The number of keys.
  public var count: Int { keys.count }

  /// The key at a position.
  public subscript(position: Index) -> Key { keys[position.position].value }

  /// The next position.
  public func index(after index: Index) -> Index { Index(position: keys.index(after: index.position)) }
}

extension ChangedKeys: Hashable {
  /// Whether both sets contain the same keys.
  public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.keys.keys.allSatisfy { right.keys[$0] != nil }
  }

  /// Adds the keys to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(Set(keys.keys)) }
}

extension ChangedKeys: ExpressibleByArrayLiteral {
  /// The set of these keys.
  public init(arrayLiteral keys: Key...) { self.init(keys) }
}

extension ChangedKeys: CustomStringConvertible {
  /// The keys, as in an array.
  public var description: String { Array(self).description }
}
