import PostilRows
import PostilStudio
import PostilTestSupport
import Testing

@Suite("A file with a collation of another program")
struct StandInCollationTests {
  @Test("Its rows are shown, and no index is written with a stand-in")
  func tags() async throws {
    let folder = try TemporaryFolder()
    let other = try RawDatabase(path: folder.path("anki.sqlite"), collations: ["unicase"])
    try other.execute(
      """
      CREATE TABLE tags (tag TEXT NOT NULL PRIMARY KEY COLLATE unicase, usn INTEGER NOT NULL) WITHOUT ROWID;
      INSERT INTO tags VALUES ('b', 1), ('A', 2);
      """)
    let studio = try await Studio(StudioOptions(database: folder.path("anki.sqlite"), paths: []))
    let page = await studio.respond(
      to: StudioRequest(method: "POST", path: "/tables/tags/page", query: [:], body: Array("{}".utf8)))
    let rows = try JSONTree(page.body)["rows"]?.array
    #expect(rows?.map { $0["cells"] } == [["A", 2], ["b", 1]])
  }
}
