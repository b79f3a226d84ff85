import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  /// Two processes, each with a store. The second one is this test program again, of which it runs ``partner()`` only.
  @Suite("Two instances of a program", .timeLimit(.minutes(20)))
  struct Processes {
    private static let variable = "POSTIL_POSTGRESQL_PARTNER"

    @Test("Two instances of a program observe each other's writes")
    func observation() async throws {
      let store = try await Server.emptyStore()
      try await store.installObservation(keys: true)
      var names = store.observe(Tag.order { $0.name }.select { $0.name }).makeAsyncIterator()
      #expect(try await names.next() == [])
      var keys = try await store.changes(of: Project.self).makeAsyncIterator()
      let partner = try Self.start()
      defer { partner.terminate() }

      // The other process begins to observe, and says so.
      #expect(try await names.next() == ["ready"])
      for number in 1...5 {
        try await store.write { db in _ = try Tag.Draft(name: "\(number) question").insert(in: db) }
        // It sees the question and writes an answer, which this process sees.
        var seen = try await names.next()
        while seen?.contains("\(number) answer") == false { seen = try await names.next() }
        #expect(seen?.contains("\(number) answer") == true)
      }
      // It reports the keys of the tags that it was told of, its own included, one project for each.
      let tags = try await store.read { db in try Tag.order { $0.id }.fetchAll(in: db) }
      #expect(tags.count == 11)
      var projects: [Project.ID] = []
      while projects.count < 11 { projects += try await keys.next()?.inserted ?? [] }
      let reported = try await store.read { db in try Project.order { $0.name }.select { $0.name }.fetchAll(in: db) }
      #expect(reported == tags.map { "\($0.id.rawValue)" }.sorted())
      try await store.write { db in _ = try Tag.Draft(name: "end").insert(in: db) }
      partner.waitUntilExit()
      #expect(partner.terminationStatus == 0)
    }

    /// The arguments of this process, without those that choose tests and write files.
    private static var otherArguments: [String] {
      let arguments = Array(CommandLine.arguments.dropFirst())
      let removed = ["--filter", "--skip", "--xunit-output", "--event-stream-output-path"]
      return arguments.indices.filter { index in
        !removed.contains(arguments[index]) && (index == 0 || !removed.contains(arguments[index - 1]))
      }.map { arguments[$0] }
    }

    private static func start() throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = otherArguments + ["--filter", "Processes/partner"]
      process.environment = ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 }
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      return process
    }

    @Test("The other process", .enabled(if: ProcessInfo.processInfo.environment[variable] != nil))
    func partner() async throws {
      let store = try await PostgreSQLStore(Server.url ?? "", schema: EngineTestsSchema.self)
      let changes = try await store.changes(of: Tag.self)
      let reports = Task {
        for try await commit in changes {
          try await store.write { db in
            for id in commit.inserted { _ = try Project.Draft(name: "\(id.rawValue)").insert(in: db) }
          }
        }
      }
      var isReady = false
      for try await names in store.observe(Tag.select { $0.name }) {
        if names.contains("end") { break }
        var answers = Set(names.filter { $0.hasSuffix(" question") }.map { $0.replacing(" question", with: " answer") })
        if !isReady { answers.insert("ready") }
        isReady = true
        let new = answers.subtracting(names)
        guard !new.isEmpty else { continue }
        try await store.write { db in for name in new { _ = try Tag.Draft(name: name).insert(in: db) } }
      }
      reports.cancel()
      _ = await reports.result
      try await store.close()
    }
  }
}
