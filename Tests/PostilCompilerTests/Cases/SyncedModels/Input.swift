import Foundation

// @table
// @sync
struct List: Identifiable, Sendable {
  let id: ID
  var title: String
}

// @table
// @sync
struct Track: Identifiable, Sendable {
  // @primaryKey
  let number: Int
  var title: String
}

// @table
// @sync
struct Ticket: Identifiable, Sendable {
  let id: ID

  struct ID: RawRepresentable, Hashable, Sendable {
    let rawValue: Int64
  }
}

// @table
// @sync
// @singleton
struct Settings: Identifiable, Sendable {
  let id: ID
  var name: String
}

/// Not synced.
// @table
struct Color: Identifiable, Sendable {
  let id: UUID
}

/// Not synced.
// @table
struct Release: Sendable {
  // @primaryKey
  let name: String
  // @primaryKey
  let number: Int
}

// @table
// @sync
// @references(other: Release, from: name, number)
struct Thing: Identifiable, Sendable {
  let id: UUID
  var colorID: Color.ID  // @references
  var backID: Color.ID?  // @references
  var localID: Color.ID?  // @references(enforced: false)
  var releaseID: Release.ID?  // @references
  var name: String
  var number: Int
}

#if DEBUG
  // @table
  // @sync
  struct Trace: Identifiable, Sendable {
    let id: UUID
  }
#endif

// @view("SELECT id FROM color")
// @sync
struct Bright: Sendable {
  let id: UUID
}

// @projection
// @sync
struct Count: Sendable {
  let count: Int
}

// @table
// @sync(true)
struct Argument: Identifiable, Sendable {
  let id: UUID
  var name: String  // @merge(last)
}

// @table
// @sync
struct Good: Identifiable, Sendable {
  let id: UUID
  // @references(onDelete: cascade)
  var argumentID: Argument.ID
  var name: String  // @sync
}
