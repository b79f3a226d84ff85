import Foundation
import Postil
import PostilTestSupport
import Testing

/// Members of a singleton, references that never change, and several references to one table, each in an order.
@Suite("Ordered relationships with other annotations")
struct LeagueTests {
  private let store: SQLiteStore
  private let association: Association
  private let teams: [Team]

  init() throws {
    store = try SQLiteStore.inMemory(schema: CombinationsSchema.self)
    (association, teams) = try store.write { db in
      let association = try Association.Draft(
        name: "all", teams: [.init(name: "Reds"), .init(name: "Blues"), .init(name: "Greens")]
      ).insert(in: db)
      return (association, try association.teams.fetchAll(in: db))
    }
  }

  private func titles(_ query: Query<Match>, _ db: some ReadTransaction) throws -> [String] {
    try query.fetchAll(in: db).map(\.title)
  }

  @Test("A draft inserts children with UUID keys, generated columns and timestamps set by the database")
  func graph() throws {
    try store.write { db in
      #expect(teams.map(\.name) == ["Reds", "Blues", "Greens"])
      #expect(teams.map(\.slug) == ["reds", "blues", "greens"])
      #expect(Set(teams.map(\.id)).count == 3)
      #expect(teams.allSatisfy { abs($0.createdAt.timeIntervalSinceNow) < 60 })
      let current = try Association.current(in: db)
      #expect(try current == association && teams[1].association(in: db) == association)
      let same = Team.DraftOfAssociation(name: "REDS")
      #expect(throws: ConstraintViolation.unique(table: "team", columns: ["slug"])) {
        try Team.insert([same], of: association.id, in: db)
      }
    }
  }

  @Test("Members whose reference is a 'let' can be moved, but not removed")
  func letReference() throws {
    try store.write { db in
      try association.moveInTeams(from: 2, to: 0, in: db)
      #expect(try association.teams.fetchAll(in: db).map(\.name) == ["Greens", "Reds", "Blues"])
      #expect(throws: OrderIndexOutOfRange.self) { try association.moveInTeams(from: 0, to: 3, in: db) }
      try Team.insert((4...6).map { Team.Draft(name: "\($0)", associationID: association.id) }, in: db)
      let refusal = ConstraintViolation.arity(
        relationship: "Association.teams", count: 7, bound: .maximum(6), owner: [])
      #expect(throws: refusal) { try Team.Draft(name: "7", associationID: association.id).insert(in: db) }
    }
  }

  @Test("Several references to one table each have their own order")
  func severalReferences() throws {
    try store.write { db in
      let (reds, blues, greens) = (teams[0], teams[1], teams[2])
      let matches = try ["a", "b", "c"].map {
        try Match.Draft(title: $0, homeID: reds.id, awayID: blues.id, umpireID: greens.id).insert(in: db)
      }
      try reds.moveInHomeMatches(from: 0, to: 2, in: db)
      try greens.moveInUmpired(from: 2, to: 1, in: db)
      #expect(try titles(reds.homeMatches, db) == ["b", "c", "a"])
      #expect(try titles(blues.awayMatches, db) == ["a", "b", "c"])
      #expect(try titles(greens.umpired, db) == ["a", "c", "b"])
      try blues.insertIntoHomeMatches(matches[2], at: 0, in: db)
      try blues.removeFromAwayMatches(matches[0], in: db)
      #expect(try titles(reds.homeMatches, db) == ["b", "a"])
      #expect(try titles(blues.awayMatches, db) == ["b", "c"])
      #expect(try titles(greens.umpired, db) == ["a", "c", "b"])
      let moved = try Match.find(matches[2].id, in: db)
      #expect(moved.version == 2 && moved.homeID == blues.id && moved.updatedAt >= matches[2].updatedAt)
      try blues.delete(in: db)
      #expect(try titles(reds.homeMatches, db) == ["b", "a"])
      #expect(try titles(greens.umpired, db) == ["a", "b"])
      try reds.moveInHomeMatches(from: 1, to: 0, in: db)
      #expect(try titles(reds.homeMatches, db) == ["a", "b"])
      #expect(try Match.all.fetchAll(in: db).map(\.awayID) == [nil, nil])
    }
  }
}
