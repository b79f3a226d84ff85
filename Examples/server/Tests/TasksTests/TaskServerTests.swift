import Foundation
import Testing

@testable import Tasks

@Suite("The server, over sockets", .serialized)
struct TaskServerTests {
  @Test("An item is created, read, changed and deleted", arguments: Engine.available)
  func item(engine: Engine) async throws {
    try await withServer(engine) { send in
      let home = try await send("POST", "/projects", ["name": "Home"])
      #expect(home.status == 201)
      let project = try #require(home.json["id"])

      let created = try await send(
        "POST", "/items",
        ["title": "Oil the door", "projectID": project, "dueAt": "2026-12-01T09:00:00Z", "tags": ["urgent", "diy"]])
      #expect(created.status == 201)
      let id = try #require(created.json["id"])
      var expected: [String: JSON] = [
        "id": id, "title": "Oil the door", "dueAt": "2026-12-01T09:00:00Z", "done": false, "project": "Home",
        "tags": ["diy", "urgent"],
      ]
      #expect(created.json == .object(expected))

      let path = try "/items/\(#require(id.number))"
      let changed = try await send("PATCH", path, ["done": true])
      expected["done"] = true
      #expect(changed.status == 200)
      #expect(changed.json == .object(expected))
      #expect(try await send("GET", path).json == .object(expected))

      #expect(try await send("DELETE", path).status == 204)
      #expect(try await send("GET", path).status == 404)
      #expect(try await send("DELETE", path).status == 404)
    }
  }

  @Test("Items are filtered, and pages continue where the last one ended", arguments: Engine.available)
  func list(engine: Engine) async throws {
    try await withServer(engine) { send in
      for name in ["Home", "Work"] { _ = try await send("POST", "/projects", ["name": .text(name)]) }
      let projects = try await send("GET", "/projects").json.elements.compactMap { $0["id"] }
      for number in 1...7 {
        let tags: JSON = number.isMultiple(of: 3) ? ["third"] : []
        let item = try await send(
          "POST", "/items", ["title": .text("Item \(number)"), "projectID": projects[number % 2], "tags": tags])
        #expect(item.status == 201)
      }
      @Sendable func titles(_ query: String) async throws -> (titles: [JSON?], next: Int?) {
        let page = try await send("GET", "/items?\(query)").json
        return (try #require(page["items"]).elements.map { $0["title"] }, page["next"]?.number)
      }
      #expect(try await titles("project=Home").titles == ["Item 6", "Item 4", "Item 2"])
      #expect(try await titles("tag=third").titles == ["Item 6", "Item 3"])
      #expect(try await titles("title=ITEM%205").titles == ["Item 5"])
      #expect(try await titles("done=true").titles == [])

      let first = try await titles("size=3")
      #expect(first.titles == ["Item 7", "Item 6", "Item 5"])
      // A new item doesn't move the next page.
      _ = try await send("POST", "/items", ["title": "Item 8", "projectID": projects[0]])
      let second = try await titles("size=3&before=\(#require(first.next))")
      #expect(second.titles == ["Item 4", "Item 3", "Item 2"])
      let last = try await titles("size=3&before=\(#require(second.next))")
      #expect(last.titles == ["Item 1"])
      #expect(last.next == nil)
    }
  }

  @Test("Tags are added and removed, any number of times", arguments: Engine.available)
  func tags(engine: Engine) async throws {
    try await withServer(engine) { send in
      let project = try #require(try await send("POST", "/projects", ["name": "Home"]).json["id"])
      let item = try await send("POST", "/items", ["title": "Oil the door", "projectID": project])
      let path = try "/items/\(#require(item.json["id"]?.number))"
      for tag in ["urgent", "diy", "urgent"] { #expect(try await send("PUT", "\(path)/tags/\(tag)").status == 204) }
      #expect(try await send("GET", path).json["tags"] == ["diy", "urgent"])
      for tag in ["diy", "diy", "unknown"] { #expect(try await send("DELETE", "\(path)/tags/\(tag)").status == 204) }
      #expect(try await send("GET", path).json["tags"] == ["urgent"])
      #expect(try await send("PUT", "/items/0/tags/urgent").status == 404)
    }
  }

  @Test("What can't be done is answered with a status and a message", arguments: Engine.available)
  func errors(engine: Engine) async throws {
    try await withServer(engine) { send in
      let project = try #require(try await send("POST", "/projects", ["name": "Home"]).json["id"])
      func expect(_ response: Client.Response, _ status: Int, _ message: JSON, line: Int = #line) {
        let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
        #expect(response.status == status, sourceLocation: location)
        #expect(response.json["error"]?["message"] == message, sourceLocation: location)
      }
      expect(try await send("GET", "/items/0"), 404, "no Item has the key 0")
      expect(
        try await send("POST", "/projects", ["name": "Home"]), 409,
        "a row with the same Project.name already exists; fetch and update it, or use upsert")
      let violation = try await send("POST", "/items", ["title": "", "projectID": project])
      #expect(violation.status == 422)
      #expect(try await send("POST", "/items", ["title": "Oil the door", "projectID": 0]).status == 422)
      expect(try await send("POST", "/items", ["projectID": project]), 400, "Coding key `title` not found.")
      #expect(try await send("GET", "/items/door").status == 400)
      #expect(try await send("GET", "/items?done=perhaps").status == 400)
      #expect(try await send("GET", "/items").json == ["items": []])
    }
  }

  @Test("Requests at the same time lose nothing", arguments: Engine.available)
  func concurrency(engine: Engine) async throws {
    try await withServer(engine) { send in
      let project = try #require(try await send("POST", "/projects", ["name": "Home"]).json["id"])
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<40 {
          group.addTask {
            try await send(
              "POST", "/items", ["title": .text("Item \(number)"), "projectID": project, "tags": ["one", "two"]]
            ).status
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(statuses == [201])
      let page = try await send("GET", "/items?size=100&tag=one").json
      #expect(page["items"]?.elements.count == 40)
    }
  }
}
