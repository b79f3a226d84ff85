import GRDB

/// A project that items belong to.
struct Project: Codable, Hashable, Identifiable, Sendable, FetchableRecord, MutablePersistableRecord {
  static let items = hasMany(Item.self)

  var id: Int64?
  var name: String

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
