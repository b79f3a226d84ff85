import Postil

// A has-one that must be there, optional and required on its own side, under each delete rule.

// @table
// @hasOne(cascading: CascadingOne, inverse: owner, min: 1)
// @hasOne(denying: DenyingOne, inverse: owner, min: 1)
// @hasOne(acting: ActingOne, inverse: owner, min: 1)
// @hasOne(loose: LooseOne, inverse: owner, min: 1)
// @hasOne(nullifying: NullifyingOne, inverse: owner, min: 1)
struct Owner: Hashable, Identifiable, Sendable {
  let id: ID
}

// @table
struct CascadingOne: Hashable, Identifiable, Sendable {
  let id: ID
  var ownerID: Owner.ID  // @references(onDelete: cascade) @unique
}

// @table
struct DenyingOne: Hashable, Identifiable, Sendable {
  let id: ID
  var ownerID: Owner.ID?  // @references(onDelete: deny) @unique
}

// @table
struct ActingOne: Hashable, Identifiable, Sendable {
  let id: ID
  var ownerID: Owner.ID  // @references(onDelete: noAction) @unique
}

// @table
struct LooseOne: Hashable, Identifiable, Sendable {
  let id: ID
  var ownerID: Owner.ID?  // @references @unique
}

// @table
struct NullifyingOne: Hashable, Identifiable, Sendable {
  let id: ID
  var ownerID: Owner.ID?  // @references(onDelete: nullify) @unique
}
