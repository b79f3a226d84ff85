import Foundation
import Houses
import Postil
import PostilTestSupport
import Testing

@Suite("The house of rooms and monsters")
struct HouseTests {
  private let store: SQLiteStore
  private let hall: Room
  private let crypt: Room

  init() throws {
    store = try SQLiteStore.inMemory(schema: HousesSchema.self)
    (hall, crypt) = try store.write { db in
      try House.Draft.usher.insert(in: db)
      let rooms = try Room.order { $0.id }.fetchAll(in: db)
      return (rooms[0], rooms[1])
    }
  }

  // MARK: - One house, whole

  @Test("A house is written as one draft in one transaction, and is restored in order")
  func graph() throws {
    let folder = try TemporaryFolder()
    try SQLiteStore(path: folder.path("house.sqlite"), schema: HousesSchema.self).write { db in
      try House.Draft.usher.insert(in: db)
    }
    try SQLiteStore(path: folder.path("house.sqlite"), schema: HousesSchema.self).read { db in
      let house = try House.current(in: db)
      let floors = try house.floors.fetchAll(in: db)
      #expect(house.street == "Tarn Lane")
      #expect(floors.map(\.name) == ["ground", "cellar"])
      #expect(try floors.map { try $0.rooms.fetchAll(in: db).map(\.name) } == [["hall"], ["crypt"]])
      let monsters = try Monster.order { $0.id }.fetchAll(in: db)
      #expect(monsters.map(\.name) == ["Una", "Gus", "Dan"])
      #expect(try monsters.map { try $0.room(in: db).name } == ["hall", "hall", "crypt"])
    }
  }

