import Foundation
import Postil

/// The entry once more, in the module that uses it and internal to it: the variant "same module" of some cases, which
/// shows what crossing a module's border costs.
// @table("entry")
struct LocalEntry: Sendable {
  let id: ID
  var title: String
  var note: String
  var quantity: Int
  var rank: Int32
  var price: Double
  var done = false
  var dueAt: Date?
  var folderID: Int64
}
