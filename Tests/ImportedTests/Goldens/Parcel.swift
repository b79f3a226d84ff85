import Postil

// Import notes for 'parcel':
// - 'state' is 'String' and not an enum, because some rows contain values that its check doesn't list, such as 'NEW'

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
