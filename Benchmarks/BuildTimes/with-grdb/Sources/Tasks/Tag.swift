import GRDB

/// A word that items share.
struct Tag: Codable, Hashable, Identifiable, Sendable, FetchableRecord, MutablePersistableRecord {
  static let itemTags = hasMany(ItemTag.self)
  static let items = hasMany(Item.self, through: itemTags, using: ItemTag.item)

  var id: Int64?
  var name: String

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
