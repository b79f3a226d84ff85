// @table
struct Item: Sendable {
  let id: ID
  var state: State
  var level: Level
  var steps: [Step]  // @json
}

enum State: String, Codable, Sendable {
  case open  // @renamed(from: "closed")
  case closed  // @renamed(from: "shut")
  case done  // @renamed(from: "shut")
  case paused  // @renamed(from: 3)
  case gone  // @renamed
  case late  // @rename(from: "overdue")
  // @renamed(from: "first")
  case one, two
  /// @renamed(from: "thrice")
  case three
}

enum Level: Int, Codable, Sendable {
  case low = 1  // @renamed(from: "small")
  case high = 2  // @renamed(from: -1) @renamed(from: 7)
  case highest = 3  // @renamed(from: 1)
}

enum Step: String, Codable, Sendable {
  case begun  // @renamed(from: "started")
}
