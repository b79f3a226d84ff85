import Foundation
import Postil

// Models whose rows belong to a tenant, with the tenant in every key.

// @table
struct Farm: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}

// @table
// @hasMany(animals: Animal, inverse: barn)
// @hasMany(stalls: Stall, inverse: barn, ordered)
struct Barn: Codable, Hashable, Sendable {
  // @primaryKey
  // @references(inverse: barns, onDelete: cascade)
  let farmID: Farm.ID
  let number: Int  // @primaryKey
  var name: String
}

// @table
// @references(barn: Barn, from: farmID, barnNumber, onDelete: cascade)
// @references(mother: Animal, from: farmID, motherNumber, inverse: young, onDelete: nullify)
// @manyToMany(vaccines: Vaccine, through: Dose, inverse: animals)
// @fullText(name)
struct Animal: Codable, Hashable, Sendable {
  let farmID: Farm.ID  // @primaryKey
  let number: Int  // @primaryKey
  var barnNumber: Int
  var motherNumber: Int?
  var name = ""
}

// @table
// @references(barn: Barn, from: farmID, barnNumber, onDelete: cascade)
struct Stall: Codable, Hashable, Sendable {
  let farmID: Farm.ID  // @primaryKey
  let number: Int  // @primaryKey
  var barnNumber: Int
}

// @table
struct Vaccine: Codable, Hashable, Sendable {
  // @primaryKey
  // @references(onDelete: cascade)
  let farmID: Farm.ID
  let number: Int  // @primaryKey
  var name: String
}

// @table
// @references(animal: Animal, from: farmID, animalNumber, onDelete: cascade)
// @references(vaccine: Vaccine, from: farmID, vaccineNumber)
struct Dose: Codable, Hashable, Sendable {
  let farmID: Farm.ID  // @primaryKey
  let animalNumber: Int  // @primaryKey
  let vaccineNumber: Int  // @primaryKey
  var amount = 1
}

/// A row with a UUID, whose words can be searched for.
// @table
// @fullText(title, text, tokenize: "porter")
struct Report: Codable, Hashable, Sendable {
  let id: UUID
  var title: String
  var text: String?
}
