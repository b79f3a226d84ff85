import Postil

/// A venture, whose stages and jobs refer to each other and are deleted with it.
// @table
struct Venture: Hashable, Sendable {
  let id: ID
}

// @table
struct Stage: Hashable, Sendable {
  let id: ID
  // @references(inverse: stages, onDelete: cascade)
  var ventureID: Venture.ID
  // @references(inverse: next, onDelete: noAction)
  var previousID: Stage.ID?
}

// @table
struct Job: Hashable, Sendable {
  let id: ID
  // @references(inverse: jobs, onDelete: cascade)
  var ventureID: Venture.ID
  // @references(inverse: jobs, onDelete: noAction)
  var stageID: Stage.ID
}
