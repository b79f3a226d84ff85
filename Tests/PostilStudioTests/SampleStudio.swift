import Foundation
import PostilCompiler
import PostilRows
import PostilSchema
import PostilSources
import PostilStudio
import PostilTestSupport
import Testing

/// A studio over models and an SQLite file with their schema.
final class SampleStudio {
  let folder: TemporaryFolder
  let studio: Studio
  /// A connection of another program.
  let other: RawDatabase
  var path: String { folder.path("sample.sqlite") }

  /// - Parameters:
  ///   - sources: the text of a Swift file with models, or `nil` for the files in `paths`.
  ///   - sql: statements that insert the rows.
  init(_ source: String? = nil, paths: [String] = [], sql: String = "", isReadOnly: Bool? = nil) async throws {
    folder = try TemporaryFolder()
    var paths = paths.map { Self.package.appending(path: $0).path }
    if let source {
      try FileManager.default.createDirectory(atPath: folder.path("Sample"), withIntermediateDirectories: true)
      try Data(source.utf8).write(to: URL(fileURLWithPath: folder.path("Sample/Models.swift")))
      paths.append(folder.path("Sample"))
    }
    let file = folder.path("sample.sqlite")
    other = try RawDatabase(path: file, decimals: true)
    for (target, dependencies) in try [SourceTarget](paths: paths, target: nil).withDependencies() {
      let result = CompilerPipeline(target: target.name).run(
        sources: try target.sources(), dependencies: dependencies)
      let graph = try #require(result.graph, "\(result.diagnostics.flatMap(\.lines))")
      try other.execute("PRAGMA journal_mode = WAL; BEGIN; \(graph.schema.script().text); COMMIT")
    }
    if !sql.isEmpty { try other.execute("BEGIN; \(sql); COMMIT") }
    studio = try await Studio(StudioOptions(database: file, paths: paths, isReadOnly: isReadOnly))
  }

  /// The folder of the package.
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A failed request.
  struct Failure: Error, CustomStringConvertible {
    var status: Int
    var json: JSONTree
    var message: String { json["error"]?["message"]?.string ?? "" }
    var description: String { "\(status) \(json.text)" }
  }

  func response(_ method: String, _ path: String, _ body: JSONTree? = nil, query: [String: String] = [:]) async
    -> StudioResponse
  {
    await studio.respond(
      to: StudioRequest(method: method, path: path, query: query, body: body?.bytes ?? []))
  }

  func get(_ path: String, query: [String: String] = [:]) async throws -> JSONTree {
    try json(await response("GET", path, query: query))
  }

  func post(_ path: String, _ body: JSONTree) async throws -> JSONTree {
    try json(await response("POST", path, body))
  }

  private func json(_ response: StudioResponse) throws -> JSONTree {
    let json = try JSONTree(response.body)
    guard response.status == 200 else { throw Failure(status: response.status, json: json) }
    return json
  }

  /// The failure of a request that must fail.
  func failure(_ path: String, _ body: JSONTree) async throws -> Failure {
    let response = await response("POST", path, body)
    try #require(response.status != 200, "\(String(decoding: response.body, as: UTF8.self))")
    return Failure(status: response.status, json: try JSONTree(response.body))
  }
}
