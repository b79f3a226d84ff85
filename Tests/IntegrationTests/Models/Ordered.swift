import Foundation
import Postil

/// A recipe, with its directions in order, and its cooks, the best first.
// @table
// @hasMany(directions: Direction, inverse: recipe, ordered, max: 20)
// @hasMany(ingredients: Ingredient, inverse: recipe, min: 1)
// @manyToMany(cooks: Cook, ordered)
struct Recipe: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}

/// One thing to do.
// @table
struct Direction: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var text: String

  // @references(onDelete: cascade)
  var recipeID: Recipe.ID
}

/// What a dish is made of.
// @table
struct Ingredient: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String

  // @references(onDelete: cascade)
  var recipeID: Recipe.ID
}

/// Somebody who cooks.
// @table
struct Cook: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}
