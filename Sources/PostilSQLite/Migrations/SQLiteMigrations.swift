import PostilQuery

/// The migrations of a program: SQL files, and steps in Swift between them.
///
/// The files are those of the target's folder `Migrations`, which the plugin embeds:
///
/// ```swift
/// let migrations = TasksSchema.migrations.step("fill_slugs", after: "20261121183000_add_slug") { db in … }
/// let store = try SQLiteStore(path: "tasks.sqlite", schema: TasksSchema.self, migrations: migrations)
/// ```
public struct SQLiteMigrations: Sendable {
  /// A file of SQL.
  public struct File: Hashable, Sendable {
    /// The name of the file without `.sql`: `20261121183000_add_slug`.
    public let name: String
    /// What is in it.
    public let sql: String

    /// A file of this name, without `.sql`, with this in it.
    public init(name: String, sql: String) {
      self.name = name
      self.sql = sql
    }
  }

  /// A step in Swift.
  struct Step: Sendable {
    let name: String
    let after: String
    /// `nil` for a step of which a tool has no more than the name and the place.
    let body: (@Sendable (SQLiteWriteTransaction) throws -> Void)?
  }

  /// The files, in no order: each says itself which it comes after.
  public private(set) var files: [File]
  private(set) var steps: [Step] = []

  /// The migrations of these files.
  public init(_ files: [File]) { self.files = files }

  /// These migrations and a step in Swift, for what SQL cannot say about the data that is there.
  ///
  /// The step runs once in each database, in a transaction of its own, behind the migration that it names and before all that
  /// come after that; several behind the same one run in the order of the calls. The tables are those of that moment, so it
  /// uses raw SQL and no models, which are of today. It changes rows; what changes the schema is a file.
  /// - Parameters:
  ///   - name: what the database remembers it by; no migration has the same name.
  ///   - migration: the name of a file, without `.sql`, or of another step.
  ///   - body: what it does; when it throws, nothing is changed and the store does not open.
  public func step(
    _ name: String, after migration: String, _ body: @escaping @Sendable (SQLiteWriteTransaction) throws -> Void
  ) -> SQLiteMigrations {
    var migrations = self
    migrations.steps.append(Step(name: name, after: migration, body: body))
    return migrations
  }

  /// These migrations and a step that only the program can run.
  package func declaringStep(_ name: String, after migration: String) -> SQLiteMigrations {
    var migrations = self
    migrations.steps.append(Step(name: name, after: migration, body: nil))
    return migrations
  }
}
