import Postil

/// A part of a machine, or a whole machine.
// @table
struct Part: Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}

/// How often a part is in another one.
// @table
struct PartUse: Hashable, Identifiable, Sendable {
  let id: ID
  var count: Int

  // @references(inverse: uses)
  var wholeID: Part.ID
  // @references
  var partID: Part.ID
}

/// A part in a list of all parts of a machine.
// @projection
struct ListedPart: Hashable, Sendable {
  let partID: Part.ID
  let level: Int
}
