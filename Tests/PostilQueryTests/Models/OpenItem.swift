import PostilQuery

/// What is to be done, of one project: a view. Written as generated code is.
struct OpenItem: Hashable {
  var title: String
  var count: Int?
  var projectID: Project.ID
}

extension OpenItem: Queryable {
  static let table = _TableDescription(
    model: "OpenItem", name: "open_item",
    columns: [
      ColumnName("title", property: "title"),
      ColumnName("count", property: "count"),
      ColumnName("project_id", property: "projectID"),
    ])

  init(row: inout some RowReader) throws {
    title = try row.read()
    count = try row.read()
    projectID = try row.read()
  }

  struct Columns: ModelColumns {
    typealias OwningModel = OpenItem
    let rowSource: _Source
    init(_ source: _Source) { rowSource = source }

    var title: ReadOnlyColumn<OpenItem, String> { ReadOnlyColumn("title", of: rowSource) }
    var count: ReadOnlyColumn<OpenItem, Int?> { ReadOnlyColumn("count", of: rowSource) }
    var projectID: ReadOnlyColumn<OpenItem, Project.ID> { ReadOnlyColumn("project_id", of: rowSource) }
    var project: Project.Columns { Project.Columns(rowSource.joined(by: OpenItem.projectRelationship)) }
  }

  static let projectRelationship = Relationship<OpenItem, Project>(
    "project", from: ["project_id"], to: ["id"], isRequired: true)
}
