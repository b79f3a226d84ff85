import Foundation
import GRDB

/// Something to do.
struct Item: Codable, Hashable, Identifiable, Sendable, FetchableRecord, MutablePersistableRecord {
  static let project = belongsTo(Project.self)
  static let itemTags = hasMany(ItemTag.self)
  static let tags = hasMany(Tag.self, through: itemTags, using: ItemTag.tag)

  enum Columns {
    static let done = Column(CodingKeys.done)
  }

  var id: Int64?
  var title: String
  var dueAt: Date?
  var done = false
  var projectID: Int64

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// A row of the join table.
struct ItemTag: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
  static let item = belongsTo(Item.self)
  static let tag = belongsTo(Tag.self)

  var itemID: Int64
  var tagID: Int64
}
