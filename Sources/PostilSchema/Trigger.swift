/// A trigger: statements that the database runs whenever a row of a table changes.
///
///     CREATE TRIGGER "item_touched_trigger" AFTER UPDATE OF "title" ON "item" FOR EACH ROW
///     WHEN NEW."title" <> OLD."title"
///     BEGIN
///       UPDATE "project" SET "touched" = 1 WHERE "id" = NEW."project_id";
///     END
///
/// Source: SQLite, "CREATE TRIGGER".
public struct Trigger: Hashable, Sendable {
  /// The name of the trigger, unique in the database.
  public var name: String
  /// The table of the trigger.
  public var table: String
  /// The event: `AFTER INSERT`, `BEFORE UPDATE OF "title"`, with quoted names.
  public var event: String
  /// An SQL condition over `NEW` and `OLD`; `nil` for every row.
  public var condition: String?
  /// Its statements, in order, without semicolons.
  public var statements: [String]
  /// Comment lines above it, without markers.
  public var documentation: [String]

  /// Creates a trigger from its parts.
  public init(
    name: String, table: String, event: String, condition: String? = nil, statements: [String],
    documentation: [String] = []
  ) {
    self.name = name
    self.table = table
    self.event = event
    self.condition = condition
    self.statements = statements
    self.documentation = documentation
  }
}
