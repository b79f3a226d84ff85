import Postil

/// A row that a client writes. Each transaction writes two, so that half of one would be noticed.
// @table
struct Entry: Hashable, Identifiable, Sendable {
  let id: ID
  var client: Int
  /// The number of the client's transaction: positive in the first row, negative in the second.
  var number: Int
}
