import GRDB

/// A list of items.
struct List: Codable, Hashable, Identifiable, Sendable, FetchableRecord, MutablePersistableRecord {
  static let items = hasMany(Item.self)

  var id: Int64?
  var name: String

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
