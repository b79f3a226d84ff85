import Hummingbird
import Postil
import PostilPostgreSQL

extension Project: ResponseEncodable {}

/// `/projects`
struct ProjectRoutes<Store: DatabaseStore>: Sendable {
  let store: Store

  var routes: RouteCollection<BasicRequestContext> {
    let routes = RouteCollection()
    routes.get(use: list)
    routes.post(use: create)
    return routes
  }

  @Sendable
  private func list(_ request: Request, context: some RequestContext) async throws -> [Project] {
    try await store.read { db in try Project.order { $0.name }.fetchAll(in: db) }
  }

  /// `{"name": "Home"}`
  @Sendable
  private func create(_ request: Request, context: some RequestContext) async throws -> EditedResponse<Project> {
    let draft = try await request.decode(as: Project.Draft.self, context: context)
    let project = try await store.write { db in try draft.insert(in: db) }
    return EditedResponse(status: .created, response: project)
  }
}
