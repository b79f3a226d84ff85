import Postil

// Import notes for 'Tag':
// - 'related' is its own inverse, but a pair has a direction in Postil; the copy contains both, so add and remove
//   both

// @table
// @manyToMany(related: Tag)
struct Tag: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var `default`: Bool = false
  var name: String
}
