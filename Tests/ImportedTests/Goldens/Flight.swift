import Foundation
import Postil

// @table(sql: """
//   CREATE TABLE flight (number INT NOT NULL, day TEXT NOT NULL, gate TEXT, PRIMARY KEY (day, number))
//   """)
struct Flight: Codable, Hashable, Identifiable, Sendable {
  let number: Int  // @primaryKey
  let day: DateComponents  // @primaryKey @store(as: day)
  var gate: String?
}
