import PostilCompiler
import PostilQuery
import PostilRows
import PostilSQL
import PostilSources

/// Shows and edits the rows of a database by its models. A web server passes it the requests of a page.
///
/// Each area has its own list of ``StudioRoute``s and extends this class: `Schema/`, `Tables/`, `Changes/` and others.
public final class Studio: Sendable {
  package let options: StudioOptions
  /// The targets with the models; empty if the database itself describes its tables.
  package let targets: [SourceTarget]
  /// The compiled targets, except dependencies.
  package let graphs: [ModelGraph]
  /// The tables, as the page shows them.
  package let schema: ModelSchema
  package let database: any StudioDatabase
  /// Writes the statements that the page shows.
  let shownSQL: ShownSQL
  /// Whether rows can be changed.
  package let access: Mutex<StudioAccess>
  package let broadcast = StudioBroadcast()
  /// What runs the statements of users, and inspects the database.
  let console: any StudioConsole
  let inspection: any StudioInspection
  /// Reports changes to the pages.
  let live: LiveChanges
  let requests = StoppableRequests()
  private let liveTask = Mutex<Task<Void, Never>?>(nil)

  /// Compiles the models and opens the database. Nothing in the database is changed.
  /// - Throws: ``StudioFailure``
  public init(_ options: StudioOptions) async throws {
    self.options = options
    do {
      targets =
        try options.targetList.map { try TargetList.targets(in: $0) }
        ?? [SourceTarget](paths: options.paths, target: nil)
    } catch let misuse as Misuse {
      throw StudioFailure(misuse.description)
    }
    try options.checkFile()
    let compiled =
      targets.isEmpty && options.isFile
      ? try CompiledModels(importing: options.database) : try CompiledModels(studio: targets)
    graphs = compiled.graphs
    schema = ModelSchema(compiled)
    let opened = try await EngineParts(options)
    (database, console, inspection) = (opened.database, opened.console, opened.inspection)
    shownSQL = ShownSQL(database.engine, graphs.wholes.map(\.schema))
    live = LiveChanges(opened.watcher, broadcast, tables: schema.tables.filter { $0.kind != .view }.map(\.name))
    access = Mutex(AccessDetection(options).access(sessions: await opened.watcher.sessions()))
    // What is committed from now on is reported.
    _ = await opened.watcher.changes()
    liveTask.withLock { $0 = startLive() }
  }

  /// The events of the studio as JSON objects, for a stream of server-sent events. The stream ends when the studio is closed.
  public func events() -> AsyncStream<String> { broadcast.events() }

  /// Closes the database, and ends the streams of events.
  public func close() async {
    broadcast.finish()
    let task = liveTask.withLock { $0 }
    task?.cancel()
    await task?.value
    _ = console.stop()
    await database.close()
  }

  /// - Throws: ``StudioError`` if nothing can be changed.
  package func checkWritable() throws {
    let access = access.withLock { $0 }
    guard access.isReadOnly else { return }
    throw StudioError(status: 403, "the studio is read-only" + (access.reason.map { ": \($0)" } ?? ""))
  }
}

/// Whether rows can be changed.
package struct StudioAccess: Hashable, Sendable {
  package var isReadOnly: Bool
  /// Why, as far as it can be known; `nil` if the user chose it.
  package var reason: String?
}
