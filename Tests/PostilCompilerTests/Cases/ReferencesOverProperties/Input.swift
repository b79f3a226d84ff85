struct Place: Sendable {
  var city: String
}

// @table
struct Release: Sendable {
  let name: String  // @primaryKey
  let version: Int  // @primaryKey
}

// @table
struct Owner: Sendable {
  let id: ID
}

// @table
// @references
// @references(release: Release)
// @references(from: name, version)
// @references(first: Release, from: name)
// @references(second: Release, from: version, name)
// @references(third: Release, from: name, versoin)
// @references(fourth: Release, from: name, name)
// @references(fifth: Release, from: place.city, version)
// @references(sixth: Release, from: place, version)
// @references(name: Release, from: name, version)
// @references(seventh: Release, from: name, version, onDelete: nullify)
// @references(eighth: Relese, from: name, version)
// @references(ninth: Release, from: name, version, inverse: assets, version)
// @references(tenth: Owner, from: version)
// @references(owner: Owner, from: ownerID)
// @references(eleventh: Release, from: name, version.descending)
// @references(twelfth: Release, from: name, "version")
struct Asset: Sendable {
  let id: ID
  var name: String
  var version: Int
  var place: Place  // @embedded
  // @references
  var ownerID: Owner.ID
  // @references(invers: others)
  var otherID: Owner.ID
}
