import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSQLite
import PostilSchema
import PostilTranslation

/// The schema after a migration for PostgreSQL: the file `NAME.postgresql.schema.sql`, from which the next migration is planned.
///
/// It contains the statements that create the schema in PostgreSQL, and after them, in lines that begin with `--|`, the models as a first
/// migration for SQLite would describe them. So planning needs no server, and the same comparison serves both dialects.
package struct PostgreSQLSnapshot: Sendable {
  /// The statements for PostgreSQL, without semicolons.
  package let statements: [String]
  /// The models, as a migration for SQLite.
  let models: MigrationScript

  private static let mark = "--|"

  /// Nothing: before the first migration.
  init() throws(MigrationScriptError) {
    statements = []
    models = try MigrationScript(undoing: "empty", text: "")
  }

  /// Reads a file.
  /// - Throws: all errors in the file.
  package init(name: String, text: String) throws(MigrationScriptError) {
    let lines = SQLText.normalized(text).split(separator: "\n", omittingEmptySubsequences: false)
    let own = lines.filter { $0.hasPrefix(Self.mark) }.map { $0.dropFirst(Self.mark.count) }
      .map { $0.hasPrefix(" ") ? $0.dropFirst() : $0 }
    let others = lines.map { $0.hasPrefix(Self.mark) ? "" : $0 }
    let file = "\(name).postgresql.schema"
    statements = try MigrationScript(
      undoing: file, text: others.joined(separator: "\n"), by: PostgreSQLScript.statements
    ).statements.map(\.sql)
    models = try MigrationScript(name: file, text: own.joined(separator: "\n"))
  }

  /// The catalog of the models in SQLite.
  func catalog() throws -> DatabaseCatalog { try MigrationReplay.catalog(of: [models]) }

  /// The text of a file.
  /// - Parameters:
  ///   - name: the migration that leads to the schema.
  ///   - models: the models.
  ///   - statements: their statements for PostgreSQL.
  static func text(after name: String, models: MigrationModels, _ statements: [DDLStatement]) throws -> String {
    let catalog = try models.catalog()
    let header = MigrationHeader(
      description: [], after: [], schema: models.fingerprint,
      types: RecordedTypes().changes(to: models.schema, in: catalog))
    let plan = MigrationPlanner(from: DatabaseCatalog(), to: catalog, schema: models.schema).plan()
    let own = plan.text(header).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return """
      -- The schema after '\(name)', from which 'postil migrate new --dialect postgresql' plans the next migration. Don't edit it.

      \(statements.map { MigrationText.statement($0.sql) }.joined(separator: "\n"))

      -- The models, as SQLite's schema.
      \(own.map { $0.isEmpty ? Self.mark : "\(Self.mark) \($0)" }.joined(separator: "\n"))

      """
  }
}
