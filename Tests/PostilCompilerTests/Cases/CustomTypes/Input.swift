import Postil

// @table
struct Item: Sendable {
  let id: ID
  var p0: Blind
  var p1: Maybe
  var p2: Noted  // @store(as: text)
  var p3: Strange
  var p4: Secret
  var p5: Paint
}

struct Blind: ColumnRepresentable, Hashable, Sendable {}

struct Maybe: ColumnRepresentable, Hashable, Sendable {
  typealias Stored = Int64?
}

struct Noted: Hashable, Sendable {
  var stored: String { "" }
}

extension Noted: ColumnRepresentable {}

struct Strange: ColumnRepresentable, Hashable, Sendable {
  typealias Stored = Sting
}

private struct Secret: ColumnRepresentable, Hashable, Sendable {
  typealias Stored = Int64
}
