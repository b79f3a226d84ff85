// @table
// @distributed(by: id)
struct Tenant: Sendable {
  let id: ID
  var name: String  // @unique
}

// @table
struct Local: Sendable {
  let id: ID
  // @references(inverse: locals)
  var tenantID: Tenant.ID
}

// @table
// @referenceTable
struct Country: Sendable {
  let id: ID
  // @references
  var capitalID: Local.ID?
  // @references(onDelete: cascade)
  var founderID: Tenant.ID
}

// @table
// @distributed(by: tenantID)
// @index(number)
struct Project: Sendable {
  let id: ID
  // @references
  var tenantID: Tenant.ID
  var number: Int  // @unique
  // @references
  var localID: Local.ID
  // @references
  var otherID: Tenant.ID
  // @manyToMany(tags: Tag, inverse: projects)
}

// @table
// @distributed(by: tenantID)
struct Tag: Sendable {
  // @primaryKey @noReference
  let tenantID: Tenant.ID
  // @primaryKey
  let name: String
}

// @table
// @distributed(by: tenantID)
// @references(tag: Tag, from: tenantID, tagName, onDelete: noAction)
struct Note: Sendable {
  // @primaryKey
  let number: Int
  var tenantID: Tenant.ID?
  var tagName: String?
}

// @table
// @distributed(by: owner)
// @referenceTable
struct Twice: Sendable {
  let id: ID
  var name: String
}

// @table
// @distributed(by: tagID)
struct Mark: Sendable {
  // @primaryKey
  let id: Int
  // @references
  var tagID: Tag.ID
}

// @table
// @distributed(by: half)
struct Half: Sendable {
  let id: ID
  var whole: Int
  var half: Int  // @generated("whole / 2", stored)
}

// @table
// @distributed(by: id)
// @hasMany(chapters: Chapter, inverse: book, ordered)
struct Book: Sendable {
  let id: ID
}

// @table
// @distributed(by: bookID)
struct Chapter: Sendable {
  // @primaryKey
  // @references(inverse: chapters)
  let bookID: Book.ID
  // @primaryKey
  let number: Int
}

// @table
// @referenceTable
// @trigger("AFTER UPDATE OF name", do: "DELETE FROM half")
struct Currency: Sendable {
  let id: ID
  var name: String
}

// @table
// @distributed(by: tagID.tenantID)
struct Score: Sendable {
  // @primaryKey
  // @references
  let tagID: Tag.ID
  let round: Int  // @primaryKey
}

// @table
// @distributed(by: tagID.tenant)
struct Grade: Sendable {
  // @primaryKey
  // @references
  let tagID: Tag.ID
}

// @table
// @distributed(by: tenantID)
// @references(parent: Branch, from: tenantID, parentName, onDelete: nullify)
// @references(label: Label, from: tenantID, text, onDelete: nullify)
struct Branch: Sendable {
  let tenantID: Int  // @primaryKey
  let name: String  // @primaryKey
  var parentName: String?
  var text: String?
}

// @table
// @referenceTable
struct Label: Sendable {
  let number: Int  // @primaryKey
  let text: String  // @primaryKey
}

// @table
// @distributed(by: tenantID)
// @exclude(tenantID, first...last)
struct Lease: Sendable {
  let tenantID: Int  // @primaryKey
  let number: Int  // @primaryKey
  var first: Int
  var last: Int
}
