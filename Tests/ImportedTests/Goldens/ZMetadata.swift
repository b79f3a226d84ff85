import Foundation
import Postil

// @table(sql: "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)")
struct ZMetadata: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("Z_VERSION")
  var uuid: UUID?  // @column("Z_UUID")
  var plist: Data?  // @column("Z_PLIST")
}
