// @table
struct Hen: Sendable {
  // @primaryKey @references
  let eggID: Egg.ID
  let number: Int  // @primaryKey
}

// @table
struct Egg: Sendable {
  // @primaryKey @references
  let henID: Hen.ID
  let number: Int  // @primaryKey
}
