import Foundation
import Houses
import Items
import Postil
import PostilCompiler
import PostilLint
import PostilTestSupport
import Testing

/// The table of Docs/FromSwiftData.md, "Known problems", row by row: what a user of SwiftData would do, done with Models/House
/// and Models/Items.
@Suite("Complaints about SwiftData")
struct ComplaintTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func items() throws -> SQLiteStore {
    try SQLiteStore(path: folder.path("items.sqlite"), schema: ItemsSchema.self)
  }

  private func house() throws -> SQLiteStore {
    try SQLiteStore(path: folder.path("house.sqlite"), schema: HousesSchema.self)
  }

  // MARK: - Saving

  @Test("there is no autosave: a committed write is in the file, and one that throws changes nothing")
  func autosave() throws {
    let store = try items()
    let file = try RawDatabase(path: folder.path("items.sqlite"))
    try store.write { db in try Project.Draft(name: "Home").insert(in: db) }
    #expect(try file.rows("SELECT name FROM project") == [["Home"]])
    #expect(throws: CancellationError.self) {
      try store.write { db in
        try Project.Draft(name: "Work").insert(in: db)
        try Project.all.update(in: db) { [$0.name.set($0.name + "?")] }
        throw CancellationError()
      }
    }
    #expect(try file.rows("SELECT name FROM project") == [["Home"]])
  }

  @Test("floors stay in the given order, whatever happens to the rows, until somebody moves one")
  func shuffled() throws {
    let levels = [0, -1, 3, 1, 2]
    func order() throws -> [Int] {
      try house().read { db in try House.current(in: db).floors.fetchAll(in: db).map(\.level) }
    }
    try house().write { db in
      let floors = levels.map { Floor.DraftOfHouse(level: $0, name: "floor \($0)") }
      try House.Draft(name: "Usher", floors: floors).insert(in: db)
    }
    #expect(try order() == levels)
    try house().write { db in
      for var floor in try Floor.order({ $0.level }).fetchAll(in: db) {
        floor.name += "!"
        try floor.update(in: db)
      }
    }
    #expect(try order() == levels)
    try house().write { db in try House.current(in: db).moveInFloors(from: 4, to: 0, in: db) }
    #expect(try order() == [2, 0, -1, 3, 1])
  }

  @Test("children given to a draft are there after a reload, and so are grandchildren")
  func lostChildren() throws {
    try house().write { db in try House.Draft.usher.insert(in: db) }
    try house().read { db in
      let rooms = try House.current(in: db).floors.fetchAll(in: db).flatMap { try $0.rooms.fetchAll(in: db) }
      #expect(rooms.map(\.name) == ["hall", "crypt"])
      #expect(try rooms.map { try $0.monsters.count(in: db) } == [2, 1])
    }
  }

  // MARK: - Relationships

  @Test("a floor stays in its house: no generated code and no query updates the 'let'")
  func constants() throws {
    try house().write { db in
      let house = try House.Draft.usher.insert(in: db)
      let ground = Floor.where {
        let fixed: ReadOnlyColumn<Floor, House.ID> = $0.houseID  // which has no 'set'
        return fixed == house.id && $0.level == 0
      }
      let floor = try #require(try ground.fetchOne(in: db))
      let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(floor))
      var object = try #require(json as? [String: Any])
      object["houseID"] = 2
      object["name"] = "parterre"
      let forged = try JSONDecoder().decode(Floor.self, from: JSONSerialization.data(withJSONObject: object))
      #expect(forged.houseID == House.ID(2))
      try forged.update(in: db)
      try forged.save(in: db)
      let stored = try Floor.find(floor.id, in: db)
      #expect(stored.houseID == house.id && stored.name == "parterre")
    }
  }

  @Test("a monster has a room, in Swift and in the database")
  func secretlyOptional() throws {
    try house().write { db in
      try House.Draft.usher.insert(in: db)
      let monster = try #require(try Monster.all.fetchOne(in: db))
      let room: Room = try monster.room(in: db)
      #expect(room.name == "hall")
      #expect(throws: ConstraintViolation.foreignKey(table: "room")) { try room.delete(in: db) }
      #expect(throws: ConstraintViolation.notNull(table: "monster", column: "room_id")) {
        try db.execute(_RenderedStatement(sql: "UPDATE monster SET room_id = NULL"))
      }
    }
  }

  @Test("the twenty-first step is refused by its statement, a house without a floor before the commit")
  func arity() throws {
    try items().write { db in
      let project = try Project.Draft(name: "Home").insert(in: db)
      let steps = (1...20).map { Step.DraftOfItem(text: "step \($0)") }
      let item = try Item.Draft(title: "Oil the door", projectID: project.id, steps: steps).insert(in: db)
      #expect(
        throws: ConstraintViolation.arity(relationship: "Item.steps", count: 21, bound: .maximum(20), owner: [])
      ) {
        try Step.Draft(text: "one more", itemID: item.id).insert(in: db)
      }
      #expect(try item.steps.fetchAll(in: db).map(\.text) == steps.map(\.text))
    }
    let store = try house()
    #expect(
      throws: ConstraintViolation.arity(
        relationship: "House.floors", count: 0, bound: .minimum(1), owner: [.integer(1)])
    ) {
      try store.write { db in try House.Draft(name: "Castle in the air").insert(in: db) }
    }
    #expect(try store.read { db in try House.fetchCurrent(in: db) } == nil)
  }

  @Test("there is only one house, found without a key, and the schema refuses another")
  func singletons() throws {
    let store = try house()
    #expect(throws: RecordNotFound.self) { try store.read { db in try House.current(in: db) } }
    try store.write { db in
      let house = try House.Draft.usher.insert(in: db)
      #expect(try House.current(in: db) == house)
      #expect(throws: ConstraintViolation.unique(table: "house", columns: ["id"])) {
        try House.Draft.usher.insert(in: db)
      }
    }
    let file = try RawDatabase(path: folder.path("house.sqlite"))
    #expect(throws: RawDatabase.Failure.self) { try file.execute("INSERT INTO house (id, name) VALUES (2, 'Bates')") }
  }

  @Test("an inverse must be named and is never guessed, and a contradiction stops the build")
  func inverses() throws {
    #expect(Self.diagnostics(of: "Items") == [])
    let contradiction = Self.diagnostics(of: "Items") {
      $0.replacing("@references(onDelete: cascade)", with: "@references(inverse: parts, onDelete: cascade)")
    }
    #expect(
      contradiction.first?.hasSuffix(
        "error: 'Item.steps' follows 'Step.item', whose inverse is named 'parts'; use the same name on both sides")
        == true, "\(contradiction)")

    let tags = { (change: (String) -> String) throws -> [String] in
      let graph = CompilerPipeline(target: "Items").run(sources: Self.sources(of: "Items", change)).graph
      return try #require(graph?.models.first { $0.swiftName == "Tag" }).relationships.map(\.name)
    }
    #expect(try tags { $0 } == ["items"])
    #expect(try tags { $0.replacing("(tags: Tag, inverse: items)", with: "(tags: Tag)") } == [])
  }

  @Test("the ten-thousandth tag costs the same as the first: one statement, and no row is loaded")
  func appends() throws {
    let log = StatementLog()
    let store = try SQLiteStore(
      path: folder.path("traced.sqlite"), schema: ItemsSchema.self, options: SQLiteOptions(trace: { log.append($0) }))
    try store.write { db in
      let project = try Project.Draft(name: "Home").insert(in: db)
      let item = try Item.Draft(title: "Oil the door", projectID: project.id).insert(in: db)
      try Tag.insert((0..<10_000).map { Tag.Draft(name: "tag \($0)") }, in: db)
      let tags = try Tag.all.fetchAll(in: db)
      #expect(try log.count { try item.addToTags(tags[0], in: db) } == 1)
      #expect(try log.count { try item.addToTags(contentsOf: tags.dropLast(), in: db) } == 1)
      _ = log.drain()
      try item.addToTags(tags[9_999], in: db)
      let statements = log.drain()
      #expect(statements.count == 1 && statements[0].hasPrefix("INSERT INTO \"item_tags\""), "\(statements)")
      #expect(try item.tags.count(in: db) == 10_000)
    }
  }

  // MARK: - Values

  @Test("items can be created, compared, hashed and encoded without a store")
  func withoutContainer() throws {
    let draft = Item.Draft(title: "Oil the door", projectID: Project.ID(1), steps: [.init(text: "buy oil")])
    var other = draft
    other.steps.append(.init(text: "oil"))
    #expect(Set([draft, draft, other]).count == 2)
    #expect(try JSONDecoder().decode(Item.Draft.self, from: JSONEncoder().encode(other)) == other)

    let json = #"{"id": 7, "title": "Oil the door", "priority": 1, "done": false, "projectID": 1}"#
    let item = try JSONDecoder().decode(Item.self, from: Data(json.utf8))
    #expect(item.id == Item.ID(7) && item.dueAt == nil && item.priority == .normal)
    #expect(try JSONDecoder().decode(Item.self, from: JSONEncoder().encode(item)) == item)
  }

  @Test("items are read one by one: the first is available before the last, and the rest are not read")
  func streamed() throws {
    try items().write { db in
      let project = try Project.Draft(name: "Home").insert(in: db)
      try Item.insert((0..<50_000).lazy.map { Item.Draft(title: "item \($0)", projectID: project.id) }, in: db)
      var seen = 0
      #expect(throws: CancellationError.self) {
        try Item.all.forEach(in: db) { item in
          #expect(item.title == "item \(seen)")
          seen += 1
          if seen == 3 { throw CancellationError() }
        }
      }
      #expect(seen == 3)
      try Item.all.forEach(in: db) { _ in seen += 1 }
      #expect(seen == 50_003)
    }
  }

  @Test("a monster's legend is restored with its optionals and arrays")
  func codableMembers() throws {
    let legends: [Monster.Legend?] = [
      nil, .init(), .init(title: "The pale one", fears: ["garlic", ""], witnesses: ["1897": nil, "1922": "Ellen"]),
      .init(title: ""),
    ]
    try house().write { db in
      var house = House.Draft.usher
      house.floors[0].rooms[0].monsters = legends.map { .init(name: "Vlad", legend: $0) }
      try house.insert(in: db)
    }
    try house().read { db in
      let stored = try Monster.where { $0.room.name == "hall" }.order { $0.id }.fetchAll(in: db)
      #expect(stored.map(\.legend) == legends)
    }
  }

  @Test("a mark above Int.max is stored like any other, and sorts above it")
  func unsignedIntegers() throws {
    let marks: [UInt64] = [.max, 0, UInt64(Int64.max) + 1, 7, UInt64(Int64.max)]
    try house().write { db in
      try Weapon.insert(marks.map { Weapon.Draft(name: "axe", damage: 9, mark: $0) }, in: db)
      #expect(try Weapon.order { $0.mark }.fetchAll(in: db).map(\.mark) == marks.sorted())
      #expect(try Weapon.where { $0.mark > UInt64(Int64.max) }.count(in: db) == 2)
      #expect(try Weapon.where { $0.mark == .max }.count(in: db) == 1)
    }
  }

  @Test("a query can compare with the id of an item, of an array's first item, or with a function's result")
  func predicates() throws {
    func title() -> String { "Oil the door" }
    try items().write { db in
      let project = try Project.Draft(name: "Home").insert(in: db)
      let item = try Item.Draft(title: title(), projectID: project.id).insert(in: db)
      let byNumber = [1: item]
      for query in [
        Item.where { $0.id == item.id }, Item.where { $0.id == byNumber.values.map(\.id)[0] },
        Item.where { $0.projectID == item.projectID }, Item.where { $0.title == title() },
        Item.where { $0.project.name == (byNumber[2] == nil ? "Home" : "Work") },
      ] {
        let found = try query.fetchAll(in: db)
        #expect(found == [item], "\(query)")
      }
    }
  }

  @Test("the id of an item is the same value in every transaction, store and encoding")
  func identifiers() throws {
    let id: Item.ID = try items().write { db in
      let project = try Project.Draft(name: "Home").insert(in: db)
      return try Item.Draft(title: "Oil the door", projectID: project.id).insert(in: db).id
    }
    let again = try items().read { db in try Item.find(id, in: db).id }
    #expect(again == id && again.hashValue == id.hashValue)
    #expect(try JSONDecoder().decode([Item.ID].self, from: JSONEncoder().encode([id])) == [id])
  }

  // MARK: - Elsewhere

  @Test("a house of an earlier version opens with every row, after a renamed column and a rebuilt table")
  func migrations() throws {
    let file = try RawDatabase(path: folder.path("house.sqlite"))
    let first = try #require(HousesSchema.migrations.files.first)
    try file.execute(first.sql)
    try file.execute(
      """
      BEGIN;
      INSERT INTO house (id, name) VALUES (1, 'Usher');
      INSERT INTO floor (id, level, name, house_id) VALUES (1, 0, 'ground', 1), (2, -1, 'cellar', 1);
      INSERT INTO room (id, name, size, floor_id) VALUES (1, 'vault', 9.5, 2), (2, 'hall', 40, 1);
      INSERT INTO monster (id, name, kind, strength, room_id) VALUES (1, 'Madeline', 'ghost', 7, 1), (2, 'Roderick', 'ghost', 3, 2);
      INSERT INTO weapon (id, name, damage, room_id) VALUES ('00000000-0000-0000-0000-000000000001', 'lute', 0.5, 2);
      INSERT INTO room_exits (room_id, exits_id) VALUES (1, 2);
      COMMIT;
      """)
    // What is in the files is SQL that somebody has read: the compiler wrote it from two versions of the models.
    let second = HousesSchema.migrations.files[1]
    #expect(second.sql.contains(#"ALTER TABLE "room" RENAME COLUMN "size" TO "area";"#))
    let store = try SQLiteStore(
      path: folder.path("house.sqlite"), schema: HousesSchema.self, migrations: HousesSchema.migrations)
    #expect(store.migrationOutcomes.map(\.name) == HousesSchema.migrations.files.map(\.name))
    try store.read { db throws in
      #expect(try Room.order { $0.id }.fetchAll(in: db).map(\.area) == [9.5, 40])
      #expect(try Room.where { $0.exits.any { $0.name == "hall" } }.fetchAll(in: db).map(\.name) == ["vault"])
      #expect(try House.current(in: db).floors.fetchAll(in: db).map(\.name) == ["ground", "cellar"])
      #expect(
        try Monster.order { $0.id }.select { ($0.name, $0.room.name) }.fetchAll(in: db).map(\.1) == ["vault", "hall"])
      #expect(try Weapon.all.fetchAll(in: db).map(\.mark) == [nil])
    }
    try store.close()
    let again = try SQLiteStore(
      path: folder.path("house.sqlite"), schema: HousesSchema.self, migrations: HousesSchema.migrations)
    #expect(again.migrationOutcomes.isEmpty)
  }

  @Test("a check of the sources reports what CloudKit doesn't support")
  func cloudKit() throws {
    let pipeline = CompilerPipeline(target: "Houses")
    #expect(pipeline.check(sources: Self.sources(of: "House")).diagnostics.isEmpty)
    let findings = pipeline.check(sources: Self.sources(of: "House"), profile: .cloudkit).diagnostics
    let codes = Set(findings.compactMap { $0.code?.rawValue })
    #expect(codes == ["cloudKitUnique", "cloudKitRequired", "cloudKitRelationship", "cloudKitDeny", "cloudKitOrdered"])
    #expect(findings.allSatisfy { $0.position != nil })
  }

  @Test("the file of the items can be read with plain SQL, with named tables and constraints, and comments")
  func readable() throws {
    try items().write { db in
      let project = try Project.Draft(name: "Home").insert(in: db)
      let item = try Item.Draft(title: "Oil the door", projectID: project.id).insert(in: db)
      try item.addToTags(Tag.Draft(name: "urgent").insert(in: db), in: db)
    }
    let file = try RawDatabase(path: folder.path("items.sqlite"))
    let rows = try file.rows(
      """
      SELECT item.title, project.name, tag.name FROM item JOIN project ON project.id = item.project_id
      JOIN item_tags ON item_tags.item_id = item.id JOIN tag ON tag.id = item_tags.tag_id
      """)
    #expect(rows == [["Oil the door", "Home", "urgent"]])
    let schema = try file.rows("SELECT sql FROM sqlite_schema WHERE name = 'item'").first?[0] ?? ""
    #expect(schema.contains("-- What is to be done, in a few words."))
    #expect(schema.contains(#"CONSTRAINT "item_title_check" CHECK"#))
  }

  // MARK: - The compiler

  private static func sources(
    of folder: String, _ change: (String) -> String = { $0 }
  ) -> [CompilerPipeline.Source] {
    let models = URL(filePath: #filePath).appending(path: "../../../Models/\(folder)").standardizedFileURL
    let names = (try? FileManager.default.contentsOfDirectory(atPath: models.path)) ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      let text = (try? String(contentsOf: models.appending(path: name), encoding: .utf8)) ?? ""
      return CompilerPipeline.Source(path: name, bytes: Array(change(text).utf8))
    }
  }

  private static func diagnostics(of folder: String, _ change: (String) -> String = { $0 }) -> [String] {
    CompilerPipeline(target: folder).run(sources: sources(of: folder, change)).diagnostics.flatMap(\.lines)
  }
}
