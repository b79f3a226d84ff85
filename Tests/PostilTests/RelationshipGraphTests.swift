import Foundation
import Houses
import Items
import Postil
import PostilTestSupport
import Testing

/// Every relationship operation, on random graphs, against SQL written by hand for a second database; after each operation
/// the two hold the same rows, and the operation took as many statements as its documentation says.
@Suite("Relationship operations")
struct RelationshipGraphTests {
  @Test("operations on items, tags, projects and steps equal hand-written SQL", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func items(seed: UInt64) throws {
    try run(
      seed: seed, schema: ItemsSchema.self, ddl: ItemsSchema.ddl, prepare: Self.itemRows,
      operations: Self.itemOperations)
  }

  @Test("operations on rooms, monsters and weapons equal hand-written SQL", arguments: [6, 7, 8, 9, 10] as [UInt64])
  func houses(seed: UInt64) throws {
    try run(
      seed: seed, schema: HousesSchema.self, ddl: HousesSchema.ddl, prepare: Self.houseRows,
      operations: Self.houseOperations)
  }

  // MARK: - The machine

  typealias Choose = (ClosedRange<Int64>) -> Int64

  /// One operation: what Postil does, and the same by hand.
  struct Operation {
    var name: String
    var statements = 1
    var postil: (SQLiteWriteTransaction) throws -> Void
    var byHand: [String]

    init(
      _ name: String, statements: Int = 1, byHand: String..., postil: @escaping (SQLiteWriteTransaction) throws -> Void
    ) {
      self.name = name
      self.statements = statements
      self.byHand = byHand
      self.postil = postil
    }
  }

  func run<Schema: DatabaseSchema>(
    seed: UInt64, schema: Schema.Type, ddl: String, prepare: [String], operations: (Choose) -> [Operation]
  ) throws {
    let folder = try TemporaryFolder()
    let log = StatementLog()
    let store = try SQLiteStore(
      path: folder.path("postil.sqlite"), schema: schema,
      options: SQLiteOptions(durability: .normal, trace: { log.append($0) }))
    let postil = try RawDatabase(path: folder.path("postil.sqlite"))
    let byHand = try RawDatabase(path: folder.path("by-hand.sqlite"))
    try byHand.execute("PRAGMA synchronous = OFF")
    try byHand.execute(ddl)
    for database in [postil, byHand] {
      try database.execute("BEGIN")
      for sql in prepare { try database.execute(sql) }
      try database.execute("COMMIT")
    }

    var generator = SeededGenerator(seed: seed)
    for step in 0..<250 {
      let choices = operations { Int64.random(in: $0, using: &generator) }
      guard let operation = choices.randomElement(using: &generator) else { continue }
      _ = log.drain()
      let outcome = Result { try store.write { db in try operation.postil(db) } }
      let statements = log.drain()
      let expected = Result { try Self.transaction(byHand, operation.byHand) }

      let place = "seed \(seed), step \(step): \(operation.name)"
      #expect(Self.succeeded(outcome) == Self.succeeded(expected), "\(place): \(outcome) against \(expected)")
      if Self.succeeded(outcome) {
        #expect(statements.count == operation.statements, "\(place): \(statements)")
      }
      #expect(try postil.contents() == byHand.contents(), "\(place)")
    }
  }

  private static func transaction(_ database: RawDatabase, _ statements: [String]) throws {
    try database.execute("BEGIN")
    do {
      for sql in statements { try database.execute(sql) }
      try database.execute("COMMIT")
    } catch {
      try database.execute("ROLLBACK")
      throw error
    }
  }

  private static func succeeded(_ result: Result<Void, any Error>) -> Bool {
    if case .success = result { true } else { false }
  }

  // MARK: - Items

  private static let itemRows = [
    "INSERT INTO project (id, name) VALUES (1, 'Home'), (2, 'Work')",
    "INSERT INTO item (id, title, priority, done, project_id) VALUES (1,'a',1,0,1),(2,'b',1,0,1),(3,'c',2,1,2),(4,'d',0,0,2)",
    "INSERT INTO tag (id, name) VALUES (1,'red'),(2,'green'),(3,'blue'),(4,'grey'),(5,'black'),(6,'white')",
    "INSERT INTO step (id, text, done, item_id) VALUES (1,'x',0,1),(2,'y',0,1),(3,'z',1,2)",
    "INSERT INTO item_tags (item_id, tag_id) VALUES (1,1),(1,2),(2,2),(3,5)",
  ]

  private static func itemOperations(_ choose: Choose) -> [Operation] {
    let item = Item.ID(choose(1...4)), tag = Tag.ID(choose(1...7)), project = Project.ID(choose(1...3))
    let step = Step.ID(choose(1...3))
    let tags = (0..<choose(0...5)).map { _ in Tag.ID(choose(1...6)) }
    let items = (0..<choose(0...4)).map { _ in Item.ID(choose(1...4)) }
    let tagList = tags.map { "\($0)" }.joined(separator: ", ")
    let itemList = items.map { "\($0)" }.joined(separator: ", ")
    return [
      Operation("add tag \(tag) to \(item)", byHand: "INSERT OR IGNORE INTO item_tags VALUES (\(item), \(tag))") {
        try Item.addToTags(tag, of: item, in: $0)
      },
      Operation("add item \(item) to tag \(tag)", byHand: "INSERT OR IGNORE INTO item_tags VALUES (\(item), \(tag))") {
        try Tag.addToItems(item, of: tag, in: $0)
      },
      Operation(
        "remove tag \(tag) of \(item)", byHand: "DELETE FROM item_tags WHERE item_id = \(item) AND tag_id = \(tag)"
      ) { try Item.removeFromTags(tag, of: item, in: $0) },
      Operation("remove all tags of \(item)", byHand: "DELETE FROM item_tags WHERE item_id = \(item)") {
        try Item.removeAllFromTags(of: item, in: $0)
      },
      Operation("remove all items of \(tag)", byHand: "DELETE FROM item_tags WHERE tag_id = \(tag)") {
        try Tag.removeAllFromItems(of: tag, in: $0)
      },
      Operation(
        "add tags [\(tagList)] to \(item)",
        byHand: "INSERT OR IGNORE INTO item_tags SELECT \(item), id FROM tag WHERE id IN (\(tagList))"
      ) { try Item.addToTags(contentsOf: tags, of: item, in: $0) },
      Operation(
        "replace tags of \(item) with [\(tagList)]", statements: 2,
        byHand: "DELETE FROM item_tags WHERE item_id = \(item)",
        "INSERT INTO item_tags SELECT \(item), id FROM tag WHERE id IN (\(tagList))"
      ) { try Item.replaceTags(with: tags, of: item, in: $0) },
      Operation(
        "replace items of \(tag) with [\(itemList)]", statements: 2,
        byHand: "DELETE FROM item_tags WHERE tag_id = \(tag)",
        "INSERT INTO item_tags SELECT id, \(tag) FROM item WHERE id IN (\(itemList))"
      ) { try Tag.replaceItems(with: items, of: tag, in: $0) },
      Operation(
        "move \(item) to project \(project)", byHand: "UPDATE item SET project_id = \(project) WHERE id = \(item)"
      ) {
        try Project.addToItems(item, of: project, in: $0)
      },
      Operation(
        "set project \(project) of \(item)", byHand: "UPDATE item SET project_id = \(project) WHERE id = \(item)"
      ) {
        try Item.setProject(project, of: item, in: $0)
      },
      Operation(
        "move step \(step) to \(item)",
        byHand: "UPDATE step SET steps_position = CASE item_id WHEN \(item) THEN steps_position ELSE "
          + "(SELECT coalesce(max(steps_position) + 4096, 0) FROM step WHERE item_id = \(item)) END, item_id = \(item) "
          + "WHERE id = \(step)"
      ) {
        try Item.addToSteps(step, of: item, in: $0)
      },
      Operation(
        "move items [\(itemList)] to project \(project)",
        byHand: "UPDATE item SET project_id = \(project) WHERE id IN (\(itemList))"
      ) { try Project.addToItems(contentsOf: items, of: project, in: $0) },
    ]
  }

  // MARK: - Houses

  private static let houseRows = [
    "INSERT INTO house (name) VALUES ('Usher')",
    "INSERT INTO floor (id, level, name, house_id) VALUES (1, 0, 'ground', 1), (2, -1, 'cellar', 1)",
    "INSERT INTO room (id, name, area, floor_id) VALUES (1,'hall',30,1),(2,'library',20,1),(3,'crypt',15,2),(4,'well',4,2)",
    """
    INSERT INTO weapon (id, name, damage, room_id) VALUES ('\(weapons[0])','axe',9,1), ('\(weapons[1])','bow',5,NULL),
    ('\(weapons[2])','club',3,2)
    """,
    """
    INSERT INTO monster (id, name, kind, strength, room_id, weapon_id, leader_id) VALUES
    (1,'Vlad','vampire',90,3,NULL,NULL),(2,'Boo','ghost',3,1,'\(weapons[0])',1),(3,'Fenris','werewolf',60,2,NULL,1),
    (4,'Gus','living dead',8,4,NULL,NULL),(5,'Una','ghost',1,1,NULL,NULL),(6,'Dan','ghost',1,2,NULL,NULL),
    (7,'Tri','ghost',1,3,NULL,NULL),(8,'Fjor','ghost',1,4,NULL,NULL)
    """,
    "INSERT INTO room_exits (room_id, exits_id) VALUES (1,2),(2,1),(1,3)",
  ]

  private static let weapons = (1...3).map {
    UUID(uuid: (0xA, 0xB, 0xC, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8($0)))
  }

  private static func houseOperations(_ choose: Choose) -> [Operation] {
    let room = Room.ID(choose(1...4)), other = Room.ID(choose(1...5))
    // The last two stay, but their rooms can lose all others: a move that empties a room is refused.
    let monster = Monster.ID(choose(1...6)), leader = Monster.ID(choose(1...4))
    let weapon = weapons[Int(choose(0...2))]
    let followers = (0..<choose(0...3)).map { _ in Monster.ID(choose(1...4)) }
    let followerList = followers.map { "\($0)" }.joined(separator: ", ")
    return [
      Operation("door \(room) to \(other)", byHand: "INSERT OR IGNORE INTO room_exits VALUES (\(room), \(other))") {
        try Room.addToExits(other, of: room, in: $0)
      },
      Operation("entrance \(other) of \(room)", byHand: "INSERT OR IGNORE INTO room_exits VALUES (\(other), \(room))") {
        try Room.addToEntrances(other, of: room, in: $0)
      },
      Operation(
        "wall \(room) to \(other)", byHand: "DELETE FROM room_exits WHERE room_id = \(room) AND exits_id = \(other)"
      ) { try Room.removeFromExits(other, of: room, in: $0) },
      Operation("wall off \(room)", byHand: "DELETE FROM room_exits WHERE exits_id = \(room)") {
        try Room.removeAllFromEntrances(of: room, in: $0)
      },
      Operation("move \(monster) to \(room)", byHand: "UPDATE monster SET room_id = \(room) WHERE id = \(monster)") {
        try Room.addToMonsters(monster, of: room, in: $0)
      },
      Operation(
        "\(monster) follows \(leader)", byHand: "UPDATE monster SET leader_id = \(leader) WHERE id = \(monster)"
      ) { try Monster.addToFollowers(monster, of: leader, in: $0) },
      Operation(
        "\(monster) leaves \(leader)",
        byHand: "UPDATE monster SET leader_id = NULL WHERE id = \(monster) AND leader_id = \(leader)"
      ) { try Monster.removeFromFollowers(monster, of: leader, in: $0) },
      Operation("all leave \(leader)", byHand: "UPDATE monster SET leader_id = NULL WHERE leader_id = \(leader)") {
        try Monster.removeAllFromFollowers(of: leader, in: $0)
      },
      Operation(
        "[\(followerList)] follow \(leader)",
        byHand: "UPDATE monster SET leader_id = NULL WHERE leader_id = \(leader)",
        "UPDATE monster SET leader_id = \(leader) WHERE id IN (\(followerList))"
      ) { try Monster.replaceFollowers(with: followers, of: leader, in: $0) },
      Operation("\(weapon) lies in \(room)", byHand: "UPDATE weapon SET room_id = \(room) WHERE id = '\(weapon)'") {
        try Room.addToWeapons(weapon, of: room, in: $0)
      },
      Operation(
        "\(weapon) is taken from \(room)",
        byHand: "UPDATE weapon SET room_id = NULL WHERE id = '\(weapon)' AND room_id = \(room)"
      ) { try Room.removeFromWeapons(weapon, of: room, in: $0) },
      Operation(
        "\(monster) wields \(weapon)", byHand: "UPDATE monster SET weapon_id = '\(weapon)' WHERE id = \(monster)"
      ) { try Monster.setWeapon(weapon, of: monster, in: $0) },
      Operation(
        "\(weapon) is wielded by \(monster)", statements: 2,
        byHand: "UPDATE monster SET weapon_id = NULL WHERE weapon_id = '\(weapon)'",
        "UPDATE monster SET weapon_id = '\(weapon)' WHERE id = \(monster)"
      ) { try Weapon.setWielder(monster, of: weapon, in: $0) },
      Operation(
        "\(weapon) is dropped", byHand: "UPDATE monster SET weapon_id = NULL WHERE weapon_id = '\(weapon)'"
      ) { try Weapon.removeWielder(of: weapon, in: $0) },
      Operation("\(monster) wields nothing", byHand: "UPDATE monster SET weapon_id = NULL WHERE id = \(monster)") {
        try Monster.setWeapon(nil, of: monster, in: $0)
      },
    ]
  }
}
