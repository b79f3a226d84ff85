import PostilRows
import PostilStudio
import Testing

@Suite("Members of relationships")
struct MemberTests {
  private func rows(_ json: JSONTree) -> [String] {
    json["rows"]?.array?.map { "\($0["display"]?.string ?? "-")\($0["isMember"] == true ? "*" : "")" } ?? []
  }

  @Test("Members are listed, and searched among the candidates, which show the members")
  func picker() async throws {
    let sample = try await SampleStudio(
      paths: ["Tests/TourTests/Tasks.swift"],
      sql: """
        INSERT INTO project (id, name) VALUES (1, 'Home'), (2, 'Work');
        INSERT INTO tag (id, name) VALUES (1, 'red'), (2, 'green'), (3, '100%'), (4, '<script>');
        INSERT INTO item (id, title, done, project_id) VALUES (1, 'Oil', 0, 1), (2, 'Call', 0, 2);
        INSERT INTO item_tags VALUES (1, 1), (1, 4)
        """)
    func list(_ table: String, _ body: JSONTree) async throws -> [String] {
      rows(try await sample.post("/tables/\(table)/members", body))
    }
    #expect(try await list("item", ["key": [1], "relationship": "tags"]) == ["red*", "<script>*"])
    #expect(
      try await list("item", ["key": [1], "relationship": "tags", "scope": "candidates"])
        == ["red*", "green", "100%", "<script>*"])
    #expect(
      try await list("item", ["key": [1], "relationship": "tags", "scope": "candidates", "search": "R"])
        == ["red*", "green", "<script>*"])
    #expect(
      try await list("item", ["key": [1], "relationship": "tags", "scope": "candidates", "search": "%"]) == ["100%"])
    #expect(
      try await list("item", ["key": [1], "relationship": "tags", "scope": "candidates", "search": "2"]) == ["green"])
    #expect(try await list("item", ["key": [2], "relationship": "project"]) == ["Work*"])
    #expect(
      try await list("item", ["key": [2], "relationship": "project", "scope": "candidates"]) == ["Home", "Work*"])
    #expect(try await list("project", ["key": [1], "relationship": "items"]) == ["Oil*"])
    #expect(try await list("tag", ["key": [4], "relationship": "items"]) == ["Oil*"])
    #expect(try await sample.failure("/tables/item/members", ["key": [9], "relationship": "tags"]).status == 404)
  }

  @Test("Members of an ordered relationship come in their order, and a tree leads to its children")
  func ordered() async throws {
    let sample = try await SampleStudio(
      paths: ["Models/Playlists"],
      sql: """
        INSERT INTO folder (id, name, parent_id) VALUES (1, 'root', NULL);
        INSERT INTO folder (id, name, parent_id) VALUES (2, 'z', 1);
        INSERT INTO folder (id, name, parent_id) VALUES (3, 'a', 1);
        """)
    #expect(
      rows(try await sample.post("/tables/folder/members", ["key": [1], "relationship": "children"])) == ["z*", "a*"])
    let page = try await sample.post("/tables/folder/members", ["key": [1], "relationship": "children", "limit": 1])
    #expect(
      rows(
        try await sample.post(
          "/tables/folder/members", ["key": [1], "relationship": "children", "after": page["last"]!])) == ["a*"])
    let tables = try await sample.get("/schema")["tables"]?.array
    let folder = try #require(tables?.first { $0["name"] == "folder" })
    #expect(
      folder["relationships"]?.array?.map { "\($0["name"]!.string!) \($0["isTree"]!.bool!) \($0["isOrdered"]!.bool!)" }
        == ["parent true false", "children true true"])
  }

  @Test("A reference without an inverse is seen from the other table, too")
  func reverse() async throws {
    let sample = try await SampleStudio(
      paths: ["Models/Playlists"],
      sql: """
        INSERT INTO playlist (id, name) VALUES (1, 'x');
        INSERT INTO track (id, title, playlist_id) VALUES (1, 'one', 1), (2, 'two', 1)
        """)
    let tables = try await sample.get("/schema")["tables"]?.array
    let playlist = try #require(tables?.first { $0["name"] == "playlist" })
    #expect(playlist["relationships"]?.array?.map { $0["name"]?.string } == ["tracks", "singers"])
    #expect(rows(try await sample.post("/tables/playlist/members", ["key": [1], "relationship": "tracks"])).count == 2)
  }
}
