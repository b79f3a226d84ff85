import Foundation
import PostilRows
@testable import PostilStudio
import PostilTestSupport
import Testing

@Suite("Read-only access")
struct AccessTests {
  private static let models = """
    // @table
    struct Item: Sendable {
      let id: ID
      var title: String
    }
    """

  /// Another process that has a database open. Foundation's `Process` takes one for running while another has inherited its files.
  private final class OtherProcess {
    let id: pid_t
    private let input: [Int32]

    init(_ program: String, _ arguments: [String]) throws {
      var pipe: [Int32] = [-1, -1]
      try #require(Foundation.pipe(&pipe) == 0)
      for descriptor in pipe { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      input = pipe
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, pipe[0], 0)
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      var texts = ([program] + arguments).map { strdup($0) } + [nil]
      defer { for text in texts { free(text) } }
      var id: pid_t = 0
      try #require(posix_spawn(&id, program, &actions, nil, &texts, environ) == 0)
      self.id = id
    }

    deinit { for descriptor in input { close(descriptor) } }

    /// Ends the process, without blocking the thread of the test.
    func end() async throws {
      // A process inherits the blocked signals of its thread.
      kill(id, SIGKILL)
      var status: Int32 = 0
      while waitpid(id, &status, WNOHANG) == 0 { try await Task.sleep(for: .milliseconds(20)) }
    }
  }

  private func database(_ sample: SampleStudio) async throws -> JSONTree {
    try #require(try await sample.get("/schema")["database"])
  }

  /// A studio that was started when another process had opened the file, which takes a moment.
  private func readOnlyStudio(of sample: SampleStudio) async throws -> Studio {
    var attempts = 0
    while true {
      let studio = try await Studio(StudioOptions(database: sample.path, paths: [sample.folder.path("Sample")]))
      let response = await studio.respond(to: StudioRequest(method: "GET", path: "/schema"))
      attempts += 1
      if try JSONTree(response.body)["database"]?["isReadOnly"] == true || attempts == 600 { return studio }
      await studio.close()
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  @Test("A studio can write unless another process has the file open for writing")
  func writers() async throws {
    let alone = try await SampleStudio(Self.models)
    #expect(try await database(alone)["isReadOnly"] == false)
    let other = try OtherProcess(builtProducts.appending(path: "TransactionRunner").path, [alone.path])
    let studio = try await readOnlyStudio(of: alone)
    let response = await studio.respond(to: StudioRequest(method: "GET", path: "/schema"))
    await studio.close()
    #expect(
      try JSONTree(response.body)["database"]?["reason"]?.string
        == "process \(other.id) (TransactionRunn) has the database open for writing; start the studio with '--no-read-only' "
        + "to edit nevertheless")
    // The decision of the user comes first.
    for isReadOnly in [true, false] {
      let decided = try await Studio(
        StudioOptions(database: alone.path, paths: [alone.folder.path("Sample")], isReadOnly: isReadOnly))
      let response = await decided.respond(to: StudioRequest(method: "GET", path: "/schema"))
      #expect(try JSONTree(response.body)["database"]?["isReadOnly"] == .bool(isReadOnly))
      await decided.close()
    }
    try await other.end()
  }

  @Test("A process that only reads doesn't prevent changes")
  func readers() async throws {
    let sample = try await SampleStudio(Self.models)
    let other = try OtherProcess("/usr/bin/tail", ["-f", sample.path])
    try await Task.sleep(for: .milliseconds(300))
    let studio = try await Studio(StudioOptions(database: sample.path, paths: [sample.folder.path("Sample")]))
    let response = await studio.respond(to: StudioRequest(method: "GET", path: "/schema"))
    #expect(try JSONTree(response.body)["database"]?["isReadOnly"] == false)
    await studio.close()
    try await other.end()
  }

  @Test("A page learns when the other process has closed the file, and can then write")
  func state() async throws {
    let sample = try await SampleStudio(Self.models)
    let other = try OtherProcess(builtProducts.appending(path: "TransactionRunner").path, [sample.path])
    let studio = try await readOnlyStudio(of: sample)
    let script: JSONTree = ["sql": "DELETE FROM item", "isWrite": true]
    let request = StudioRequest(method: "POST", path: "/sql", body: script.bytes)
    #expect(await studio.respond(to: request).status == 403)
    var events = studio.events().makeAsyncIterator()
    try await other.end()
    let closed = try JSONTree(Array(try #require(await events.next()).utf8))
    #expect(closed["state"]?["isReadOnly"] == false)
    #expect(await studio.respond(to: request).status == 200)
    await studio.close()
  }

  #if os(Linux)
    @Test("The locks of processes whose files can't be seen are found")
    func locks() throws {
      let folder = try TemporaryFolder()
      let path = folder.path("a")
      try Data().write(to: URL(fileURLWithPath: path))
      let file = try #require(FileNumber(path))
      let (major, minor) = ((file.device >> 8) & 0xFFF, file.device & 0xFF | (file.device >> 12) & 0xFFF00)
      let device = "\(String(major, radix: 16)):\(String(minor, radix: 16))"
      let locks = """
        1: POSIX  ADVISORY  READ 4534 \(device):\(file.number) 128 128
        2: POSIX  ADVISORY  READ 4535 \(device):\(file.number + 1) 128 128
        3: -> POSIX  ADVISORY  WRITE 4536 \(device):\(file.number) 128 128
        4: OFDLCK ADVISORY  WRITE -1 \(device):\(file.number) 0 EOF
        5: FLOCK  ADVISORY  WRITE 4537 \(device):\(file.number) 0 EOF
        """
      #expect(ProcessFiles.holders(of: [file], locks: locks) == [4534, 4537])
    }
  #endif
}
