import Postil
import Tasks

/// When an item, which is a model of another target, is to be done.
// @table
public struct Plan: Sendable {
  public let id: ID
  public var day: String

  // @references(inverse: plans, onDelete: cascade)
  public let itemID: Item.ID
}

/// The days on which what `title` says is planned.
public func days(of title: String) throws -> [String] {
  let store = try SQLiteStore.inMemory(schema: PlansSchema.self)
  return try store.write { db in
    let item = try Item.Draft(title: title).insert(in: db)
    try Plan.Draft(day: "Monday", itemID: item.id).insert(in: db)
    return try Item.where { $0.plans.any { $0.day == "Monday" } }.fetchAll(in: db).flatMap { item in
      try item.plans.fetchAll(in: db).map { "\(try $0.item(in: db).title): \($0.day)" }
    }
  }
}
