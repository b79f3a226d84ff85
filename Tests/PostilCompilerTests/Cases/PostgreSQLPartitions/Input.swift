import Foundation

// @table
// @partitioned(by: measuredAt, each: month)
struct Measurement: Sendable {
  let number: UUID  // @primaryKey
  let measuredAt: Date  // @primaryKey
  var serial: Int  // @unique
}

// @table
// @partitioned(by: measuredAt, each: month)
// @unique(serial, where: "serial > 0")
struct Reading: Sendable {
  let id: ID
  var measuredAt: Date?
  var serial: Int
}

// @table
// @partitioned(by: tenant, each: year)
struct Tenant: Sendable {
  let tenant: Int  // @primaryKey
  let number: Int  // @primaryKey
}

// @table
// @partitioned(by: tenant)
struct Neither: Sendable {
  let tenant: Int  // @primaryKey
}

// @table
// @partitioned(by: day, each: day, into: 4)
struct Both: Sendable {
  let door: Int  // @primaryKey
  let day: DateComponents  // @primaryKey @store(as: day)
}

// @table
// @partitioned(by: id, into: 5000)
struct Many: Sendable {
  let id: ID
}

// @table
// @partitioned(by: tenants, into: 4)
struct Unknown: Sendable {
  let tenant: Int  // @primaryKey
}

// @table
// @partitioned(by: half, into: 4)
struct Half: Sendable {
  let whole: Int  // @primaryKey
  var half: Int  // @generated("whole / 2", stored)
}

// @table
// @partitioned(by: room, into: 4)
// @exclude(room, first...last)
struct Lease: Sendable {
  let room: Int  // @primaryKey
  let number: Int  // @primaryKey
  var first: Int
  var last: Int
}

// @table
// @partitioned(by: at, each: month)
struct Seconds: Sendable {
  let door: Int  // @primaryKey
  let at: Date  // @primaryKey @store(as: unixSeconds)
}

// @table
// @partitioned(by: leaseID, into: 4)
struct Payment: Sendable {
  // @primaryKey
  // @references
  let leaseID: Lease.ID
}

// @table
// @partitioned(by: id, into: 4)
// @distributed(by: id)
struct Shard: Sendable {
  let id: ID
}
