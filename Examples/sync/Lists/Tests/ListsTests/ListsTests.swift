import Foundation
import Postil
import PostilSyncModels
import Testing
import Todo

/// Everything runs as processes: a server, and the clients as a person starts them.
@Suite(.serialized) struct ListsTests {
  // MARK: README.md

  @Test("The commands of the README print what it shows", arguments: Engine.available)
  func readme(engine: Engine) async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../README.md")
    let blocks = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
    let commands = blocks[1].split(separator: "\n").map { $0.split(separator: "#")[0].split(separator: " ") }
    #expect(
      commands.map { $0.joined(separator: " ") } == [
        "swift run lists-server", "swift run lists demo", "swift run lists anna",
      ])
    try await Place.with(engine) { place in
      let printed = try await place.run("demo")
      #expect(printed.hasSuffix(blocks[3].drop { $0 == "\n" }))
      let view = try place.lists("anna")
      defer { view.kill() }
      try await view.waits(for: "Milk × 3")
    }
  }

  @Test("What isn't possible is said, and nothing is changed")
  func misuse() async throws {
    try await Place.with(.sqlite) { place in
      try await place.run("anna new Groceries")
      #expect(try await place.run("anna add Gifts Book") == "error: there is no list 'Gifts'\n")
      #expect(try await place.run("anna share Groceries zoe") == "error: there is no user 'zoe'\n")
      #expect(try await place.run("anna frobnicate").hasPrefix("error: unknown command 'frobnicate'"))
      try FileManager.default.removeItem(at: place.folder.appending(path: "anna.sqlite"))
      let taken = try await place.run("anna show")
      #expect(taken.contains("409") && taken.contains("somebody else has this name"))
    }
  }

  // MARK: The server

  @Test("Only known tokens are served", arguments: Engine.available)
  func tokens(engine: Engine) async throws {
    try await Place.with(engine) { place in
      let device = UUID().uuidString
      let message = try JSONEncoder().encode(SyncRequest(device: device, received: 0, load: 1, acknowledged: 0))
      let anna = try await place.signUp("anna")
      for token in [nil, "", "guess", String(anna.token.dropLast())] {
        #expect(try await place.send("POST", "sync", token: token, message).status == 401)
        #expect(try await place.send("GET", "changes", token: token).status == 401)
      }
      #expect(try await place.send("POST", "sync", token: anna.token, message).status == 200)
      #expect(try await place.send("POST", "users", JSONEncoder().encode(["name": "anna"])).status == 409)

      let eve = try await place.signUp("eve")
      #expect(try await place.send("POST", "sync", token: eve.token, message).status == 403, "the device is anna's")
    }
  }

  @Test("Messages that are malformed or too large are refused", arguments: Engine.available)
  func malformedMessages(engine: Engine) async throws {
    try await Place.with(engine) { place in
      let anna = try await place.signUp("anna")
      let device = UUID().uuidString
      var request = SyncRequest(device: device, received: 0, load: 1, acknowledged: 0)
      func status(_ body: Data) async throws -> Int {
        try await place.send("POST", "sync", token: anna.token, body).status
      }
      #expect(try await status(Data("{".utf8)) == 400)
      request.device = ""
      #expect(try await status(JSONEncoder().encode(request)) == 400)
      request.device = device
      request.transactions = (1...10_001).map { SyncTransaction(number: $0, time: 0, base: 0, changes: []) }
      #expect(try await status(JSONEncoder().encode(request)) == 413)
      #expect(try await status(Data(repeating: UInt8(ascii: " "), count: 17_000_000)) == 413)
      request.transactions = []
      #expect(try await status(JSONEncoder().encode(request)) == 200)
    }
  }

  @Test("Nobody reads or changes the lists of others, or adds themselves", arguments: Engine.available)
  func rowsOfOthers(engine: Engine) async throws {
    try await Place.with(engine) { place in
      try await place.run("anna new Secrets")
      try await place.run("anna add Secrets Diary")
      let before = try await place.rows()
      let (list, item, anna) = (before.lists[0].id, before.items[0][0].id, before.users[0].id)
      let eve = try await place.signUp("eve")
      func text(_ id: UUID) -> SyncValue { .text(id.uuidString) }
      let attempts = [
        SyncChange(.update, table: "todo_list", key: [text(list)], values: ["title": .text("mine")]),
        SyncChange(.delete, table: "item", key: [text(item)]),
        SyncChange(
          .insert, table: "todo_list_members", key: [text(list), text(eve.id)],
          values: ["todo_list_id": text(list), "user_id": text(eve.id)]),
        SyncChange(.update, table: "user", key: [text(anna)], values: ["name": .text("eve's friend")]),
        SyncChange(.delete, table: "user", key: [text(anna)]),
      ]
      for change in attempts {
        let request = SyncRequest(
          device: UUID().uuidString, received: 0, load: 1, acknowledged: 0,
          transactions: [SyncTransaction(number: 1, time: 0, base: 0, changes: [change])])
        let response = try await place.send("POST", "sync", token: eve.token, JSONEncoder().encode(request))
        let answer = try JSONDecoder().decode(SyncResponse.self, from: response.body)
        #expect(answer.rejections.map(\.transaction) == [1], "\(change)")
        #expect(answer.tables.map(\.table) == ["user"])
      }
      let after = try await place.rows()
      #expect(after.users.map(\.name) == ["anna", "eve"])
      #expect(after.lists == before.lists && after.items == before.items && after.members == before.members)
    }
  }

  // MARK: The live view

  /// Without the server's events, the other device would ask after five minutes.
  @Test("A change is on the other device at once, also after the server was restarted", arguments: Engine.available)
  func liveViews(engine: Engine) async throws {
    try await Place.with(engine) { place in
      try await place.run("bob show")
      try await place.run("anna new Groceries")
      try await place.run("anna share Groceries bob")
      let (anna, bob) = (try place.lists("anna"), try place.lists("bob"))
      defer { for view in [anna, bob] { view.kill() } }
      try anna.type("add Groceries Milk")
      try await bob.waits(for: "[ ] Milk")

      try bob.type("offline")
      try bob.type("done Groceries Milk")
      try await bob.waits(for: "[x] Milk")
      try bob.type("online")
      try await anna.waits(for: "[x] Milk")

      // Connections that are open don't keep the server from stopping.
      place.server.terminate()
      #expect(try await place.server.result().status == 0)
      try anna.type("add Groceries Tea")
      try await anna.waits(for: "not synced")
      try place.startServer()
      try await bob.waits(for: "[ ] Tea")
    }
  }
}
