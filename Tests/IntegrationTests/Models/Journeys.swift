import Foundation
import Postil

/// A journey, with its times as other programs read them.
// @table
struct Journey: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var place: String
  let bookedAt: Date  // @createdAt @store(as: unixSeconds)
  let changedAt: Date  // @updatedAt @store(as: unixMilliseconds)
  let cancelledAt: Date?  // @softDelete @store(as: julianDay)
}

// @table
struct Ride: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var place: String
  let bookedAt: Date  // @createdAt @store(as: unixMilliseconds)
  let changedAt: Date  // @updatedAt @store(as: julianDay)
  let cancelledAt: Date?  // @softDelete @store(as: unixSeconds)
}

// @table
struct Walk: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var place: String
  let bookedAt: Date  // @createdAt @store(as: julianDay)
  let changedAt: Date  // @updatedAt @store(as: unixSeconds)
  let cancelledAt: Date?  // @softDelete @store(as: unixMilliseconds)
}

// @table
struct Swim: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var place: String
  let bookedAt: Date  // @createdAt @store(as: iso8601)
  let changedAt: Date  // @updatedAt @store(as: iso8601)
  let cancelledAt: Date?  // @softDelete @store(as: iso8601)
}
