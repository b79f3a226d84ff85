import Postil

// @table
// @manyToMany(notes: Note, inverse: marks)
struct Mark: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @collate(nocase) @unique
}
