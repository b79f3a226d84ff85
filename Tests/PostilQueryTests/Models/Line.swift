import PostilQuery

/// What a projection's generated code looks like: a title with the name of its project, and how often.
struct Line: Hashable, Sendable {
  let title: String
  let projectName: String?
  let number: Int
}

extension Line: Projection {
  static let table = _TableDescription(
    model: "Line", name: "line",
    columns: [
      ColumnName("title", property: "title"), ColumnName("project_name", property: "projectName"),
      ColumnName("number", property: "number"),
    ])

  init(row: inout some RowReader) throws { (title, projectName, number) = try (row.read(), row.read(), row.read()) }

  struct Columns: ProjectionColumns {
    typealias OwningModel = Line

    let rowSource: _Source
    let title: SQLOperation<String>
    let projectName: SQLOperation<String?>
    let number: SQLOperation<Int>

    init(_ source: _Source) {
      rowSource = source
      title = SQLOperation("title", of: source)
      projectName = SQLOperation("project_name", of: source)
      number = SQLOperation("number", of: source)
    }

    init(
      title: some SQLExpression<String>, projectName: some SQLOptionalExpression<String>,
      number: some SQLExpression<Int>
    ) {
      rowSource = _Source(Line.table)
      self.title = SQLOperation(title)
      self.projectName = SQLOperation(optional: projectName)
      self.number = SQLOperation(number)
    }

    var nodes: [ExpressionNode] { [title.node, projectName.node, number.node] }
  }
}
