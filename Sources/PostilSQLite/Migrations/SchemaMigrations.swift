import PostilQuery

/// The migrations of a program: SQL files, and steps in Swift between them.
///
/// The files are those of the target's folder `Migrations`, which the plugin embeds:
///
/// ```swift
/// let migrations = TasksSchema.migrations.step("fill_slugs", after: "20261121183000_add_slug") { db in … }
/// let store = try SQLiteStore(path: "tasks.sqlite", schema: TasksSchema.self, migrations: migrations)
/// ```
public struct SchemaMigrations: Sendable {
  /// An SQL file.
  public struct File: Hashable, Sendable {
    /// The name of the file without `.sql`: `20261121183000_add_slug`.
    public let name: String
    /// The text of the file.
    public let sql: String

    /// Creates a file. `name` doesn't contain `.sql`.
    public init(name: String, sql: String) {
      self.name = name
      self.sql = sql
    }
  }

  /// A step in Swift.
  package struct Step: Sendable {
    package let name: String
    package let after: String
    /// `nil` for a step that was declared to a tool.
    let body: (@Sendable (SQLiteWriteTransaction) throws -> Void)?
  }

  /// The files, in any order: each contains the names of those that it comes after.
  public private(set) var files: [File]
  /// Those for PostgreSQL, whose names end in `.postgresql`.
  package let postgreSQLFiles: [File]
  package private(set) var steps: [Step] = []

  /// Creates migrations from files.
  public init(_ files: [File]) {
    self.files = files.filter { !$0.name.hasSuffix(".postgresql") }
    postgreSQLFiles = files.filter { $0.name.hasSuffix(".postgresql") }
  }

  /// Adds a step in Swift, to change existing rows in a way that SQL can't.
  ///
  /// The step runs once in each database, in the transaction of the migrations that are pending with it: after the migration that it
  /// names, and before all migrations that come after that one. Several steps after the same migration run in the order of the calls.
  /// The tables may differ from the current models, so use raw SQL. A step changes rows; the schema is changed by files.
  /// - Parameters:
  ///   - name: the name that the database records; it must differ from the names of all migrations.
  ///   - migration: the name of a file without `.sql`, or of another step.
  ///   - body: changes the rows. If it throws, all migrations are rolled back and the store isn't opened.
  public func step(
    _ name: String, after migration: String, _ body: @escaping @Sendable (SQLiteWriteTransaction) throws -> Void
  ) -> SchemaMigrations {
    var migrations = self
    migrations.steps.append(Step(name: name, after: migration, body: body))
    return migrations
  }

  /// Adds a step that only the program can run.
  package func declaringStep(_ name: String, after migration: String) -> SchemaMigrations {
    var migrations = self
    migrations.steps.append(Step(name: name, after: migration, body: nil))
    return migrations
  }
}
