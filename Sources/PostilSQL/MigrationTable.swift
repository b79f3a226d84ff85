/// The table that records the applied migrations of a database. A model can't use its name.
package enum MigrationTable {
  package static let name = "postil_migration"
}
