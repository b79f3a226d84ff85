import PostilSQL
import PostilSchema

/// A `@query`: a function that returns a statement with its values.
public struct ResolvedQuery: Hashable, Sendable {
  /// A parameter of the function: the value of `?1`, `?2` and so on, in order.
  public struct Parameter: Hashable, Sendable {
    /// The argument label in a call; `nil` if it is the name; `_` for no label.
    public var label: String?
    /// The Swift name, without backticks.
    public var name: String
    /// The Swift type as written in generated code: `Date?`, `[Project.ID]`.
    public var type: String
    /// The type as which the value or an element of a list is bound; `nil` for its own type.
    public var storage: ResolvedStorage?
    /// Whether it is an array of values for an `IN`.
    public var isList: Bool
  }

  /// A value of a row.
  public struct Value: Hashable, Sendable {
    /// The label in the tuple.
    public var label: String?
    /// The Swift type as written in generated code: `Date?`.
    public var type: String
    /// The type as which it is read; `nil` for its own type.
    public var storage: ResolvedStorage?
    /// Whether it can be `NULL`.
    public var isOptional: Bool
  }

  /// The result of running the statement.
  public enum Result: Hashable, Sendable {
    /// Rows of a struct, by name.
    case rows(String)
    /// Values: one, or a tuple.
    case values([Value])
    /// The number of changed rows.
    case count
  }

  /// How the text of the annotation becomes a statement.
  public enum Form: Hashable, Sendable {
    /// It follows the `FROM` of a `SELECT` of the model's columns. The columns are qualified if the text joins other tables.
    case completing(isQualified: Bool)
    /// It is a statement that reads.
    case reading
    /// It is a statement that writes.
    case changing
  }

  /// The name of the function, without backticks.
  public var name: String
  /// Who can call it.
  public var access: Access
  /// In the order of the annotation.
  public var parameters: [Parameter]
  /// The result of running the statement.
  public var result: Result
  /// How `text` becomes a statement.
  public var form: Form
  /// The SQL of the annotation, with `?1` for the first parameter and so on.
  public var text: String
  /// The SQL as written in the annotation.
  public var written: String
  /// The place of the annotation.
  package var place: SourcePlace
}

extension ResolvedQuery {
  /// The clauses before `text`; `nil` if the text is a whole statement.
  ///
  /// A subquery filters out deleted rows, so that the text can be anything. SQLite flattens it into the outer query and
  /// can still use indexes. Source: SQLite, "The SQLite Query Optimizer Overview", section 10.
  /// - Returns: `"id"`, `"title"` and `FROM "item"`.
  func select(of model: ResolvedModel) -> (columns: [String], from: String)? {
    guard case .completing(let isQualified) = form else { return nil }
    let table = SQLText.identifier(model.table.name)
    let columns = model.rowProperties.flatMap(\.columnNames).map { SQLText.identifier($0) }
    let deletion = model.properties.first { if case .softDelete = $0.role { true } else { false } }
    let live = deletion.map { "(SELECT * FROM \(table) WHERE \(SQLText.identifier($0.column)) IS NULL) AS \(table)" }
    return (isQualified ? columns.map { "\(table).\($0)" } : columns, "FROM \(live ?? table)")
  }

  /// The whole statement, on one line except for the text.
  /// - Parameter ending: the text to use instead of `text`.
  package func statement(of model: ResolvedModel, ending: String? = nil) -> String {
    let text = ending ?? text
    return select(of: model).map { "SELECT \($0.columns.joined(separator: ", ")) \($0.from) \(text)" } ?? text
  }
}
