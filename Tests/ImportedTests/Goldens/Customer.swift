import Foundation
import Postil

// @table(sql: """
//   CREATE TABLE tblCustomers (
//     CustomerID INTEGER PRIMARY KEY,
//     strName VARCHAR(50) NOT NULL COLLATE NOCASE UNIQUE, -- as on the door
//     guid TEXT,
//     countryCode CHAR(2) REFERENCES country (code) ON DELETE SET NULL ON UPDATE CASCADE,
//     parent INTEGER REFERENCES tblCustomers (CustomerID)
//   )
//   """)
// @references(country: Country, from: countryCode, inverse: customers, unindexed)
// @unique(guid, name: "ux_guid")
// @index("strName COLLATE BINARY", name: "ix_name")
struct Customer: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("CustomerID")
  /// as on the door
  var strName: String  // @column("strName") @unique
  var guid: UUID?
  var countryCode: Country.ID?  // @column("countryCode")
  // @references(inverse: children, onDelete: noAction, unindexed) @column("parent")
  var parentID: Customer.ID?
}
