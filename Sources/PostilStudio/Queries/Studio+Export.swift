import PostilQuery
import PostilRows
import PostilSQL

extension Studio {
  /// The rows of a script, of a named query or of a table, as a file.
  func export(_ body: JSONTree) async throws -> StudioResponse {
    let name = body["format"]?.string ?? "csv"
    guard let format = ExportFormat(rawValue: name) else {
      let formats = ExportFormat.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw StudioError.badRequest("unknown format '\(name)'; use one of \(formats)")
    }
    let limit = try ConsoleScript.limit(body, maximum: ConsoleScript.maximumExportedRows)
    var script: ConsoleScript
    var query: StudioQuery?
    if body["sql"] != nil {
      script = try ConsoleScript(body, maximum: ConsoleScript.maximumExportedRows)
    } else if let name = body["query"]?.string {
      let named = try namedQuery(name)
      script = try named.script(body["parameters"] ?? [:])
      query = named
    } else if let name = body["table"]?.string {
      let table = try schema.table(name)
      if let stream = try stream(of: table, body, format) {
        var response = Self.file(format, table.name, [], [], false, nil)
        response.stream = stream
        return response
      }
      let (rows, isTruncated) = try await exportedRows(of: table, body, limit: limit)
      let columns = table.columns.map(\.name)
      return Self.file(format, table.name, columns, rows, isTruncated, ModelExport(table, columns: columns))
    } else {
      throw StudioError.badRequest("'sql', 'query' or 'table' is missing")
    }
    // Whoever exports doesn't want to change anything.
    (script.limit, script.mayWrite) = (limit, false)
    let result = if let query { try await runQuery(query, script) } else { try await console.run(script) }
    let columns = result.columns.map(\.name)
    let model = format == .swift ? model(of: columns, in: query?.table.map { [$0] } ?? script.sql.tableNames) : nil
    let stored = model?.stored(result.rows)
    return Self.file(
      format, query?.name ?? "query", columns, stored ?? result.rows, result.isTruncated, stored == nil ? nil : model)
  }

  /// The only one of these tables that has all of these columns, and no others.
  private func model(of columns: [String], in tables: Set<String>) -> ModelExport? {
    let models = tables.compactMap { schema.table(named: $0) }.compactMap { ModelExport($0, columns: columns) }
    return models.count == 1 ? models[0] : nil
  }

  /// The rows of a table in its grid, with all columns as they are stored.
  private func exportedRows(
    of table: ModelTable, _ body: JSONTree, limit: Int
  ) async throws -> (rows: [[SQLValue?]], isTruncated: Bool) {
    let statement = try StudioRows(body, of: table, in: schema).select(table.columns, in: schema, limit: limit + 1)
    let count = table.columns.count
    return try await database.read { db in
      var rows: [[SQLValue?]] = []
      var size = 0
      var isTruncated = false
      try db.forEachRow(statement.sql, statement.bindings, columns: count, limit: .max) { row in
        isTruncated = rows.count == limit || size > ConsoleScript.maximumSize
        guard !isTruncated else { return false }
        size += row.reduce(0) { $0 + $1.byteCount }
        rows.append(row.map(\.value))
        return true
      }
      return (rows, isTruncated)
    }
  }

  private static func file(
    _ format: ExportFormat, _ title: String, _ columns: [String], _ rows: [[SQLValue?]], _ isTruncated: Bool,
    _ model: ModelExport?
  ) -> StudioResponse {
    var headers = [
      "content-type": format.contentType,
      "content-disposition": "attachment; filename=\"\(fileName(title)).\(format.fileExtension)\"",
    ]
    if isTruncated { headers["x-postil-truncated"] = "1" }
    return StudioResponse(headers: headers, body: format.text(columns: columns, rows: rows, model: model))
  }

  /// A name without characters that a header or a file system would interpret.
  private static func fileName(_ title: String) -> String {
    let name = String(title.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
    return name.hasPrefix(".") ? "_\(name)" : name
  }
}

extension String {
  /// The names in a statement that can be tables, as the database compares them.
  fileprivate var tableNames: Set<String> {
    Set(SQLLexer.tokens(of: self).lazy.filter(\.isName).map(\.foldedName))
  }
}
