import PostilSQL

/// A view: a named `SELECT` that can be read like a table.
///
///     CREATE VIEW "open_item" ("title", "project_name") AS
///     SELECT "item"."title", "project"."name" FROM "item" JOIN "project" ON "project"."id" = "item"."project_id"
///
/// Source: SQLite, "CREATE VIEW".
public struct View: Hashable, Sendable {
  /// The name in the database.
  public var name: String
  /// The names of its columns, in the order of the results.
  public var columns: [String]
  /// The `SELECT`, without a semicolon.
  public var select: String
  /// The types of the columns in the struct that reads them, in the same order. They aren't part of SQLite's DDL.
  public var types: [ColumnType] = []
  /// The lines of the struct's documentation, without markers.
  public var documentation: [String]
  /// Whether the statement lists the names of the columns. Otherwise, they are the names of the results.
  public var listsColumns = true
  /// Whether PostgreSQL stores its rows until they are refreshed. SQLite has no such views.
  public var isMaterialized = false
  /// The column that identifies a stored row; `nil` if there is none. With it, PostgreSQL can refresh the rows while others read them.
  public var key: String?

  /// Creates a view with as many columns as its `SELECT` has results.
  public init(name: String, columns: [String], select: String, documentation: [String] = []) {
    self.name = name
    self.columns = columns
    self.select = select
    self.documentation = documentation
  }

  /// Sorts the views so that each comes after those that its `SELECT` names. Otherwise, the given order is kept.
  public static func sorted(_ views: [View]) -> [View] {
    let positions = Dictionary(
      views.enumerated().map { ($1.name.foldedName, $0) }, uniquingKeysWith: { first, _ in first })
    let references = views.enumerated().map { index, view in
      Set(SQLLexer.tokens(of: view.select).names.compactMap { positions[$0.foldedName] }).subtracting([index])
    }
    return TableOrder.order(references).map { views[$0] }
  }
}
