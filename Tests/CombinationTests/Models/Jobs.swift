import Foundation
import Postil

/// What is to be done, one after the other.
// @table
// @hasMany(jobs: Job, inverse: queue, ordered)
struct Queue: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
}

/// Something to do, which can be had back when it was deleted.
// @table
struct Job: Codable, Hashable, Identifiable, Sendable {
  let id: Int64
  let version: Int  // @version
  let deletedAt: Date?  // @softDelete

  // @references(onDelete: cascade)
  var queueID: Queue.ID?
}

/// A recipe, which needs what goes into it.
// @table
// @hasMany(ingredients: Ingredient, inverse: dish, min: 1, max: 2)
// @hasOne(photo: Photo, inverse: dish, min: 1)
struct Dish: Codable, Hashable, Identifiable, Sendable {
  let id: UUID
  let deletedAt: Date?  // @softDelete
}

// @table
struct Ingredient: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  let deletedAt: Date?  // @softDelete
  // @references(onDelete: cascade)
  var dishID: Dish.ID
}

// @table
struct Photo: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  let deletedAt: Date?  // @softDelete
  // @references(onDelete: cascade) @unique
  var dishID: Dish.ID
}
