import Foundation
import PostilSync
import Testing

/// A device whose user does random things.
final class SimulatedDevice {
  let path: String
  let user: User
  private let transport: FaultyTransport
  private var options = SyncClient.Options()
  private(set) var store: SQLiteStore
  private(set) var sync: SyncClient
  /// The number of each transaction that added 1 to a list's counter, and the list.
  private(set) var increments: [(number: Int64, list: UUID)] = []
  /// The number of each transaction that added a member to the sizes of a theme.
  private(set) var sizes: [(number: Int64, size: AddedSize)] = []
  private(set) var version: ProgramVersion

  struct AddedSize {
    let theme: UUID
    let name: String
  }

  init(path: String, user: User, transport: FaultyTransport, version: ProgramVersion, rowLimit: Int) throws {
    (self.path, self.user, self.transport, self.version) = (path, user, transport, version)
    (options.rowLimit, options.changeLimit) = (rowLimit, 5)
    store = try version.open(path)
    sync = try SyncClient(store: store, schema: version.schema, transport: transport, options: options)
  }

  /// The program is killed and started again, perhaps its next version.
  func reopen(isUpdated: Bool) throws {
    let next = isUpdated ? version.next : version
    // A migration waits for other connections.
    if next != version { try store.close() }
    version = next
    store = try version.open(path)
    sync = try SyncClient(store: store, schema: version.schema, transport: transport, options: options)
  }

  /// Sets the clock.
  func jump(by milliseconds: Int64) async throws {
    try await store.write { db in
      _ = try RawSQL("UPDATE postil_sync_state SET clock_offset = \(milliseconds)").execute(in: db)
    }
  }

  func changeSomething(users: [User], with random: inout RandomNumbers) async throws {
    let count = Int.random(in: 1...4, using: &random)
    let numbers = random
    let result = try await store.write { [user, version] db in
      var numbers = numbers
      var incremented: [UUID] = []
      var sizes: [AddedSize] = []
      for _ in 0..<count {
        if version > .first, numbers.chance(12) {
          if let size = try Self.changeTheme(version, with: &numbers, in: db) { sizes.append(size) }
        } else if let list = try Self.change(users: users, user, with: &numbers, in: db) {
          incremented.append(list)
        }
      }
      let number = try RawSQL("SELECT tx FROM postil_sync_state").as(Int64.self).fetchOne(in: db) ?? 0
      return (incremented, sizes, number, numbers)
    }
    random = result.3
    increments += result.0.map { (result.2, $0) }
    sizes += result.1.map { (result.2, $0) }
  }

  /// Changes the texts of JSON, as each version of the program can.
  private static func changeTheme(
    _ version: ProgramVersion, with random: inout RandomNumbers, in db: SQLiteWriteTransaction
  ) throws -> AddedSize? {
    let number = random.next() % 1_000
    let themes = try RawSQL("SELECT id FROM theme ORDER BY id").as(UUID.self).fetchAll(in: db)
    guard let theme = themes.randomElement(using: &random), random.chance(80) else {
      let id = random.uuid()
      try RawSQL("INSERT INTO theme (id, style) VALUES (\(id), '{\"color\":\"red\"}')").execute(in: db)
      // Nobody replaces these sizes.
      if version == .third, random.chance(70) {
        try RawSQL("UPDATE theme SET sizes = '{\"kept\":1}' WHERE id = \(id)").execute(in: db)
      }
      return nil
    }
    func set(_ value: RawSQL) throws { try RawSQL("UPDATE theme SET \(value) WHERE id = \(theme)").execute(in: db) }
    switch Int.random(in: 0..<(version == .third ? 8 : 4), using: &random) {
    case 0: try set("style = json_set(style, '$.color', \("color \(number)"))")
    case 1: try set("style = json_set(style, '$.font', \("font \(number)"))")
    case 2: try set("style = json_remove(style, '$.font')")
    case 3:
      try set("style = json_set(style, '$.border', json_object('width', \(Int(number)), 'isDashed', json('true')))")
    case 4:
      let isOpen = try RawSQL("SELECT sizes ->> '$.kept' IS NULL FROM theme WHERE id = \(theme)").as(Bool.self)
        .fetchOne(in: db)
      if isOpen == true { try set("sizes = CASE WHEN sizes IS NULL THEN '{\"a\":1}' END") }
    case 5: try set("sizes = json_set(sizes, '$.a', \(Int(number)))")
    default:
      let name = "size \(random.next())"
      let isAdded =
        try RawSQL(
          """
          UPDATE theme SET sizes = json_set(sizes, '$.' || json_quote(\(name)), 1)
          WHERE id = \(theme) AND sizes ->> '$.kept' = 1
          """
        ).execute(in: db) == 1
      return isAdded ? AddedSize(theme: theme, name: name) : nil
    }
    return nil
  }

