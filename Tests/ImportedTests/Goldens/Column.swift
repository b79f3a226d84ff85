import Postil

// @table(sql: #"CREATE TABLE "columns" (id INTEGER PRIMARY KEY, model_id INTEGER REFERENCES models (id))"#)
struct Column: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  // @references(inverse: columns, onDelete: noAction, unindexed)
  var modelID: Model.ID?
}
