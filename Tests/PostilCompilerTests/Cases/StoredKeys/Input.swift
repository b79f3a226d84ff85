import Foundation

// @table
struct Reader: Sendable {
  let id: UUID  // @store(as: blob)
}

// @table
struct Moment: Sendable {
  let at: Date  // @primaryKey @store(as: unixSeconds)
}

// @table
struct Half: Sendable {
  let at: Date  // @primaryKey @store(as: julianDay)
}

// @table
struct Setting: Sendable {
  let name: [String]  // @primaryKey @json
  var value: String
}

// @table
struct Owner: Sendable {
  let id: ID  // @store(as: blob)

  struct ID: RawRepresentable, Codable, Hashable, Sendable {
    let rawValue: UUID
  }
}

// @table
struct Pet: Sendable {
  let id: ID
  // @references(Owner, inverse: pets)
  var ownerID: UUID
  // @references(inverse: others)
  var otherID: Owner.ID?  // @store(as: text)
}
