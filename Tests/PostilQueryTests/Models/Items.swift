import Foundation
import Postil

/// A project that items belong to.
// @table
struct Project: Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}

/// How a project looks; a project has one or none.
// @table
struct Profile: Hashable, Identifiable, Sendable {
  let id: ID
  var colour: String

  // @references(inverse: profile) @unique
  var projectID: Project.ID
}

/// Something to do.
// @table
// @index(count, where: "done = 0")
struct Item: Hashable, Identifiable, Sendable {
  let id: ID
  var title: String  // @index
  var note: String?
  var dueAt: Date?  // @index
  var priority: Priority
  var done: Bool
  var price: Double
  var count: Int

  // @references(inverse: items)
  var projectID: Project.ID

  // @manyToMany(tags: Tag, inverse: items)
}

/// How soon an item matters.
enum Priority: Int, CaseIterable, Sendable {
  case low, normal, high
}

/// A word that items share; its case does not matter.
// @table
struct Tag: Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique @collate(nocase)
}

/// One step of an item.
// @table
struct Step: Hashable, Identifiable, Sendable {
  let id: ID
  var text: String
  var done: Bool

  // @references(inverse: steps, onDelete: cascade)
  var itemID: Item.ID
}

/// What is to be done, of one project.
// @view("SELECT title, count, project_id FROM item WHERE done = 0")
struct OpenItem: Hashable, Sendable {
  let title: String
  let count: Int?

  // @references
  let projectID: Project.ID
}

/// A title with the name of its project, and how often.
// @projection
struct Line: Hashable, Sendable {
  let title: String
  let projectName: String?
  let number: Int
}
