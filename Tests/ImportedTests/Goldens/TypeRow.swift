import Postil

// @table(sql: """
//   CREATE TABLE "Type" (
//     id INT PRIMARY KEY NOT NULL, "Type" TEXT, "self" TEXT, init TEXT, "in" TEXT, _rowSource TEXT, description TEXT
//   )
//   """)
struct TypeRow: Codable, Hashable, Identifiable, Sendable {
  let id: Int
  var type: String?  // @column("Type")
  var selfValue: String?  // @column("self")
  var initValue: String?  // @column("init")
  var `in`: String?
  var rowSource: String?  // @column("_rowSource")
  var description: String?
}
