import Foundation
import Hummingbird
import Postil

/// The body of a request that creates an item.
struct NewItem: Decodable {
  var title: String
  var projectID: Project.ID
  var dueAt: Date?
  var tags: [String]?
}

/// The body of a request that changes an item.
struct ItemChanges: Decodable {
  var title: String?
  var dueAt: Date?
  var done: Bool?
  var projectID: Project.ID?
}

/// An item in a response, with the names of its project and tags.
struct ItemDetails: ResponseEncodable {
  var id: Item.ID
  var title: String
  var dueAt: Date?
  var done: Bool
  var project: String
  var tags: [String]

  init(_ item: Item, _ project: Project, _ tags: [Tag]) {
    (id, title, dueAt, done) = (item.id, item.title, item.dueAt, item.done)
    self.project = project.name
    self.tags = tags.map(\.name)
  }

  /// - Throws: `RecordNotFound` if the item doesn't exist.
  init(of id: Item.ID, in db: some ReadTransaction) throws {
    let item = try Item.find(id, in: db)
    self.init(item, try item.project(in: db), try item.tags.order { $0.name }.fetchAll(in: db))
  }
}

/// A page of items.
struct ItemPage: ResponseEncodable {
  var items: [ItemDetails]
  /// Where the next page begins: the parameter `before` of its request. Missing on the last page.
  var next: Item.ID?

  init(_ page: Page<(Item, Project, [Tag])>) {
    items = page.rows.map { ItemDetails($0, $1, $2) }
    next = page.hasMore ? items.last?.id : nil
  }
}