  @Test("A house is a singleton, found without a key, and replaced without deleting its floors")
  func singleton() throws {
    try store.write { db in
      let house = try House.current(in: db)
      #expect(house.id == House.ID(1))
      #expect(throws: ConstraintViolation.unique(table: "house", columns: ["id"])) {
        try House.Draft.usher.insert(in: db)
      }
      let bates = try House.Draft(name: "Bates").replaceCurrent(in: db)
      #expect(try House.current(in: db) == bates)
      #expect(bates.street == nil && bates.id == house.id)
      #expect(try bates.floors.count(in: db) == 2)
    }
  }

  @Test("Floors and rooms have an order, which can change even for a 'let' reference")
  func order() throws {
    try store.write { db in
      let house = try House.current(in: db)
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

  // MARK: - How many

  @Test("A house without a floor or a room without a monster fails at the commit")
  func minimum() throws {
    let empty = try SQLiteStore.inMemory(schema: HousesSchema.self)
    #expect(throws: Self.tooFew("House.floors", House.ID(1))) {
      try empty.write { db in try House.Draft(name: "Castle in the air").insert(in: db) }
    }
    #expect(try empty.read { db in try House.fetchCurrent(in: db) } == nil)

    #expect(throws: Self.tooFew("Room.monsters", crypt.id)) {
      try store.write { db in try hall.addToMonsters(contentsOf: crypt.monsters.fetchAll(in: db), in: db) }
    }
    #expect(throws: Self.tooFew("Room.monsters", crypt.id)) {
      try store.write { db in try crypt.monsters.delete(in: db) }
    }
    #expect(try store.read { db in try crypt.monsters.fetchAll(in: db).map(\.name) } == ["Dan"])

    // For a while a room may be empty: who comes may come later in the transaction.
    try store.write { db in
      try crypt.monsters.delete(in: db)
      let cell = try Room.Draft(name: "cell", floorID: crypt.floorID).insert(in: db)
      for room in [crypt, cell] { try Monster.Draft(name: "Vlad", roomID: room.id).insert(in: db) }
    }
    #expect(try store.read { db in try Room.all.count(in: db) } == 3)
  }

  @Test("A room holds thirteen monsters, and the fourteenth is refused with its whole draft")
  func maximum() throws {
    let tooMany = ConstraintViolation.arity(
      relationship: "Room.monsters", count: 14, bound: .maximum(13), owner: [])
    try store.write { db in
      for number in 2...13 { try Monster.Draft(name: "ghost \(number)", roomID: crypt.id).insert(in: db) }
      #expect(throws: tooMany) { try Monster.Draft(name: "the last", roomID: crypt.id).insert(in: db) }
      #expect(throws: tooMany) { try crypt.addToMonsters(hall.monsters.fetchAll(in: db)[0], in: db) }
      #expect(try crypt.monsters.count(in: db) == 13)

      let ghosts = (1...14).map { Monster.DraftOfRoom(name: "ghost \($0)") }
      let attic = Floor.Draft(
        level: 1, name: "attic", houseID: House.ID(1), rooms: [.init(name: "loft", monsters: ghosts)])
      #expect(throws: tooMany) { try attic.insert(in: db) }
      #expect(try Floor.where { $0.name == "attic" }.exists(in: db) == false)
      #expect(try Room.where { $0.name == "loft" }.exists(in: db) == false)
    }
    #expect(try store.read { db in try Monster.all.count(in: db) } == 15)
  }

  private static func tooFew(_ relationship: String, _ owner: some ColumnValue) -> ConstraintViolation {
    .arity(relationship: relationship, count: 0, bound: .minimum(1), owner: [owner._boundValue])
  }

  // MARK: - What goes with what

  @Test("A room with a monster can't be deleted, and everything else is deleted with the house")
  func deniesAndCascades() throws {
    try store.write { db in
      #expect(throws: ConstraintViolation.foreignKey(table: "room")) { try hall.delete(in: db) }
      #expect(throws: ConstraintViolation.self) { try crypt.floor(in: db).delete(in: db) }
      #expect(throws: ConstraintViolation.self) { try House.all.delete(in: db) }
      #expect(try Room.all.count(in: db) == 2)

      try hall.addToMonsters(contentsOf: crypt.monsters.fetchAll(in: db), in: db)
      try crypt.floor(in: db).delete(in: db)
      #expect(try Room.all.fetchAll(in: db) == [hall])

      try Monster.all.delete(in: db)
      try House.current(in: db).delete(in: db)
      #expect(try Floor.all.count(in: db) == 0 && Room.all.count(in: db) == 0)
    }
    #expect(try store.read { db in try House.fetchCurrent(in: db) } == nil)
  }

  @Test("A weapon loses its deleted room, and a house its deleted leader")
  func nullifies() throws {
    try store.write { db in
      let axe = try Weapon.Draft(name: "axe", damage: 9, roomID: crypt.id).insert(in: db)
      let vlad = try Monster.Draft(name: "Vlad", roomID: hall.id, weaponID: axe.id).insert(in: db)
      let boo = try Monster.Draft(name: "Boo", roomID: hall.id, leaderID: vlad.id).insert(in: db)
      try hall.addToMonsters(contentsOf: crypt.monsters.fetchAll(in: db), in: db)
      try crypt.delete(in: db)
      #expect(try Weapon.find(axe.id, in: db).roomID == nil)
      try axe.delete(in: db)
      #expect(try Monster.find(vlad.id, in: db).weaponID == nil)
      try vlad.delete(in: db)
      #expect(try Monster.find(boo.id, in: db).leaderID == nil)
    }
  }

  // MARK: - Queries

  @Test("Paths of any length can be queried, including optional ones")
  func paths() throws {
    try store.write { db in
      let vlad = try Monster.Draft(name: "Vlad", kind: .vampire, strength: 90, roomID: crypt.id).insert(in: db)
      let axe = try Weapon.Draft(name: "axe", damage: 9, roomID: hall.id).insert(in: db)
      try Monster.Draft(name: "Boo", roomID: hall.id, weaponID: axe.id, leaderID: vlad.id).insert(in: db)

      let armed = Monster.where { $0.room.floor.house.name == "Usher" && $0.weapon.room.name == "hall" }
      #expect(try armed.fetchAll(in: db).map(\.name) == ["Boo"])
      let free = Monster.where { $0.leader.name == nil }.order { $0.name }
      #expect(try free.fetchAll(in: db).map(\.name) == ["Dan", "Gus", "Una", "Vlad"])
      #expect(try House.where { $0.floors.any { $0.rooms.any { $0.monsters.isEmpty } } }.count(in: db) == 0)
      #expect(
        try House.where { $0.floors.all { $0.rooms.all { $0.monsters.any { $0.strength >= 1 } } } }.count(in: db) == 1)
      #expect(try Monster.where { $0.followers.any { $0.name == "boo" } }.fetchOne(in: db)?.name == "Vlad")
      #expect(try axe.wielder(in: db)?.name == "Boo")
      #expect(try vlad.room(in: db) == crypt)
    }
  }

  @Test("Doors can lead one way")
  func doors() throws {
    try store.write { db in
      try hall.addToExits(crypt, in: db)
      #expect(try hall.exits.fetchAll(in: db) == [crypt])
      #expect(try hall.entrances.fetchAll(in: db) == [])
      #expect(try crypt.entrances.fetchAll(in: db) == [hall])
      #expect(try Room.where { $0.exits.any { $0.name == "crypt" } }.fetchAll(in: db) == [hall])
    }
  }

  @Test("Checks and keys refuse invalid rows, by the names of the model")
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

  @Test("Rows are updated and deleted by values of related rows")
  func setBased() throws {
    try store.write { db in
      try Monster.all.delete(in: db)
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
      try Monster.Draft(name: "m6", roomID: crypt.id).insert(in: db)  // or the crypt would be empty
    }
  }

  @Test("An upsert on a unique key includes the children")
  func upserts() throws {
    try store.write { db in
      let house = try House.current(in: db)
      let floor = try Floor.Draft(level: 1, name: "attic", houseID: house.id).insert(in: db)
      let loft = Room.DraftOfFloor(name: "loft", monsters: [.init(name: "Boo")])
      let again = try Floor.Draft(level: 1, name: "top", houseID: house.id, rooms: [loft])
        .upsert(on: { $0.houseIDAndLevel }, in: db)
      #expect(again.id == floor.id && again.name == "top")
      #expect(try again.rooms.fetchAll(in: db).map(\.name) == ["loft"])
    }
  }
}
