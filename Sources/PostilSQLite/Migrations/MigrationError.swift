import PostilQuery

/// Migrations can't be applied, or a database doesn't have the expected schema. Nothing was changed, unless the error is
/// ``partlyApplied(names:copy:reason:)``.
public enum MigrationError: Error, Sendable {
  /// The result of a pre-check: rows that a migration would lose, or that would make it fail.
  public struct Finding: Hashable, Sendable {
    /// The kind of the change: `dropColumn`.
    public let code: String
    /// What would be changed: `item.note`.
    public let subject: String
    /// The number of rows.
    public let rows: Int
    /// The query that counted them.
    public let query: String
    /// Whether the rows would make the change fail, so that `@allow` doesn't help.
    public let isRefusal: Bool

    package init(code: String, subject: String, rows: Int, query: String, isRefusal: Bool) {
      (self.code, self.subject, self.rows, self.query, self.isRefusal) = (code, subject, rows, query, isRefusal)
    }
  }

  /// A number of rows or values that a migration changed and mustn't change.
  public struct RowChange: Hashable, Sendable {
    /// The table.
    public let table: String
    /// The column whose values were counted; `nil` for the number of rows.
    public let column: String?
    /// The number before the migration.
    public let before: Int
    /// The number after the migration; `nil` if the table or column is missing.
    public let after: Int?
  }

  /// Rows that reference missing rows.
  public struct BrokenReference: Hashable, Sendable {
    /// The table of the foreign key.
    public let table: String
    /// The referenced table.
    public let parent: String
    /// The number of such rows before the migration, which doesn't have to repair them.
    public let before: Int
    /// The number of such rows after the migration.
    public let after: Int
  }

  /// A view or trigger that can't run.
  public struct BrokenObject: Hashable, Sendable {
    /// `view` or `trigger`.
    public let kind: String
    /// Its name.
    public let name: String
    /// SQLite's message.
    public let reason: String
  }

  // Before a database is opened.

  /// Files can't be read. Each problem has the compiler's form: `file:line:column: error: message`.
  case invalidFiles(problems: [String])
  /// The migrations can't be put in order: a repeated name, a missing migration, a cycle, or branches without a merge.
  case noOrder(reason: String)
  /// The migrations lead to another schema than that of the models.
  case modelsDiffer(differences: [SchemaMismatch.Difference])

  // Before a migration is applied.

  /// Files were edited after they were applied.
  case edited(path: String, names: [String])
  /// A file was renamed after it was applied.
  case renamed(path: String, name: String, file: String)
  /// Applied migrations are missing, although later ones exist.
  case missing(path: String, names: [String])
  /// The database has later migrations than the program.
  case newer(path: String, names: [String])
  /// A pending migration comes before an applied one.
  case outOfOrder(path: String, name: String, applied: String)
  /// The database has no recorded migrations, and its schema matches none of the program's migrations.
  case unknownDatabase(path: String, nearest: String?, differences: [SchemaMismatch.Difference])
  /// The database has only some of the migrations that a checkpoint replaces, and the other files were removed.
  case beforeCheckpoint(path: String, checkpoint: String, replaces: String, last: String)
  /// The schema was changed by something other than the migrations.
  case drifted(path: String, last: String, differences: [SchemaMismatch.Difference])
  /// The store is open for reading only, and migrations are pending.
  case pending(path: String, names: [String])

  // While a migration is applied.

  /// Rows of this database would be lost, or would make the migration fail.
  case rowsAtRisk(name: String, findings: [Finding])
  /// A pre-check fails, or doesn't return one number.
  case invalidPrecheck(name: String, line: Int, query: String, reason: String)
  /// A statement failed.
  case statementFailed(name: String, line: Int, sql: String, reason: any Error)
  /// The migration can't be committed.
  case commitFailed(name: String, reason: any Error)
  /// A step in Swift threw.
  case stepFailed(name: String, reason: any Error)
  /// Rows would have been lost when a table was rebuilt or dropped.
  case rowsChanged(name: String, table: String, changes: [RowChange])
  /// An index, trigger or view can't be kept in a rebuild.
  case objectNotKept(name: String, kind: String, object: String, reason: String)
  /// Rows would have referenced missing rows.
  case brokenReferences(name: String, references: [BrokenReference])
  /// Views or triggers would have stopped working.
  case brokenObjects(name: String, objects: [BrokenObject])
  /// Migrations that couldn't run in one transaction: the named ones were applied, and a later one failed for this reason. The file
  /// `copy` contains the database as it was before all of them.
  case partlyApplied(names: [String], copy: String, reason: any Error)
  /// SQLite ignored the pragma that turns the enforcement of foreign keys on or off.
  case foreignKeysNotSet(name: String)
  /// Only the last applied migration can be undone.
  case notLast(name: String, last: String?)
}
