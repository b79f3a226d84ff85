import PostilEvolution
import PostilSQL
import PostilTranslation

/// The schema after a migration for PostgreSQL as earlier versions of Postil recorded it: the file `NAME.postgresql.schema.sql`.
///
/// It contains the statements that create the schema in PostgreSQL, and after them, in lines that begin with `--|`, the models as a first
/// migration for SQLite would describe them.
struct PostgreSQLSnapshot: Sendable {
  /// The statements for PostgreSQL, without semicolons.
  let statements: [String]
  /// The models, as a migration for SQLite.
  let models: MigrationScript

  private static let mark = "--|"

  /// Reads a file.
  /// - Throws: all errors in the file.
  init(name: String, text: String) throws(MigrationScriptError) {
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
}
