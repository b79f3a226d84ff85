import Foundation
import Postil

/// A customer of the service, whose rows are on one server of the cluster.
// @table
// @distributed(by: id)
struct Tenant: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}

/// A country, which is on all servers.
// @table
// @referenceTable
// @unique(code)
struct Country: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var code: String
}

// @table
// @distributed(by: tenantID)
// @unique(tenantID, name)
// @query(homonyms(of tenantID: Tenant.ID): "JOIN item ON item.title = project.name WHERE project.tenant_id = :tenantID")
struct Project: Codable, Hashable, Sendable {
  // @primaryKey
  // @references(inverse: projects, onDelete: cascade)
  let tenantID: Tenant.ID
  // @primaryKey
  let number: Int64
  var name: String
  let version: Int  // @version
  let updatedAt: Date  // @updatedAt

  // @references(inverse: projects, onDelete: nullify)
  var countryID: Country.ID?

  // @manyToMany(labels: Label, inverse: projects)
}

// @table
// @distributed(by: tenantID)
// @query(open(of tenantID: Tenant.ID): "WHERE tenant_id = :tenantID AND done = 0")
// @references(project: Project, from: tenantID, projectNumber, inverse: items, onDelete: cascade)
// @references(parent: Item, from: tenantID, parentNumber, inverse: children, onDelete: deny)
struct Item: Codable, Hashable, Sendable {
  // @primaryKey
  let tenantID: Tenant.ID
  // @primaryKey
  let number: Int64
  var projectNumber: Int64
  var parentNumber: Int64?
  var title: String  // @check("length(title) > 0", name: "item_has_title")
  var done = false
  var cost: Decimal?
}

/// A word that all tenants share.
// @table
// @referenceTable
struct Label: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var text: String
}

/// An entry of the log of the service, which is on the first server only.
// @table
struct LogEntry: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var text: String
}
