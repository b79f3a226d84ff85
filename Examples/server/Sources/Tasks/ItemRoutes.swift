import Foundation
import Hummingbird
import Postil
import PostilPostgreSQL

/// `/items`
struct ItemRoutes<Store: DatabaseStore>: Sendable {
  let store: Store

  var routes: RouteCollection<BasicRequestContext> {
    let routes = RouteCollection()
    routes.get(use: list)
    routes.post(use: create)
    routes.get(":id", use: show)
    routes.patch(":id", use: update)
    routes.delete(":id", use: delete)
    routes.put(":id/tags/:tag", use: addTag)
    routes.delete(":id/tags/:tag", use: removeTag)
    return routes
  }

  /// `?done=false&project=Home&tag=urgent&title=door&size=20`, newest first. The next page has `&before=` and the value of `next`.
  @Sendable
  private func list(_ request: Request, context: some RequestContext) async throws -> ItemPage {
    let parameters = request.uri.queryParameters
    var items = Item.order { $0.id.descending }
    if let done = try parameters.optional("done", as: Bool.self) { items = items.where { $0.done == done } }
    if let name = parameters.get("project") { items = items.where { $0.project.name == name } }
    if let name = parameters.get("tag") { items = items.where { $0.tags.any { $0.name == name } } }
    if let text = parameters.get("title") { items = items.where { $0.title.containsIgnoringCase(text) } }
    if let id = try parameters.optional("before", as: Int64.self) { items = items.where { $0.id < Item.ID(id) } }
    let size = min(max(try parameters.optional("size", as: Int.self) ?? 20, 1), 100)
    let query = items.with { ($0.project, $0.tags.order { $0.name }) }.page(size: size)
    return try await store.read { db in try ItemPage(query.fetch(in: db)) }
  }

  /// `{"title": "Oil the door", "projectID": 1, "dueAt": "2026-12-01T09:00:00Z", "tags": ["urgent"]}`
  @Sendable
  private func create(_ request: Request, context: some RequestContext) async throws -> EditedResponse<ItemDetails> {
    let new = try await request.decode(as: NewItem.self, context: context)
    let item = try await store.write { db in
      let item = try Item.Draft(title: new.title, dueAt: new.dueAt, projectID: new.projectID).insert(in: db)
      for name in new.tags ?? [] { try item.addToTags(Tag.Draft(name: name).upsert(on: { $0.name }, in: db), in: db) }
      return try ItemDetails(of: item.id, in: db)
    }
    return EditedResponse(status: .created, headers: [.location: "/items/\(item.id)"], response: item)
  }

  @Sendable
  private func show(_ request: Request, context: some RequestContext) async throws -> ItemDetails {
    let id = try context.itemID
    return try await store.read { db in try ItemDetails(of: id, in: db) }
  }

  /// `{"done": true}`: other values stay as they are.
  @Sendable
  private func update(_ request: Request, context: some RequestContext) async throws -> ItemDetails {
    let id = try context.itemID
    let changes = try await request.decode(as: ItemChanges.self, context: context)
    return try await store.write { db in
      var item = try Item.find(id, in: db)
      item.title = changes.title ?? item.title
      item.dueAt = changes.dueAt ?? item.dueAt
      item.done = changes.done ?? item.done
      item.projectID = changes.projectID ?? item.projectID
      try item.update(in: db)
      return try ItemDetails(of: id, in: db)
    }
  }

  @Sendable
  private func delete(_ request: Request, context: some RequestContext) async throws -> HTTPResponse.Status {
    let id = try context.itemID
    try await store.write { db in try Item.find(id, in: db).delete(in: db) }
    return .noContent
  }

  /// Creates the tag if it doesn't exist. The statement that adds it takes the same time however many items and tags there are.
  @Sendable
  private func addTag(_ request: Request, context: some RequestContext) async throws -> HTTPResponse.Status {
    let (id, name) = try (context.itemID, context.parameters.require("tag"))
    try await store.write { db in
      let tag = try Tag.Draft(name: name).upsert(on: { $0.name }, in: db)
      try Item.find(id, in: db).addToTags(tag, in: db)
    }
    return .noContent
  }

  @Sendable
  private func removeTag(_ request: Request, context: some RequestContext) async throws -> HTTPResponse.Status {
    let (id, name) = try (context.itemID, context.parameters.require("tag"))
    try await store.write { db in
      let item = try Item.find(id, in: db)
      if let tag = try Tag.where({ $0.name == name }).fetchOne(in: db) { try item.removeFromTags(tag, in: db) }
    }
    return .noContent
  }
}

extension RequestContext {
  fileprivate var itemID: Item.ID {
    get throws { try Item.ID(parameters.require("id", as: Int64.self)) }
  }
}

extension Parameters {
  /// The value of a parameter; `nil` if it is missing.
  /// - Throws: `HTTPError` if it isn't a `T`.
  fileprivate func optional<T: LosslessStringConvertible>(_ name: String, as type: T.Type) throws -> T? {
    try get(name) == nil ? nil : require(name, as: type)
  }
}
