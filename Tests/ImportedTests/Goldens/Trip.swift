import Postil

// @table(sql: """
//   CREATE TABLE trip (
//     id INTEGER PRIMARY KEY, from_id INTEGER NOT NULL REFERENCES country_stop (id),
//     to_id INTEGER NOT NULL REFERENCES country_stop (id)
//   )
//   """)
struct Trip: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  // @references(inverse: tripsByFrom, onDelete: noAction, unindexed)
  var fromID: CountryStop.ID
  // @references(inverse: tripsByTo, onDelete: noAction, unindexed)
  var toID: CountryStop.ID
}
