import Postil

// @table(sql: "CREATE TABLE keyed_note (id INTEGER PRIMARY KEY, keyed_k REFERENCES keyed (k))")
// @references(keyed: Keyed, from: keyedK, inverse: keyedNotes, onDelete: noAction, unindexed)
struct KeyedNote: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var keyedK: Keyed.ID?
}
