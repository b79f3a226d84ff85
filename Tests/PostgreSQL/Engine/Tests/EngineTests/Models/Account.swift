import Postil

/// Money that transactions move.
// @table
struct Account: Hashable, Identifiable, Sendable {
  let id: ID
  var balance: Int
}
