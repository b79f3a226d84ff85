import Postil

/// Something to remember.
// @table
struct Reminder: Hashable, Identifiable, Sendable {
  let id: ID
  var title: String  // @unique
}
