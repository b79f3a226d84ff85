import Postil

// @table(sql: """
//   CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)
//   """)
struct ZPrimarykey: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("Z_ENT")
  var name: String?  // @column("Z_NAME")
  var `super`: Int?  // @column("Z_SUPER")
  var max: Int?  // @column("Z_MAX")
}
