import Foundation

/// What a contender's work came to: equal for all contenders, or the run fails.
package struct Digest: Equatable, Sendable, CustomStringConvertible {
  /// Rows read, or changed.
  package var count: Int
  /// A sum over the values, order-independent.
  package var sum: UInt64

  /// A digest of `count` rows.
  @inlinable
  package init(count: Int = 0, sum: UInt64 = 0) {
    self.count = count
    self.sum = sum
  }

  /// Adds one row of `entry`; cheap, yet no column can be left unread.
  @inlinable @inline(__always)
  package mutating func add(
    id: Int64, title: String, note: String, quantity: Int, rank: Int32, price: Double, done: Bool, dueAt: Date?,
    folderID: Int64
  ) {
    count += 1
    sum &+= UInt64(bitPattern: id &* 31 &+ folderID) &+ UInt64(bitPattern: Int64(quantity))
    sum &+= UInt64(bitPattern: Int64(rank)) &+ price.bitPattern &+ (done ? 1 : 0)
    sum &+= UInt64(title.utf8.count &* 7 &+ note.utf8.count)
    if let dueAt { sum &+= dueAt.timeIntervalSinceReferenceDate.bitPattern }
  }

  /// Adds a tag or a step of the row with the key `owner`.
  @inlinable @inline(__always)
  package mutating func add(member id: Int64, text: String, of owner: Int64) {
    count += 1
    sum &+= UInt64(bitPattern: id &* 17 &+ owner &* 3) &+ UInt64(text.utf8.count)
  }

  /// Adds what was computed of the rows of a group.
  @inlinable @inline(__always)
  package mutating func add(group key: Int64, rows: Int, sum total: Int64, mean: Double, maximum: Int64) {
    count += 1
    sum &+= UInt64(bitPattern: key &* 31 &+ total &+ maximum) &+ UInt64(rows) &+ mean.bitPattern
  }

  package var description: String { "\(count) rows, sum \(sum)" }
}
