import Postil

/// A mark, whose key is bytes.
// @table
struct Mark: Hashable, Identifiable, Sendable {
  let front: [UInt8]  // @primaryKey
  let back: [UInt8]  // @primaryKey
}

/// A stamp, with bytes and a mark that may be missing.
// @table
// @references(mark: Mark, from: markFront, markBack)
struct Stamp: Hashable, Identifiable, Sendable {
  let id: ID
  var bytes: [UInt8]?
  var markFront: [UInt8]?
  var markBack: [UInt8]?
}
