import Foundation
// @table
// @lazy(whole: Dat)
// @lazy(update: Data)
struct Item: Sendable {
  let id: ID
  var title: String
  var data: Data  // @lazy
  // @lazy(score: Int)
  // @lazy(title: Data)
  // @lazy
  // @lazy(other: Date, column: "x", foo: 1)
  // @lazy(tags: Data)
  // @manyToMany(tags: Item)
  // @lazy(good: [UInt8]?, column: "bytes", renamedFrom: "old_bytes")
}

// @view("SELECT title FROM item")
struct Title: Sendable {
  var title: String
  // @lazy(data: Data)
}
