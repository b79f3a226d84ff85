import PostilCompiler
import PostilQuery
import PostilRows

/// The rows of a table that satisfy filters, in an order.
package struct StudioRows: Sendable {
  package let table: ModelTable
  package let filters: [StudioFilter]
  package let order: [StudioOrder]
  package let deleted: DeletedRows
  /// A text that the names of the rows contain; see ``ModelTable/condition(search:_:)``.
  let search: String

  /// Reads `filters`, `order` and `deleted` (`excluded`, `included` or `only`) of a request.
  /// - Throws: ``StudioError`` with status 400.
  package init(_ json: JSONTree, of table: ModelTable, in schema: ModelSchema) throws {
    self.table = table
    search = json["search"]?.string ?? ""
    let filters = json["filters"] ?? []
    guard let filters = filters.isNull ? [] : filters.array, filters.count <= 50 else {
      throw StudioError.badRequest("'filters' must be a list of up to 50 filters", StudioError.Place(table: table.name))
    }
    self.filters = try filters.map { try StudioFilter($0, of: table, in: schema) }
    order = try StudioOrder.terms(json["order"], of: table, in: schema)
    switch json["deleted"]?.string ?? "excluded" {
    case "excluded": deleted = .excluded
    case "included": deleted = .included
    case "only" where table.softDelete != nil: deleted = .only
    default:
      throw StudioError.badRequest(
        "'deleted' must be 'excluded', 'included' or, for a table with '@softDelete', 'only'",
        StudioError.Place(table: table.name))
    }
  }

  /// The predicate and the order in Swift.
  package var swift: String { SwiftText.query(of: table, filters, order, deleted: deleted) }

  /// The rows as the library's query.
  package func core(in schema: ModelSchema) throws -> QueryCore {
    var core = QueryCore(table.description)
    core.deletedRows = table.softDelete == nil ? .excluded : deleted
    for filter in filters {
      let source = _Source(core.table)
      core.filter(by: try filter.node(of: source, in: schema), of: source)
    }
    if !search.isEmpty {
      let source = _Source(core.table)
      core.filter(by: table.condition(search: search, source), of: source)
    }
    if !order.isEmpty {
      let source = _Source(core.table)
      core.order(by: try order.map { try $0.ordering(of: source, in: schema) }, of: source)
    }
    return core
  }

  /// The statement that returns these columns of all rows, with their values.
  package func select(_ columns: [ModelColumn], in schema: ModelSchema, limit: Int? = nil) throws -> _RenderedStatement
  {
    let core = try core(in: schema)
    let source = _Source(core.table)
    let results = columns.map { _ExpressionNode.column($0.name, of: source, isOptional: $0.isOptional) }
    return try SelectStatement(core.paged(limit: limit, offset: 0), results: results, of: [source])
      .rendered(for: .sqlite)
  }
}

/// The columns of a statement, as the results that the page shows them by. Only the size and the first bytes of a blob are read.
struct ShownColumns {
  let columns: [ModelColumn]
  let results: [_ExpressionNode]
  /// The number of results of each column.
  private let widths: [Int]

  /// - Parameter maximumBlob: the size in bytes up to which the first bytes of a blob are read, for which SQLite reads all of it.
  init(_ columns: [ModelColumn], of source: _Source, maximumBlob: Int = 65_536) {
    self.columns = columns
    let results = columns.map { column -> [_ExpressionNode] in
      guard column.form == .blob else {
        return [.column(column.name, of: source, isOptional: column.isOptional)]
      }
      let bytes = Column<StudioRow, SQLValue?>(column.name, of: source)
      let start = SQLOperation<SQLValue?>(
        raw: "CASE WHEN length(\(bytes)) <= \(maximumBlob) THEN substr(\(bytes), 1, 32) END")
      return [SQLOperation<SQLValue?>(raw: "length(\(bytes))").node, start.node]
    }
    self.results = results.flatMap { $0 }
    widths = results.map(\.count)
  }

  /// The cells of a row.
  /// - Parameter limit: the number of Unicode scalars of a text that are shown.
  func cells(_ row: [LoadedValue], limit: Int = Cell.maximumText) -> [JSONTree] {
    var index = 0
    return zip(columns, widths).map { column, width in
      defer { index += width }
      guard width == 2 else { return column.cell(of: row[index], limit: limit) }
      guard case .integer(let size) = row[index].value else { return .null }
      let start: [UInt8] = if case .blob(let bytes) = row[index + 1].value { bytes } else { [] }
      return JSONTree(blobCell: start, size: Int(size))
    }
  }
}
