import PostilQuery

/// What a projection's generated code looks like: a title with the name of its list, and how often.
struct Line: Hashable, Sendable {
  let title: String
  let listName: String?
  let number: Int
}

extension Line: Projection {
  static let table = _TableDescription(
    model: "Line", name: "line",
    columns: [
      ColumnName("title", property: "title"), ColumnName("list_name", property: "listName"),
      ColumnName("number", property: "number"),
    ])

  init(row: inout some RowReader) throws { (title, listName, number) = try (row.read(), row.read(), row.read()) }

  struct Columns: ProjectionColumns {
    typealias OwningModel = Line

    let rowSource: _Source
    let title: SQLOperation<String>
    let listName: SQLOperation<String?>
    let number: SQLOperation<Int>

    init(_ source: _Source) {
      rowSource = source
      title = SQLOperation("title", of: source)
      listName = SQLOperation("list_name", of: source)
      number = SQLOperation("number", of: source)
    }

    init(
      title: some SQLExpression<String>, listName: some SQLOptionalExpression<String>, number: some SQLExpression<Int>
    ) {
      rowSource = _Source(Line.table)
      self.title = SQLOperation(title)
      self.listName = SQLOperation(optional: listName)
      self.number = SQLOperation(number)
    }

    var nodes: [ExpressionNode] { [title.node, listName.node, number.node] }
  }
}
