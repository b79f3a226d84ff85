// @table
struct Owner: Sendable {
  let id: ID
  // The key of another owner, of the same model.
  var referrerID: ID?
}

// @table
struct Country: Sendable {
  typealias ID = String
  let id: ID
}

// @table
struct Release: Sendable {
  let name: String  // @primaryKey
  let version: Int  // @primaryKey
}

// @table
struct Pet: Sendable {
  let id: ID
  var ownerID: Owner.ID
  var countryID: Country.ID?
  var releaseID: Release.ID
  // Another type than the key's.
  var originCode: String
  // @references
  var breederID: Owner.ID
  // @references(enforced: false)
  var sellerID: Owner.ID
  var lastOwnerID: Owner.ID?  // @noReference
  // @noReference
  var lastReleaseID: Release.ID?
  // @embedded
  var tag: PetTag
}

struct PetTag: Sendable {
  var number: Int
  var printerID: Owner.ID
  var inventorID: Owner.ID  // @noReference
}

// @table
struct Card: Sendable {
  // The key is a part of the other model's.
  let id: Owner.ID  // @primaryKey
  var code: String
}

// @table
// @references(release: Release, from: name, version)
// @references(owner: Owner, from: holderID)
struct Copy: Sendable {
  let id: ID
  var name: String
  var version: Int
  var holderID: Owner.ID
}

// @view("SELECT id, owner_id FROM pet")
struct PetOwner: Sendable {
  var id: Pet.ID
  var ownerID: Owner.ID
}
