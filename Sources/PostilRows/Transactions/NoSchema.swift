import PostilQuery

/// The schema of a store that requires nothing: the database may differ from the models.
package enum NoSchema: DatabaseSchema {
  package static let ddl = ""
  package static let fingerprint = ""
  package static let tables: [_TableDescription] = []
}
