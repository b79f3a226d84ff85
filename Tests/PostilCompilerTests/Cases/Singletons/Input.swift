import Foundation

// @table
// @singleton
struct House: Sendable {
  let id: UUID
}

// @table
// @singleton
struct Garden: Sendable {
  let id: ID

  struct ID: RawRepresentable, Hashable, Sendable {
    let rawValue: Int64
  }
}

// @table
// @singleton
struct Plot: Sendable {
  // @primaryKey
  let row: Int
  // @primaryKey
  let column: Int
}

// @table
// @singleton(1)
struct Shed: Sendable {
  let id: ID
  var name: String  // @singleton
}
