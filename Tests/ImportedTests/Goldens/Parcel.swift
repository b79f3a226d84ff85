import Postil

// To know of 'parcel':
// - the check of 'state' lists its values, but rows hold others, such as 'NEW': it is 'String' and no enum

// @table(sql: """
//   CREATE TABLE parcel (
//     id INTEGER PRIMARY KEY, state TEXT NOT NULL COLLATE NOCASE CHECK (state IN ('new', 'sent')),
//     grade TEXT CHECK (grade IN ('A', 'A+', '+', ''))
//   )
//   """)
struct Parcel: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var state: String
  var grade: Grade?

  enum Grade: String, Codable, Sendable {
    case a = "A"
    case aPlus = "A+"
    case plus = "+"
    case empty = ""
  }
}
