import Foundation
import Postil
import Testing

@Suite("The tour of the README")
struct TourTests {
  @Test("stores an item and finds it again")
  func runs() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "tour-\(UUID()).sqlite").path
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
    let items = try await tour(path: path)
    #expect(items.map(\.title) == ["Oil the door"])
  }
}
