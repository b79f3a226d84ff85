import PostilQuery

/// The database of a studio: everything that depends on its engine.
struct EngineParts: Sendable {
  let database: any StudioDatabase
  let console: any StudioConsole
  let inspection: any StudioInspection
  let watcher: any ChangeWatcher

  /// Opens the database. Nothing in it is changed.
  /// - Throws: ``StudioFailure``
  init(_ options: StudioOptions) async throws {
    let name = options.database
    guard options.isFile else {
      #if PostgreSQL
        (database, console, inspection, watcher) = try await Self.openServer(name, schema: options.schema)
        return
      #else
        throw StudioFailure(
          "this studio can't connect to a PostgreSQL server, because it was built without the trait 'PostgreSQL'")
      #endif
    }
    do {
      database = try SQLiteDatabase(path: name)
    } catch let error as DatabaseError {
      throw StudioFailure("cannot open '\(name)': \(error.message)")
    } catch {
      throw StudioFailure("cannot open '\(name)': \(error)")
    }
    let console = SQLiteConsole(path: name)
    self.console = console
    inspection = SQLiteInspection(path: name, console: console)
    watcher = SQLiteChangeWatcher(path: name)
  }
}
