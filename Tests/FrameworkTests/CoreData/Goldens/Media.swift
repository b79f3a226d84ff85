import Postil

// Import notes for 'Media':
// - the struct also contains the rows of 'Song', 'Video', which inherit from 'Media'; 'entity' distinguishes them,
//   and properties that only some of them have are optional

// @table
struct Media: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  /// The entity of the row; the properties of the other entities are 'nil'.
  let entity: Entity
  var title: String?
  var codec: String?
  var length: Double?
  var width: Int32?
  // @references
  var ownerID: Item.ID?

  enum Entity: String, Codable, Sendable {
    case song = "Song"
    case video = "Video"
  }
}
