#if PostgreSQL
  import Foundation
  import PostilCompiler
  import PostilDialects
  import PostilPostgreSQL
  import PostilServer
  import PostilSources
  import PostilStudio
  import Testing

  /// Runs on a server if the package is built with the trait `PostgreSQL` and the variable names one:
  ///
  ///     POSTIL_POSTGRESQL_URL=postgresql://… swift test --traits Command,PostgreSQL --filter ServerTests
  @Suite(
    "A database of a PostgreSQL server", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_URL"] != nil))
  struct ServerTests {
    /// A studio over a schema of its own.
    private static func studio(isReadOnly: Bool? = false) async throws -> (Studio, ServerSession) {
      let url = try #require(ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_URL"])
      let own = url + (url.contains("?") ? "&" : "?") + "options=-csearch_path%3Dpostil_studio"
      let session = try DatabaseServer(own).connect()
      let path = SampleStudio.package.appending(path: "Tests/TourTests/Tasks.swift").path
      let (target, dependencies) = try #require(
        try [SourceTarget](paths: [path], target: "Tasks").withDependencies().first)
      let result = CompilerPipeline(target: target.name).run(
        sources: try target.sources(), dependencies: dependencies, dialect: .postgresql)
      let ddl = try #require(result.graph).schema.script(for: .postgresql).text
      try session.run("DROP SCHEMA IF EXISTS postil_studio CASCADE; CREATE SCHEMA postil_studio")
      try session.run(ddl)
      try session.run(
        """
        INSERT INTO project (name) VALUES ('home'); INSERT INTO tag (name) VALUES ('red');
        INSERT INTO item (title, due_at, done, project_id) VALUES ('oil', '2026-01-02 03:04:05+00', false, 1),
          ('door', NULL, true, 1); INSERT INTO item_tags SELECT id, 1 FROM item
        """)
      let studio = try await Studio(StudioOptions(database: own, paths: [path], isReadOnly: isReadOnly))
      return (studio, session)
    }

    private func post(_ studio: Studio, _ path: String, _ body: StudioJSON) async throws -> StudioJSON {
      let response = await studio.respond(to: StudioRequest(method: "POST", path: path, body: body.bytes))
      return try StudioJSON(response.body)
    }

    @Test("Rows are shown and changed through the engine for PostgreSQL")
    func rows() async throws {
      let (studio, session) = try await Self.studio()
      let page = try await post(studio, "/tables/item/page", ["order": [["column": "title"]], "limit": 10])
      #expect(
        page["rows"]?.array?.map { $0["cells"] } == [
          [2, "door", .null, true, 1], [1, "oil", "2026-01-02T03:04:05Z", false, 1],
        ])
      let changes: StudioJSON = [
        "operations": [["kind": "update", "table": "item", "key": [1], "values": ["title": "it's"], "was": [:]]]
      ]
      _ = try await post(studio, "/changes/commit", changes)
      #expect(try session.rows("SELECT title FROM item WHERE id = 1") == [["it's"]])
      let taken = try await post(
        studio, "/changes/commit",
        ["operations": [["kind": "insert", "table": "tag", "id": "n1", "values": ["name": "red"]]]])
      #expect(taken["errors"]?.array?.first?["column"] == "name")
      let csv = await studio.respond(
        to: StudioRequest(
          method: "POST", path: "/sql/export",
          body: (["table": "tag", "format": "csv"] as StudioJSON).bytes))
      #expect(String(decoding: csv.body, as: UTF8.self) == "id,name\r\n1,red\r\n")
      await studio.close()
    }

    @Test("Values have the types of the server, and a result has its limit")
    func values() async throws {
      let (studio, _) = try await Self.studio()
      let result = try await post(
        studio, "/sql",
        [
          "sql": """
          SELECT $1::int + 1, true, 12.50::numeric, '\\x00ff'::bytea, 'NaN'::float8, due_at FROM item ORDER BY id
          """, "parameters": [1], "limit": 1,
        ])
      #expect(
        result["rows"] == [
          [2, 1, "12.50", ["blob": ["size": 2, "hex": "00ff"]], ["real": "nan"], "2026-01-02 03:04:05+00"]
        ])
      #expect(result["isTruncated"] == true)
      #expect(
        result["columns"]?.array?.map { $0["type"] } == [
          "integer", "boolean", "numeric", "bytea", "double precision", "timestamp with time zone",
        ])
      let error = try await post(studio, "/sql", ["sql": "SELECT 1 FROM\n missing"])
      #expect(error["error"]?["place"] == ["line": 2, "offset": 15, "statement": 1])
      await studio.close()
    }

    @Test(
      "What changes something isn't run unless it is asked for",
      arguments: [
        "DELETE FROM item", "WITH x AS (DELETE FROM item RETURNING id) SELECT * FROM x", "COPY item TO PROGRAM 'cat'",
        "COMMIT",
        "SET default_transaction_read_only = off", "SELECT 1; DELETE FROM item", "EXPLAIN ANALYZE DELETE FROM item",
        "SELECT nextval('item_id_seq')",
      ])
    func writes(sql: String) async throws {
      let (studio, session) = try await Self.studio()
      #expect(try await post(studio, "/sql", ["sql": .string(sql)])["error"] != nil)
      _ = try await post(studio, "/sql/plan", ["sql": .string(sql)])
      #expect(try session.rows("SELECT count(*) FROM item") == [["2"]])
      await studio.close()
    }

    @Test("A statement that is allowed to write reports what it changed, also through delete rules")
    func changes() async throws {
      let (studio, session) = try await Self.studio()
      var events = studio.events().makeAsyncIterator()
      let result = try await post(
        studio, "/sql", ["sql": "DELETE FROM item WHERE id = 1 RETURNING id", "isWrite": true])
      #expect(result["rows"] == [[1]])
      #expect(result["changes"] == 1)
      #expect(result["changedTables"] == ["item", "item_tags"])
      let event = try StudioJSON(Array(try #require(await events.next()).utf8))
      #expect(event["by"] == "studio")
      #expect(try session.rows("SELECT count(*) FROM item_tags") == [["1"]])
      #expect(try await post(studio, "/sql", ["sql": "VACUUM item", "isWrite": true])["error"] == nil)
      await studio.close()
    }

    @Test("A plan is a tree whose scans are marked, for statements with parameters too")
    func plan() async throws {
      let (studio, _) = try await Self.studio()
      let plan = try await post(studio, "/sql/plan", ["sql": "SELECT * FROM item WHERE title = $1 ORDER BY due_at"])
      let nodes = try #require(plan["nodes"]?.array)
      #expect(nodes.contains { $0["isScan"] == true && $0["table"] == "item" }, "\(plan.text)")
      await studio.close()
    }

    @Test("A long statement is stopped")
    func stop() async throws {
      let (studio, _) = try await Self.studio()
      let body: StudioJSON = ["sql": "SELECT pg_sleep(60)"]
      async let response = studio.respond(to: StudioRequest(method: "POST", path: "/sql", body: body.bytes))
      var stopped: StudioJSON = 0
      while stopped == 0 {
        try await Task.sleep(for: .milliseconds(100))
        stopped = try await post(studio, "/sql/stop", [:])["stopped"] ?? 0
      }
      #expect(try StudioJSON(await response.body)["error"]?["code"] == "stopped")
      await studio.close()
    }

    @Test("A studio is read-only while the database has other sessions, unless the user decides otherwise")
    func sessions() async throws {
      let (studio, session) = try await Self.studio(isReadOnly: nil)
      let response = await studio.respond(to: StudioRequest(method: "GET", path: "/schema"))
      let database = try #require(try StudioJSON(response.body)["database"])
      #expect(database["engine"] == "postgresql")
      #expect(database["isReadOnly"] == true)
      #expect(database["reason"]?.string?.hasPrefix("the database has other sessions: ") == true)
      _ = session.database
      await studio.close()
    }
  }
#endif
