/// A place in the order of a query: behind one row and before the next; ``Page`` has those of its first and last row.
///
/// It holds what the row had of the order's values, not the row: the row may have been changed or deleted since. It is for any
/// query of the same rows with the same order, whatever the conditions are. Sent out of the program it is a text that is signed:
/// ``text(signedBy:)`` and ``init(_:verifiedBy:)``.
public struct Cursor<Row>: Hashable, Sendable {
  let position: CursorPosition

  init(_ position: CursorPosition) { self.position = position }
}

/// The values of an order, and which order it is.
@usableFromInline
struct CursorPosition: Hashable, Sendable {
  /// What tells the order from others.
  let order: UInt64
  /// The value of each of its terms.
  let values: [Binding]
}

extension Cursor: CustomStringConvertible {
  /// What it is a cursor of; not the values, which may be private.
  public var description: String { "a cursor of \(Row.self)" }
}
