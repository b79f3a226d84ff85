import PostilCatalog
import PostilEvolution
import PostilSQLite
import PostilSchema

/// The schema of a target's models.
package struct MigrationModels: Sendable {
  /// The target's name.
  package let target: String
  package let schema: Schema
  package let ddl: String
  package let fingerprint: String
  /// What they need in PostgreSQL; `nil` for SQLite.
  package let server: PostgreSQLModels?
  /// The source positions, such as `Item.swift:5:8`, of a table's struct by the table's name, `item`, and of a property or an
  /// annotation by the name of the column or constraint after a dot, `item.title`.
  private let places: [String: String]
  /// The tables of the models with `@sync`.
  private let syncedTables: Set<String>

  /// Reads the schema of a target's models.
  /// - Parameters:
  ///   - places: the source positions, such as `Item.swift:5:8`, by `item` for the struct of a table, and by `item.title` for
  ///     the property of a column or the annotation of a constraint.
  ///   - syncedTables: the tables of the models with `@sync`.
  ///   - server: what they need in PostgreSQL; `nil` for migrations of SQLite.
  package init(
    target: String, schema: Schema, places: [String: String] = [:], syncedTables: Set<String> = [],
    server: PostgreSQLModels? = nil
  ) {
    (self.places, self.syncedTables, self.server) = (places, syncedTables, server)
    let script = schema.script()
    self.target = target
    self.schema = schema
    ddl = script.text
    fingerprint = script.fingerprint
  }

  /// The database that the migrations are for.
  package var dialect: MigrationDialect { server == nil ? .sqlite : .postgreSQL }

  /// The source position of a table's struct; `nil` if the table doesn't have one or no longer has one.
  func place(of table: String) -> String? { places[table] }

  /// The source position of the property that a finding is about, or else of its struct.
  func place(of finding: MigrationFinding) -> String? {
    let table = finding.table
    let names = finding.subject.dropFirst(table.count + 1).split(separator: ",").map { name in
      // The check of a type, such as that of an enum's raw values, belongs to the column.
      let column = schema.tables.first { $0.name == table }?.columns.first { column in
        [ObjectName.check(of: table, column: column.name), ObjectName.range(of: table, column: column.name)]
          .contains(String(name))
      }
      return column?.name ?? String(name)
    }
    return names.lazy.compactMap { places["\(table).\($0)"] }.first ?? place(of: table)
  }

  /// What a finding means for devices that sync with the earlier version of the models; `nil` if it means nothing.
  func noteForDevices(_ finding: MigrationFinding) -> String? {
    guard syncedTables.contains(finding.table) else { return nil }
    return switch finding.code {
    case .dropColumn:
      "devices whose program still has '\(finding.subject)' can't send changes of it after the server's migration, and keep them "
        + "until they are updated"
    case .newRequired:
      "the server refuses new rows of devices whose program has no '\(finding.subject)' yet; give the column a default in the "
        + "database with '@default(sql:)'"
    default: nil
    }
  }

  /// The source position of the property that a question is about, or else of its struct.
  func place(of problem: PlanProblem) -> String? {
    problem.column.flatMap { places["\(problem.table).\($0)"] } ?? place(of: problem.table)
  }

  /// The catalog of a new database with the models' schema.
  func catalog() throws -> DatabaseCatalog { try MigrationReplay.catalog(ofDDL: ddl) }
}
