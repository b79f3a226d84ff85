// @table
struct Owner: Sendable {
  let id: ID  // @noReference
}

// @table
struct Pet: Sendable {
  let id: ID
  // @noReference
  var name: String
  // @references @noReference
  var ownerID: Owner.ID
  // @noReference
  var address: Address  // @embedded
}

struct Address: Sendable {
  // @noReference
  var street: String
}

// @view("SELECT id FROM pet")
struct PetKey: Sendable {
  var id: Pet.ID  // @noReference
}

// @projection
struct PetCount: Sendable {
  var id: Pet.ID  // @noReference
}

// @table
struct Litter: Sendable {
  let id: ID
  // @noReference(Owner)
  var sellerID: Owner.ID
}

// @table
struct Kennel: Sendable {
  let id: ID
  // @noReferences
  var breederID: Owner.ID
}
