import PostilSchema
import Testing

@testable import PostilQuery

@Suite("The numbers of ordered relationships")
struct OrderedPositionsTests {
  @Test("are the same in the triggers and in the runtime")
  func numbers() {
    #expect(Int64(OrderSQL.spacing) == OrderedPositions.spacing)
  }
}
