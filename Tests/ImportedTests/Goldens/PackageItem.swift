import Foundation
import Postil

// @table(sql: """
//   CREATE TABLE ZPACKAGEITEM (
//     Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISDONE INTEGER, ZCREATEDAT TIMESTAMP, ZDUEAT TIMESTAMP, ZTITLE VARCHAR
//   )
//   """)
struct PackageItem: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("Z_PK")
  var ent: Int?  // @column("Z_ENT")
  var opt: Int?  // @column("Z_OPT")
  var isdone: Int?  // @column("ZISDONE")
  var createdat: Date?  // @column("ZCREATEDAT") @store(as: referenceDate)
  var dueat: Date?  // @column("ZDUEAT") @store(as: referenceDate)
  var title: String?  // @column("ZTITLE")
}
