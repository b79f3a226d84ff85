// @table
struct Release: Sendable {
  let name: String  // @primaryKey
  let version: Int  // @primaryKey
}

// @table
struct Asset: Sendable {
  let id: ID
  // @references(inverse: assets, onDelete: nullify)
  var releaseID: Release.ID
  // @references(Asset)
  var otherID: Release.ID
  // @references(Release)
  var nameID: String
  // @references
  var source: Release.ID
  // @references @collate(nocase)
  var lastID: Release.ID?
  // @references @default(sql: "1")
  var firstID: Release.ID?
  var doubledID: Release.ID??
  var releaseName: String
}

// @table
struct Cover: Sendable {
  // @references @primaryKey
  let releaseID: Release.ID?
}

// @table
struct Page: Sendable {
  // @references(Release)
  let id: Release.ID
}
