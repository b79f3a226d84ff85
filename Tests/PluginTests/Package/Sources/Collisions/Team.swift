import Postil

/// A team.
// @table
struct Team: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
  var level: Level = .first

  // @references(inverse: reserves)
  var parentID: Team.ID?

  // @manyToMany(rivals: Team, inverse: rivalled)
}

/// A seat in a team's row, by two numbers.
// @table
struct Seat: Codable, Hashable, Sendable {
  let block: Int  // @primaryKey
  let number: Int  // @primaryKey

  // @references(inverse: seat) @unique
  var teamID: Team.ID?
}

enum Level: Int, Codable, Sendable {
  case first, second
}

/// Uses them as the runtime's names would be used.
public func collide() throws -> [String] {
  let store = try SQLiteStore.inMemory(schema: CollisionsSchema.self)
  return try store.write { db in
    let blue = try Team.Draft(name: "blue").insert(in: db)
    let red = try Team.Draft(name: "red", parentID: blue.id).insert(in: db)
    try blue.addToRivals(red, in: db)
    let seat = try Seat.Draft(block: 1, number: 2).insert(in: db)
    try blue.setSeat(seat, in: db)
    return try Team.where { $0.rivalled.any { $0.name == "blue" } && $0.parent.name == "blue" }.fetchAll(in: db)
      .map(\.name)
  }
}
