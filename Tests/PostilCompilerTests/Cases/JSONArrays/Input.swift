import Foundation

typealias Words = [String]

// @table
struct Item: Sendable {
  let id: ID
  var labels: [String]  // @json(array)
  var sizes: Set<Int32>?  // @json(array)
  var keys: Set<UUID>  // @json(array)
  var words: Words?  // @json(array)
  var related: [Item.ID]  // @json(array)
  var parts: [Double?] = []  // @json(array)
  var box: Box  // @embedded
  var moods: [Mood]  // @json(array)
  var days: [Date]  // @json(array)
  var bytes: [UInt8]  // @json(array)
  var table: [[Int]]  // @json(array)
  var settings: [String: String]  // @json(array)
  var title: String  // @json(array)
  var large: [UInt64]  // @json(array)
  var more: [Int]  // @json(list)
  var both: [Int]  // @json(array) @store(as: packed)
}

enum Mood: String, Codable, Sendable { case calm, wild }

struct Box: Sendable {
  var edges: [Int]  // @json(array)
  var moods: [Mood]  // @json(array)
}

// @table(sql: "CREATE TABLE old (id INTEGER PRIMARY KEY, labels TEXT)")
struct Old: Sendable {
  let id: ID
  var labels: [String]?  // @json(array)
}

// @view("SELECT id, labels FROM item")
struct Label: Sendable {
  var id: Item.ID
  var labels: [String]  // @json(array)
}
