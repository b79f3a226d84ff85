/// A migration that a store applied, or took as applied, when it was opened.
public struct MigrationOutcome: Hashable, Sendable {
  /// How a migration came to be applied.
  public enum Kind: String, Hashable, Sendable {
    /// Its statements were run.
    case sql
    /// A step in Swift was run.
    case swift
    /// The database had what it makes before there were migrations; it was noted, and not run.
    case adopted
    /// The database had all that the checkpoint stands for; it was noted, and not run.
    case checkpoint
  }

  /// What a pre-check of the migration counted.
  public struct Count: Hashable, Sendable {
    /// What kind of change it is about: `dropColumn`.
    public let code: String
    /// What was changed: `item.note`.
    public let subject: String
    /// How many rows lost something, with the word of the migration's author.
    public let rows: Int
  }

  /// The name of the file without `.sql`, or of the step.
  public let name: String
  /// How it came to be applied.
  public let kind: Kind
  /// How long it took, without the commit.
  public let duration: Duration
  /// What its pre-checks counted, in the order of the file.
  public let counts: [Count]
}
