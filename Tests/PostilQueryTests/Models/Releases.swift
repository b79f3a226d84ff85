import Postil

/// A release, whose key are its name and its version.
// @table
// @manyToMany(tags: Tag)
struct Release: Hashable, Identifiable, Sendable {
  let name: String  // @primaryKey
  let version: Int  // @primaryKey
  var notes: String
}

/// A file of a release.
// @table
// @references(release: Release, from: releaseName, releaseVersion, inverse: assets)
struct Asset: Hashable, Identifiable, Sendable {
  let id: ID
  var file: String
  var bytes: [UInt8]
  var releaseName: String
  var releaseVersion: Int
}
