// @table
final class Item: Sendable {
  let id: Int
}

// @table
enum Kind: String {
  case a
}

// @table
actor Keeper {}

// @table
protocol Named {}
