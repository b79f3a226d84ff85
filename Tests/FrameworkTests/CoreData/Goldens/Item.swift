import Foundation
import Postil

// Import notes for 'Item':
// - the transient attribute 'section' isn't stored; write a computed property for it
// - the parts of the composite 'home' are properties of their own; a struct with '@embedded' would have the same
//   columns
// - 'Item.color' contains 1 value archived by 'NSKeyedArchiver' (UIColor), kept as 'Data'; decode them in the
//   application with 'NSKeyedUnarchiver'

// @table
// @manyToMany(tags: Tag, inverse: items, ordered)
// @index(dueAt.descending)
struct Item: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var color: Data?
  var dueAt: Date?
  var homeCity: String?
  var homeStreet: String?
  var isDone: Bool = false
  var labels: [String]?  // @json
  var photo: Data?
  var price: Decimal? = 0.0
  var priority: Int16 = 0
  var score: Double = 0.0
  var title: String = #"Say "hi" & go"#
  var token: UUID?
  var website: URL?
  // @references(inverse: children, onDelete: cascade)
  var parentID: Item.ID?
  // @references(inverse: items, onDelete: cascade, ordered, max: 20)
  var projectID: Project.ID
}
