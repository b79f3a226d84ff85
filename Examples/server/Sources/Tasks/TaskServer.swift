import Hummingbird
import Postil
import PostilPostgreSQL

/// A server for tasks over SQLite or PostgreSQL: `DATABASE_URL` is the path of a file, or a `postgresql://` URL.
@main
enum TaskServer {
  static func main() async throws {
    let environment = Environment()
    let database = environment.get("DATABASE_URL") ?? "tasks.sqlite"
    let port = environment.get("PORT", as: Int.self) ?? 8080
    if database.hasPrefix("postgresql://") || database.hasPrefix("postgres://") {
      try await run(over: PostgreSQLStore(database, schema: TasksSchema.self), port: port)
    } else {
      try await run(over: SQLiteStore(path: database, schema: TasksSchema.self), port: port)
    }
  }

  /// Serves requests until the process receives SIGINT or SIGTERM.
  private static func run(over store: some DatabaseStore, port: Int) async throws {
    let application = Application(
      router: router(over: store),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)))
    try await application.runService()
    try await store.close()
  }

  static func router(over store: some DatabaseStore) -> Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: DatabaseErrorMiddleware())
    router.addRoutes(ProjectRoutes(store: store).routes, atPath: "projects")
    router.addRoutes(ItemRoutes(store: store).routes, atPath: "items")
    return router
  }
}