  private static func change(
    users: [User], _ user: User, with random: inout RandomNumbers, in db: SQLiteWriteTransaction
  ) throws -> UUID? {
    let number = random.next() % 1_000
    let choice = Int.random(in: 0..<100, using: &random)
    let lists = try TodoList.order { $0.id }.fetchAll(in: db)
    guard choice >= 15, let list = lists.randomElement(using: &random) else {
      let list = try TodoList.Draft(id: random.uuid(), title: "list \(number)", color: "red").insert(in: db)
      if let present = try User.fetch(user.id, in: db) { try list.addToMembers(present, in: db) }
      for text in ["left", "right"] { try Item.Draft(id: random.uuid(), listID: list.id, text: text).insert(in: db) }
      return nil
    }
    let items = try list.items.fetchAll(in: db)
    let item = items.randomElement(using: &random)
    switch choice {
    case 15..<25: try TodoList.where { $0.id == list.id }.update(in: db) { [$0.title.set("title \(number)")] }
    case 25..<30: try TodoList.where { $0.id == list.id }.update(in: db) { [$0.color.set("color \(number)")] }
    case 30..<45:
      try TodoList.where { $0.id == list.id }.update(in: db) { [$0.timesOpened.set($0.timesOpened + 1)] }
      return list.id
    case 45..<60: try Item.Draft(id: random.uuid(), listID: list.id, text: "item \(number)").insert(in: db)
    case 60..<65:
      guard let item, !item.isTwin else { break }
      try Item.where { $0.id == item.id }.delete(in: db)
    case 65..<70:
      guard let item, !item.isTwin else { break }
      try Item.where { $0.id == item.id }.update(in: db) { [$0.isDone.set(true), $0.text.set("text \(number)")] }
    case 70..<76:
      guard let item else { break }
      try list.insertIntoItems(item, at: Int.random(in: 0..<items.count, using: &random), in: db)
    case 76..<80:
      guard let item, !item.isTwin, let other = lists.randomElement(using: &random) else { break }
      try other.addToItems(item, in: db)
    case 80..<86:
      try Item.where { $0.listID == list.id && $0.text.in(["left", "right"]) }
        .update(in: db) { [$0.note.set("note \(number)")] }
    case 86..<92:
      guard let other = try User.fetch(random.element(of: users).id, in: db) else { break }
      try list.addToMembers(other, in: db)
    case 92..<96:
      guard let other = try User.fetch(random.element(of: users).id, in: db) else { break }
      try list.removeFromMembers(other, in: db)
    case 96..<98: try TodoList.where { $0.id == list.id }.delete(in: db)
    default:
      let name = random.element(of: ["Ann", "Bob", "Eve", "Kim"])
      if try !User.where({ $0.name == name }).exists(in: db) {
        try User.where { $0.id == user.id }.update(in: db) { [$0.name.set(name)] }
      }
    }
    return nil
  }

  /// Never half of a transaction: the notes of the two first items of a list are always changed together.
  func checkTwins(_ seed: UInt64) async throws {
    try await store.read { db in
      for list in try TodoList.fetchAll(in: db) {
        let twins = try list.items.where { $0.text.in(["left", "right"]) }.fetchAll(in: db)
        #expect(twins.count == 2 && twins[0].note == twins[1].note, "seed \(seed): \(twins)")
      }
    }
  }
}

extension Item {
  var isTwin: Bool { text == "left" || text == "right" }
}
