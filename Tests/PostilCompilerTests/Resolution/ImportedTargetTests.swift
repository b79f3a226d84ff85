import PostilCompiler
import Testing

/// References to models of other targets.
@Suite("Imported targets")
struct ImportedTargetTests {
  private let accounts = CompilerPipeline.Dependency(
    module: "Accounts",
    sources: [
      source(
        "User.swift",
        """
        // @table
        public struct User: Sendable {
          public let id: ID
          public var role: Role = .guest
        }
        // @table
        struct Session: Sendable {
          let id: ID
          // @references(inverse: sessions)
          let userID: User.ID
        }
        public enum Role: Int, Sendable { case guest, admin }
        """)
    ])

  private func run(_ text: String, with dependencies: [CompilerPipeline.Dependency]) -> CompilerPipeline.Result {
    CompilerPipeline(target: "Tasks").run(sources: [Self.source("Job.swift", text)], dependencies: dependencies)
  }

  private static func source(_ path: String, _ text: String) -> CompilerPipeline.Source {
    .init(path: path, bytes: Array(text.utf8))
  }

  @Test("a target's tables are included if a file with models imports it, and otherwise not")
  func imports() throws {
    let imported = run("import Accounts\n// @table\nstruct Job: Sendable { let id: ID }", with: [accounts])
    #expect(imported.graph?.schema.tables.map(\.name).sorted() == ["job", "session", "user"])
    #expect(imported.graph?.ownStructs.map(\.swiftName) == ["Job"])
    let other = run("import Foundation\n// @table\nstruct Job: Sendable { let id: ID }", with: [accounts])
    #expect(other.graph?.schema.tables.map(\.name) == ["job"])
  }

  @Test("a file with only a view includes the tables that it imports")
  func views() throws {
    let result = run(
      """
      import Accounts
      // @view("SELECT count(*) FROM user")
      struct UserCount: Sendable { let count: Int }
      """, with: [accounts])
    #expect(result.diagnostics.isEmpty)
    #expect(result.graph?.schema.tables.map(\.name).sorted() == ["session", "user"])
  }

  @Test("a struct that the other target embeds can be embedded, also inside another one, and no other struct can")
  func embeddedStructs() throws {
    let places = CompilerPipeline.Dependency(
      module: "Places",
      sources: [
        Self.source(
          "Place.swift",
          """
          // @table
          public struct House: Sendable {
            public let id: ID
            public var address: Address  // @embedded
          }
          public struct Address: Sendable {
            public var street: String
            public var spot: Spot?  // @embedded
          }
          public struct Spot: Sendable { public var latitude: Double }
          public struct Lonely: Sendable { public var height: Double }
          """)
      ])
    let right = run(
      """
      import Places
      // @table
      struct Job: Sendable {
        let id: ID
        var from: Address  // @embedded
        var spot: Spot  // @embedded
      }
      """, with: [places])
    #expect(right.diagnostics.flatMap(\.lines) == [])
    #expect(
      right.graph?.schema.tables.first { $0.name == "job" }?.columns.map(\.name)
        == ["id", "from_street", "from_spot_latitude", "spot_latitude"])
    let wrong = run(
      "import Places\n// @table\nstruct Job: Sendable {\n  let id: ID\n  var at: Lonely  // @embedded\n}",
      with: [places])
    #expect(
      wrong.diagnostics.map(\.message).first?.hasPrefix("'Places.Lonely' is not embedded in any model of 'Places'")
        == true)
  }

  @Test("a reference can include or omit the module's name")
  func references() throws {
    for written in ["User.ID", "Accounts.User.ID"] {
      let result = run(
        """
        import Accounts
        // @table
        struct Job: Sendable {
          let id: ID
          // @references(inverse: jobs)
          var ownerID: \(written)
        }
        """, with: [accounts])
      #expect(result.diagnostics.isEmpty)
      let graph = try #require(result.graph)
      #expect(try graph.relationship("Job.owner").target == "Accounts.User")
      let table = try graph.table("job")
      #expect(table.foreignKeys.map(\.referencedTable) == ["user"])
      let user = try #require(graph.models.first { $0.module == "Accounts" && $0.table.name == "user" })
      #expect(user.relationships.map(\.name) == ["sessions", "jobs"])
    }
  }

  @Test("two targets can have types with the same name, each for itself")
  func shadowing() throws {
    let result = run(
      """
      import Accounts
      // @table
      struct Job: Sendable {
        let id: ID
        var role: Role = .clerk
      }
      enum Role: String, Sendable { case clerk, chief }
      """, with: [accounts])
    let graph = try #require(result.graph)
    #expect(try graph.table("job").checks.map(\.expression) == [#""role" IN ('clerk', 'chief')"#])
    #expect(try graph.table("user").checks.map(\.expression) == [#""role" IN (0, 1)"#])
    #expect(graph.rawTypes.map(\.swiftName) == ["Role"])
  }

  @Test("a model that isn't public in its target is refused with the fix")
  func hidden() {
    let result = run(
      """
      import Accounts
      // @table
      struct Job: Sendable {
        let id: ID
        // @references
        var sessionID: Session.ID
      }
      """, with: [accounts])
    #expect(
      result.diagnostics.flatMap(\.lines) == [
        "Job.swift:6:18: error: 'Session' is not public in 'Accounts'; write 'public' before its declaration there"
      ])
  }

  @Test("two models with the same table name in different targets are refused")
  func tables() {
    let result = run(
      "import Accounts\n// @table\nstruct User: Sendable { let id: ID }", with: [accounts])
    #expect(result.diagnostics.map(\.message).contains { $0.contains("'user'") })
    #expect(result.graph == nil)
  }

  @Test("code is generated for the target's own models, including the sides that they add to others")
  func emission() throws {
    let result = run(
      """
      import Accounts
      // @table
      public struct Job: Sendable {
        public let id: ID
        // @references(inverse: jobs)
        public var ownerID: User.ID
      }
      """, with: [accounts])
    let files = Emitter(graph: try #require(result.graph)).files()
    #expect(files.map(\.name) == ["Job+Postil.swift", "TasksSchema.swift"])
    #expect(files[0].text.contains("extension Accounts.User.Columns {"))
    #expect(files[0].text.contains("public var jobs: Query<Job>"))
    #expect(!files[0].text.contains("sessions"))
    #expect(files[1].text.contains("[Job.table, Accounts.User.table]"))
  }
}
