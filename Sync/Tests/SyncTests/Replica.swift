import Foundation
import Postil
import Testing

/// All rows that a user has, or that a device has, in a form that can be compared.
struct Replica {
  let users: [User]
  let lists: [TodoList]
  /// The items of each list, in their order.
  let items: [[Item]]
  let members: [[UUID]]
  let themes: [Theme]

  /// The first rows that differ; `nil` if all are equal.
  func difference(from other: Replica) -> String? {
    func first<Row: Equatable>(_ left: [Row], _ right: [Row]) -> String? {
      guard left != right else { return nil }
      let place =
        zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(left.count, right.count)
      return "\(left.dropFirst(place).prefix(1)) instead of \(right.dropFirst(place).prefix(1))"
    }
    return first(users, other.users) ?? first(lists, other.lists) ?? first(items, other.items)
      ?? first(members, other.members) ?? first(themes, other.themes)
  }

  /// What a device with a version of the program has.
  init(_ version: ProgramVersion = .third, in db: some ReadTransaction) throws {
    let lists = try TodoList.order { $0.id }.fetchAll(in: db)
    try self.init(lists, Self.themes(version, in: db), in: db)
    #expect(try Item.count(in: db) == items.reduce(0) { $0 + $1.count })
  }

  /// What a user should have on a device with a version of the program.
  init(of user: User, _ version: ProgramVersion = .third, in db: some ReadTransaction) throws {
    let lists = try user.lists.fetchAll(in: db).sorted { $0.id.uuidString < $1.id.uuidString }
    try self.init(lists, Self.themes(version, in: db), in: db)
  }

  private init(_ lists: [TodoList], _ themes: [Theme], in db: some ReadTransaction) throws {
    users = try User.order { $0.id }.fetchAll(in: db)
    self.lists = lists
    items = try lists.map { try $0.items.fetchAll(in: db) }
    members = try lists.map {
      [$0.id] + (try $0.members.fetchAll(in: db).map(\.id).sorted { $0.uuidString < $1.uuidString })
    }
    self.themes = themes.sorted { $0.id.uuidString < $1.id.uuidString }
  }

  private static func themes(_ version: ProgramVersion, in db: some ReadTransaction) throws -> [Theme] {
    switch version {
    case .first: []
    case .second:
      try RawSQL("SELECT id, style FROM theme").as(UUID.self, JSONColumn<Theme.Style>.self).fetchAll(in: db)
        .map { Theme(id: $0.0, style: $0.1, sizes: nil) }
    case .third: try Theme.fetchAll(in: db)
    }
  }
}
