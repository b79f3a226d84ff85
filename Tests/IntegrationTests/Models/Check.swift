import Foundation
import Postil

// What 'postil check' finds: each of these models has one finding, which is why it stands here.

// @table
struct Depot: Sendable {
  let id: ID
}

// @table
struct Parcel: Sendable {
  let id: ID
  // @references(unindexed)
  var depotID: Depot.ID
}

// @table
struct Movie: Sendable {
  let id: ID
}

// @table
struct Casting: Sendable {
  let id: ID
  // @references(enforced: false)
  var movieID: Movie.ID
}

// @table
// @index(city)
// @index(city, street)
struct Kiosk: Sendable {
  let id: ID
  var city: String
  var street: String
}

// @table
struct Topic: Sendable {
  let id: ID
}

// @table
struct Lecture: Sendable {
  let id: ID
  // @manyToMany(topics: Topic)
}

// @table("user")
struct Account: Sendable {
  let id: ID
}

// @table
struct Measurement: Sendable {
  let id: ID
  // @column("the_temperature_of_the_cooling_water_in_degrees_kelvin_at_outlet")
  var temperature: Double
}

// @table
// @unique(street, houseNumber)
struct Building: Sendable {
  let id: ID
  var street: String
  var houseNumber: String?
}

// @table
struct Contestant: Sendable {
  let id: ID
  var name: String  // @unique
  let deletedAt: Date?  // @softDelete
}

// @table
struct Bough: Sendable {
  let id: ID
  // @references(inverse: twigs, onDelete: cascade)
  var parentID: Bough.ID?
}

// @table
struct Venture: Sendable {
  let id: ID
}
// @table
struct Stage: Sendable {
  let id: ID
  // @references(inverse: stages, onDelete: cascade)
  var ventureID: Venture.ID
}
// @table
struct Job: Sendable {
  let id: ID
  // @references(inverse: jobs, onDelete: cascade)
  var ventureID: Venture.ID
  // @references(inverse: jobs)
  var stageID: Stage.ID
}

// @table
struct Receipt: Sendable {
  let id: ID
  var total: Double
}

// @table
struct Coupon: Sendable {
  let id: ID
  var code = ""  // @unique
}

// @table
struct Greeting: Sendable {
  let id: ID
  var text: String
}

// @table
struct Owner: Sendable {
  let id: ID
}

// @table
struct Dog: Sendable {
  let id: ID
  // @references(inverse: dogs, onDelete: cascade)
  var ownerID: Owner.ID
}

// @table
struct Basket: Sendable {
  let id: ID
}

// @table
struct Cat: Sendable {
  let id: ID
  // @references
  var basketID: Basket.ID?
}

// @table
// @hasMany(verses: Verse, inverse: poem, ordered)
struct Poem: Sendable {
  let id: ID
}

// @table
struct Verse: Sendable {
  let id: ID
  var text = ""
  // @references
  var poemID: Poem.ID?
}

// @table
struct Harbour: Sendable {
  let id: ID
}

// @table
struct Boat: Sendable {
  let id: ID
  // @references(inverse: boats, onDelete: deny)
  var harbourID: Harbour.ID?
}

// @table
struct Feather: Sendable {
  let id: ID
  var weight: Double  // @allow(floatingPointMoney, reason: "in milligrams")
}

// @table
struct Estimate: Sendable {
  let id: ID
  var cost: Double  // @allow(floatingPointMoney, reason: "a guess, never added up")
}

// @table
// @query(due(before day: String): "WHERE due_on < :day AND customer = 'Smith' ORDER BY due_on")
struct Summons: Sendable {
  let id: ID
  var customer: String
  var dueOn: String
}

// @table
// @query(newest(limit: Int): "ORDER BY sent_at DESC LIMIT :limit")
struct Telegram: Sendable {
  let id: ID
  var sentAt: String
}
