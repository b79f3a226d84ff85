import Hummingbird
import Postil
import PostilPostgreSQL
import PostilSyncServer
import Todo

/// A server for lists over SQLite or PostgreSQL: `DATABASE_URL` is the path of a file, or a `postgresql://` URL.
@main
enum ListsServer {
  static func main() async throws {
    let environment = Environment()
    let database = environment.get("DATABASE_URL") ?? "lists.sqlite"
    let port = environment.get("PORT", as: Int.self) ?? 8080
    if database.hasPrefix("postgresql://") || database.hasPrefix("postgres://") {
      try await run(over: PostgreSQLStore(database, schema: TodoSchema.self), port: port)
    } else {
      try await run(over: SQLiteStore(path: database, schema: TodoSchema.self), port: port)
    }
  }

  /// Serves requests until the process receives SIGINT or SIGTERM.
  private static func run(over store: some DatabaseStore, port: Int) async throws {
    let router = Router(context: ListsContext.self)
    router.add(middleware: ErrorMiddleware())
    router.addRoutes(try await SyncRoutes(store: store).routes)
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)))
    try await application.runService()
    try await store.close()
  }
}

/// A request whose body has at most 16 MB: what a device changed while it was offline.
struct ListsContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let maxUploadSize = 16_000_000

  init(source: Source) { coreContext = .init(source: source) }
}
