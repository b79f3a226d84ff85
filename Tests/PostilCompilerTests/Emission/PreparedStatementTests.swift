import Foundation
import PostilSchema
import Testing

@testable import PostilCompiler

@Suite("Statements of generated code")
struct PreparedStatementTests {
  @Test(
    "SQLite prepares every statement of every model in the package",
    arguments: ["Items", "House", "Profile", "Catalog", "Notes"])
  func models(folder: String) throws {
    let root = URL(fileURLWithPath: #filePath).appending(path: "../../../../Models/\(folder)").standardizedFileURL
    let sources = try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
      .map { CompilerPipeline.Source(path: $0.lastPathComponent, bytes: [UInt8](try Data(contentsOf: $0))) }
    try prepare(sources)
  }

  @Test("SQLite prepares the statements for keys, names and relationships of every kind")
  func corners() throws {
    let source = """
      import Postil

      // @table
      struct Person: Sendable {
        let id: ID
        var value: String  // @unique
        var `in`: Int = 1  // @column("select")
        let born: Int

        // @references(inverse: children)
        var parentID: Person.ID?
        // @references(inverse: badge) @unique
        var badgeID: Badge.ID?
        // @references(inverse: keeper) @unique
        let homeID: Home.ID
        // @manyToMany(friends: Person, inverse: friendOf)
        // @manyToMany(pieces: Piece, inverse: owners)
      }

      // @table("it's a \\"badge\\"")
      struct Badge: Sendable {
        let code: String  // @primaryKey @collate(nocase)
        var madeAt: String  // @default(sql: "datetime('now')")
      }

      // @table
      struct Home: Sendable {
        let id: UUID
        // @references(inverse: homes)
        var badgeID: Badge.ID
      }

      // @table
      struct Part: Sendable {
        let left: Int  // @primaryKey
        let right: [UInt8]  // @primaryKey
      }

      // @table
      struct Piece: Sendable {
        let id: [UInt8]
        // @references(inverse: pieces)
        var homeID: Home.ID?
      }

      // @table
      struct Ticket: Sendable {
        let id: ID
      }
      """

    try prepare([CompilerPipeline.Source(path: "Corners.swift", bytes: [UInt8](source.utf8))])
  }

  @Test("SQLite prepares the statements for multi-column keys")
  func compositeKeys() throws {
    let database = try ScratchDatabase()
    try database.run("CREATE TABLE child (a INTEGER, b TEXT, x INTEGER, y TEXT, PRIMARY KEY (a, b)) STRICT")
    try database.run("CREATE TABLE pairs (p INTEGER, q TEXT, a INTEGER, b TEXT, PRIMARY KEY (p, q, a, b)) STRICT")
    let join = JoinTableSQL(table: "pairs", near: ["p", "q"], far: ["a", "b"])
    let key = ForeignKeySQL(table: "child", key: ["a", "b"], reference: ["x", "y"], columns: ["a", "b", "x", "y"])
    let statements = [
      join.add, join.addAll, join.remove, join.removeAll, join.removeOthers, key.move, key.moveAll, key.release,
      key.releaseAll, key.releaseOthers, key.replaceAll, key.fetch,
    ]
    for statement in statements { try database.prepare(statement.text) }
  }

  private func prepare(_ sources: [CompilerPipeline.Source]) throws {
    let result = CompilerPipeline(target: "Target").run(sources: sources)
    #expect(result.diagnostics.flatMap(\.lines) == [])
    let graph = try #require(result.graph)
    let database = try ScratchDatabase()
    for statement in graph.schema.script().statements { try database.run(statement.sql) }
    let statements = Emitter(graph: graph).statements
    #expect(statements.count > graph.models.count * 4)
    for sql in statements {
      #expect(throws: Never.self, "\(sql)") { try database.prepare(sql) }
    }
  }
}
