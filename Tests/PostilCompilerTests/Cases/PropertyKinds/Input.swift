// @table
struct Item: Sendable {
  let id: ID
  lazy var a: Int = 1
  weak var b: Node?
  @Published var c: Int
  private var d: Int
  fileprivate let e: Int
  private(set) var f: Int
  let (g, h): (Int, Int)
}

final class Node {}
