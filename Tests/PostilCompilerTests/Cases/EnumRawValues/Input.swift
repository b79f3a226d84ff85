// @table
struct Item: Sendable {
  let id: ID
  var a: Mark
  var b: Ratio
  var c: Mood
  var d: Small
  var e: Empty
  var f: Sometimes
  var g: Named
}

enum Mark: Character, Sendable {
  case dot = "."
}

enum Ratio: Double, Sendable {
  case half = 0.5
}

enum Mood: Int, Sendable {
  case good = 1
  case bad = 1 + 1
}

enum Small: UInt8, Sendable {
  case last = 255
  case over
}

enum Empty: Int, Sendable {}

enum Sometimes: Int, Sendable {
  case always
  #if DEBUG
  case never
  #endif
}

enum Named: String, Sendable {
  case a = "\(1)"
}
