import Foundation
import Postil

enum Level: String, Sendable { case none, some, all }

struct Tint: ColumnRepresentable, Hashable, Sendable {
  var red: Int
  init(stored: Int) throws { red = stored }
  var stored: Int { red }
}

struct Label: Codable, Hashable, Sendable {
  var text: String
  var at: Date?
}

/// A crate with values whose Swift isn't a literal, for rows that the studio writes.
// @table
// @lazy(scan: Data?)
struct Crate: Sendable {
  let id: ID
  let name: String
  var level: Level?
  var tint: Tint?
  var bytes: [UInt8]
  var steps: [Int16]  // @store(as: packed)
  var curve: [Float]?  // @store(as: packed)
  var label: Label?  // @json
  var lines: [String]  // @json
  var place: Address?  // @embedded
  let madeAt: Date  // @createdAt
  // @references
  var parcelID: Parcel.ID?
}

/// The number of crates.
// @view("SELECT level, count(*) FROM crate GROUP BY level")
struct CrateCount: Sendable {
  let level: Level?
  let count: Int
}
