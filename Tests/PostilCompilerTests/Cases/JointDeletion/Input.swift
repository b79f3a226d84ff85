import Foundation

// @table
struct Project: Sendable {
  let id: ID
  var name: String
}

// @table
struct List: Sendable {
  let id: ID
  let deletedAt: Date?  // @softDelete(with: owner)
  // @references
  var ownerID: Item.ID?
}

// @table
struct Item: Sendable {
  let id: ID
  let deletedAt: Date?  // @softDelete(with: projct, project, list, note)
  // @references
  var projectID: Project.ID
  // @references
  var listID: List.ID
  // @references
  var noteID: Note.ID?
}

// @table
struct Note: Sendable {
  let id: ID
  let deletedAt: Date?  // @softDelete @store(as: unixSeconds)
}

// @table
struct Lone: Sendable {
  let id: ID
  let deletedAt: Date?  // @softDelete(with: itself)
}
