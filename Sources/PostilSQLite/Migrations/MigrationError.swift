import PostilQuery

/// Migrations cannot be applied, or a database is not where they expect it. What was not committed is undone: the database is
/// as it was after the last migration that is in its table `postil_migration`.
public enum MigrationError: Error, Sendable {
  /// A finding of a pre-check: rows that a migration would lose, or that would make SQLite refuse it.
  public struct Finding: Hashable, Sendable {
    /// What kind of change it is about: `dropColumn`.
    public let code: String
    /// What would be changed: `item.note`.
    public let subject: String
    /// How many rows of this database it is about.
    public let rows: Int
    /// The query that counted them.
    public let query: String
    /// Whether SQLite would refuse the change, so that no word can let it pass.
    public let isRefusal: Bool
  }

  /// A number of rows that a rebuild must not change and did.
  public struct RowChange: Hashable, Sendable {
    /// The table.
    public let table: String
    /// The column whose values were counted, `nil` where it is the rows.
    public let column: String?
    /// How many there were.
    public let before: Int
    /// How many there would have been; `nil` where the table or column would have been gone.
    public let after: Int?
  }

  /// Rows that refer to rows that are not there.
  public struct BrokenReference: Hashable, Sendable {
    /// The table that refers.
    public let table: String
    /// The table that is referred to.
    public let parent: String
    /// How many rows there were before, which a migration need not repair.
    public let before: Int
    /// How many there would have been.
    public let after: Int
  }

  /// A view or trigger that cannot run.
  public struct BrokenObject: Hashable, Sendable {
    /// `view` or `trigger`.
    public let kind: String
    /// Its name.
    public let name: String
    /// What SQLite says.
    public let reason: String
  }

  // Before any database is looked at.

  /// Files cannot be read; each problem in the compiler's form, `file:line:column: error: message`.
  case invalidFiles(problems: [String])
  /// The migrations have no order: two of one name, one that is missing, a circle, or branches without a merge.
  case noOrder(reason: String)
  /// The migrations make another schema than the models say.
  case modelsDiffer(differences: [SchemaMismatch.Difference])

  // Looking at the database.

  /// Files were changed after the database was migrated with them.
  case edited(path: String, names: [String])
  /// The database was migrated with migrations that are not there, though later ones are.
  case missing(path: String, names: [String])
  /// The database has migrations that the program does not know: the program is older than the database.
  case newer(path: String, names: [String])
  /// A migration stands before one that has been applied already.
  case outOfOrder(path: String, name: String, applied: String)
  /// The database has objects and no migrations, and is not what any of the program's migrations makes.
  case unknownDatabase(path: String, nearest: String?, differences: [SchemaMismatch.Difference])
  /// The database is in the middle of what a checkpoint stands for, and the files of that are gone.
  case beforeCheckpoint(path: String, checkpoint: String, replaces: String, last: String)
  /// The schema was changed by something else since the last migration.
  case drifted(path: String, last: String, differences: [SchemaMismatch.Difference])
  /// The store is open for reading only, and these migrations have not been applied.
  case pending(path: String, names: [String])

  // Applying one.

  /// Rows of this database would be lost, or refuse the migration.
  case rowsAtRisk(name: String, findings: [Finding])
  /// A pre-check of the migration cannot be asked, or does not give one number.
  case invalidPrecheck(name: String, line: Int, query: String, reason: String)
  /// A statement failed.
  case statementFailed(name: String, line: Int, sql: String, reason: any Error)
  /// What a migration did cannot be committed.
  case commitFailed(name: String, reason: any Error)
  /// A step in Swift threw.
  case stepFailed(name: String, reason: any Error)
  /// Rows would have been lost where a table is made anew or dropped.
  case rowsChanged(name: String, table: String, changes: [RowChange])
  /// An index, trigger or view of the database cannot be kept.
  case objectNotKept(name: String, kind: String, object: String, reason: String)
  /// Rows would have referred to rows that are not there.
  case brokenReferences(name: String, references: [BrokenReference])
  /// Views or triggers could not have run.
  case brokenObjects(name: String, objects: [BrokenObject])
  /// SQLite goes on to enforce references though it was told not to, or the other way round.
  case foreignKeysNotSet(name: String)
  /// Only the last migration that was applied can be undone.
  case notLast(name: String, last: String?)
}
