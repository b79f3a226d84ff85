import PostilTestSupport
import Testing

@Suite("The tour of the README")
struct TourTests {
  @Test("An item is stored and found again")
  func runs() async throws {
    let folder = try TemporaryFolder()
    let items = try await tour(path: folder.path("tasks.sqlite"))
    #expect(items.map(\.title) == ["Oil the door"])
  }
}
