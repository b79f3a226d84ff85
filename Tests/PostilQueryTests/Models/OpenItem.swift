import PostilQuery

/// What is to be done, of one list: a view. Written as generated code is.
struct OpenItem: Hashable {
  var title: String
  var count: Int?
  var listID: List.ID
}

extension OpenItem: Queryable {
  static let table = _TableDescription(
    model: "OpenItem", name: "open_item",
    columns: [
      ColumnName("title", property: "title"),
      ColumnName("count", property: "count"),
      ColumnName("list_id", property: "listID"),
    ])

  init(row: inout some RowReader) throws {
    title = try row.read()
    count = try row.read()
    listID = try row.read()
  }

  struct Columns: ModelColumns {
    typealias OwningModel = OpenItem
    let rowSource: _Source
    init(_ source: _Source) { rowSource = source }

    var title: ReadOnlyColumn<OpenItem, String> { ReadOnlyColumn("title", of: rowSource) }
    var count: ReadOnlyColumn<OpenItem, Int?> { ReadOnlyColumn("count", of: rowSource) }
    var listID: ReadOnlyColumn<OpenItem, List.ID> { ReadOnlyColumn("list_id", of: rowSource) }
    var list: List.Columns { List.Columns(rowSource.joined(by: OpenItem.listRelationship)) }
  }

  static let listRelationship = Relationship<OpenItem, List>("list", from: ["list_id"], to: ["id"], isRequired: true)
}
