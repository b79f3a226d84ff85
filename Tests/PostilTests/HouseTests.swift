import Foundation
import Houses
import Postil
import Testing

@Suite("The house of rooms and monsters")
struct HouseTests {
  private let store: SQLiteStore
  private let hall: Room
  private let crypt: Room

  init() throws {
    store = try SQLiteStore.inMemory(schema: HousesSchema.self)
    (hall, crypt) = try store.write { db in
      let house = try House.Draft(name: "Usher").insert(in: db)
      let ground = try Floor.Draft(level: 0, name: "ground", houseID: house.id).insert(in: db)
      let cellar = try Floor.Draft(level: -1, name: "cellar", houseID: house.id).insert(in: db)
      return (
        try Room.Draft(name: "hall", area: 30, floorID: ground.id).insert(in: db),
        try Room.Draft(name: "crypt", floorID: cellar.id).insert(in: db)
      )
    }
  }

  @Test("is asked through paths of any length, the optional ones included")
  func paths() throws {
    try store.write { db in
      let vlad = try Monster.Draft(name: "Vlad", kind: .vampire, strength: 90, roomID: crypt.id).insert(in: db)
      let axe = try Weapon.Draft(name: "axe", damage: 9, roomID: hall.id).insert(in: db)
      try Monster.Draft(name: "Boo", roomID: hall.id, weaponID: axe.id, leaderID: vlad.id).insert(in: db)

      let armed = Monster.where { $0.room.floor.house.name == "Usher" && $0.weapon.room.name == "hall" }
      #expect(try armed.fetchAll(in: db).map(\.name) == ["Boo"])
      #expect(try Monster.where { $0.leader.name == nil }.fetchAll(in: db).map(\.name) == ["Vlad"])
      #expect(try House.where { $0.floors.any { $0.rooms.any { $0.monsters.isEmpty } } }.count(in: db) == 0)
      #expect(
        try House.where { $0.floors.all { $0.rooms.all { $0.monsters.any { $0.strength >= 1 } } } }.count(in: db) == 1)
      #expect(try Monster.where { $0.followers.any { $0.name == "boo" } }.fetchOne(in: db)?.name == "Vlad")
      #expect(try axe.wielder(in: db)?.name == "Boo")
      #expect(try vlad.room(in: db) == crypt)
    }
  }

  @Test("keeps its rooms while a monster is in one of them, and says why")
  func denies() throws {
    try store.write { db in
      let boo = try Monster.Draft(name: "Boo", roomID: hall.id).insert(in: db)
      #expect(throws: ConstraintViolation.self) { try hall.delete(in: db) }
      #expect(throws: ConstraintViolation.self) { try House.all.delete(in: db) }
      #expect(try Room.all.count(in: db) == 2)

      try boo.delete(in: db)
      try House.all.delete(in: db)
      #expect(try Room.all.count(in: db) == 0)
    }
  }

  @Test("has its floors and rooms in an order, which a floor that stays in its house for good can change too")
  func order() throws {
    try store.write { db in
      let house = try House.all.fetchAll(in: db)[0]
      try Floor.Draft(level: 1, name: "attic", houseID: house.id).insert(in: db)
      #expect(try house.floors.fetchAll(in: db).map(\.name) == ["ground", "cellar", "attic"])
      try house.moveInFloors(from: 1, to: 0, in: db)
      try house.moveInFloors(from: 2, to: 1, in: db)
      let floors = try house.floors.fetchAll(in: db)
      #expect(floors.map(\.name) == ["cellar", "attic", "ground"])
      #expect(try house.floors.order { $0.level }.fetchAll(in: db).map(\.level) == [-1, 0, 1])

      try floors[2].insertIntoRooms(crypt, at: 0, in: db)
      #expect(try floors[2].rooms.fetchAll(in: db).map(\.name) == ["crypt", "hall"])
      #expect(try floors[0].rooms.fetchAll(in: db).isEmpty)
      try Floor.insertIntoRooms(crypt.id, at: 1, of: floors[2].id, in: db)
      #expect(try floors[2].rooms.fetchAll(in: db).map(\.name) == ["hall", "crypt"])
    }
  }

  @Test("has doors that lead one way")
  func doors() throws {
    try store.write { db in
      try hall.addToExits(crypt, in: db)
      #expect(try hall.exits.fetchAll(in: db) == [crypt])
      #expect(try hall.entrances.fetchAll(in: db) == [])
      #expect(try crypt.entrances.fetchAll(in: db) == [hall])
      #expect(try Room.where { $0.exits.any { $0.name == "crypt" } }.fetchAll(in: db) == [hall])
    }
  }

  @Test("refuses what its checks and keys refuse, by the names of the model")
  func constraints() throws {
    try store.write { db in
      #expect(throws: ConstraintViolation.check(name: "monster_strength")) {
        try Monster.Draft(name: "Titan", strength: 101, roomID: hall.id).insert(in: db)
      }
      #expect(throws: ConstraintViolation.unique(table: "room", columns: ["floor_id", "name"])) {
        try Room.Draft(name: "hall", floorID: hall.floorID).insert(in: db)
      }
      #expect(throws: ConstraintViolation.foreignKey(table: "monster")) {
        try Monster.Draft(name: "Lost", roomID: Room.ID(99)).insert(in: db)
      }
      let message = #expect(throws: ConstraintViolation.self) {
        try Room.Draft(name: "hall", floorID: hall.floorID).insert(in: db)
      }
      #expect("\(message as Any)".contains("Room.floorID"))
    }
  }

  @Test("lets go of a weapon when its room goes, and of a leader when he goes")
  func nullifies() throws {
    try store.write { db in
      let axe = try Weapon.Draft(name: "axe", damage: 9, roomID: crypt.id).insert(in: db)
      let vlad = try Monster.Draft(name: "Vlad", roomID: hall.id).insert(in: db)
      let boo = try Monster.Draft(name: "Boo", roomID: hall.id, leaderID: vlad.id).insert(in: db)
      try crypt.delete(in: db)
      try vlad.delete(in: db)
      #expect(try Weapon.find(axe.id, in: db).roomID == nil)
      #expect(try Monster.find(boo.id, in: db).leaderID == nil)
    }
  }

  @Test("updates and deletes by what related rows say")
  func setBased() throws {
    try store.write { db in
      try Monster.insert(
        (1...5).map { Monster.Draft(name: "m\($0)", strength: Int32($0), roomID: $0 % 2 == 0 ? hall.id : crypt.id) },
        in: db)
      let inCrypt = Monster.where { $0.room.name == "crypt" }
      #expect(try inCrypt.update(in: db) { [$0.strength.set($0.strength + 10)] } == 3)
      #expect(try Monster.order { $0.name }.fetchAll(in: db).map(\.strength) == [11, 2, 13, 4, 15])
      #expect(try Monster.order { $0.strength.descending }.limit(2).delete(in: db) == 2)
      #expect(try Monster.order { $0.name }.fetchAll(in: db).map(\.name) == ["m1", "m2", "m4"])
      #expect(try Monster.where { $0.room.floor.level < 0 }.delete(in: db) == 1)
      #expect(try Monster.all.count(in: db) == 2)
    }
  }

  @Test("upserts on a unique key")
  func upserts() throws {
    try store.write { db in
      let first = try House.Draft(name: "Bates", street: nil).upsert(on: { $0.name }, in: db)
      let second = try House.Draft(name: "Bates", street: "Route 66").upsert(on: { $0.name }, in: db)
      #expect(first.id == second.id)
      #expect(try House.find(first.id, in: db).street == "Route 66")
      let floor = try Floor.Draft(level: 1, name: "attic", houseID: first.id).insert(in: db)
      let again = try Floor.Draft(level: 1, name: "loft", houseID: first.id).upsert(on: { $0.houseIDAndLevel }, in: db)
      #expect(again.id == floor.id && again.name == "loft")
    }
  }
}
