/// The table in which a database notes its migrations; no model is kept in a table of that name.
package enum MigrationTable {
  package static let name = "postil_migration"
}
