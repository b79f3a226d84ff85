/// A migration that was applied, or recorded as applied, when a store was opened.
public struct MigrationOutcome: Hashable, Sendable {
  /// How a migration was applied.
  public enum Kind: String, Hashable, Sendable {
    /// Its statements ran.
    case sql
    /// A step in Swift ran.
    case swift
    /// It was only recorded: a database without migrations already had its result.
    case adopted
    /// It was only recorded: the database had all migrations that the checkpoint replaces.
    case checkpoint
  }

  /// The result of a pre-check.
  public struct Count: Hashable, Sendable {
    /// The kind of the change: `dropColumn`.
    public let code: String
    /// What was changed: `item.note`.
    public let subject: String
    /// The number of rows that lost something, which the migration allows.
    public let rows: Int

    package init(code: String, subject: String, rows: Int) {
      (self.code, self.subject, self.rows) = (code, subject, rows)
    }
  }

  /// The name of the file without `.sql`, or of the step.
  public let name: String
  /// How it came to be applied.
  public let kind: Kind
  /// How long it took, without the commit.
  public let duration: Duration
  /// The results of its pre-checks, in the order of the file.
  public let counts: [Count]

  package init(name: String, kind: Kind, duration: Duration, counts: [Count]) {
    (self.name, self.kind, self.duration, self.counts) = (name, kind, duration, counts)
  }
}
