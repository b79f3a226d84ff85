import Foundation
import PostilCompiler
import PostilQuery
import PostilRows
import PostilSQL

extension StudioRoute {
  static let tables = [
    StudioRoute("POST", "/tables/*/page") { studio, call in
      let table = try studio.schema.table(call.names[0])
      let body = try call.body()
      let page = try StudioPage(body, of: table, in: studio.schema)
      return StudioResponse(try await studio.requests.run(body) { try await studio.page(page) })
    },
    StudioRoute("POST", "/tables/*/count") { studio, call in
      let body = try call.body()
      let rows = try StudioRows(body, of: try studio.schema.table(call.names[0]), in: studio.schema)
      let count = try await studio.requests.run(body) {
        try await studio.database.read { db in try rows.count(db, studio.schema) }
      }
      return StudioResponse(["count": .integer(Int64(count))])
    },
    StudioRoute("POST", "/requests/stop") { studio, call in
      let names = try call.body()["requests"]?.array ?? []
      return StudioResponse(["stopped": .integer(Int64(names.count { studio.requests.stop($0.string ?? "") }))])
    },
    StudioRoute("POST", "/tables/*/row") { studio, call in
      let table = try studio.schema.table(call.names[0])
      let key = try StudioKey(try call.body()["key"], of: table)
      return StudioResponse(try await studio.wholeRow(key))
    },
    StudioRoute("GET", "/tables/*/blob") { studio, call in
      let table = try studio.schema.table(call.names[0])
      let key = try StudioKey(try JSONTree(Array((call.request.query["key"] ?? "").utf8)), of: table)
      return try await studio.blob(
        key, table.column(call.request.query["column"] ?? ""),
        isDownload: call.request.query["download"].map { $0 != "0" } ?? false)
    },
    StudioRoute("POST", "/tables/*/members") { studio, call in
      let table = try studio.schema.table(call.names[0])
      return StudioResponse(
        try await studio.members(try StudioMembers(try call.body(), of: table, in: studio.schema)))
    },
  ]
}

/// The primary key of a row.
package struct StudioKey: Sendable {
  package let table: ModelTable
  package let values: [SQLValue]

  /// Reads the key of a request: a list of cells.
  /// - Throws: ``StudioError`` with status 400.
  package init(_ json: JSONTree?, of table: ModelTable) throws {
    let place = StudioError.Place(table: table.name)
    guard !table.key.isEmpty else { throw StudioError.badRequest("the rows of '\(table.name)' have no key", place) }
    guard let cells = json?.array, cells.count == table.key.count else {
      throw StudioError.badRequest("a key of '\(table.name)' is a list of \(table.key.count) values", place)
    }
    self.table = table
    values = try zip(table.keyColumns, cells).map { column, cell in
      guard let value = try column.storedValue(of: cell) else {
        throw StudioError.badRequest("a key can't contain NULL", place)
      }
      return value
    }
  }

  package init(_ values: [SQLValue], of table: ModelTable) { (self.table, self.values) = (table, values) }

  package var bindings: [BoundValue] { values.map(\._boundValue) }
  /// The cells of the key.
  package var json: JSONTree { .array(zip(table.keyColumns, values).map { $0.wholeCell(of: $1) }) }

  /// `"id" = ?1`
  package func condition(from parameter: Int = 1) -> String { SQLNames.equals(table.key, from: parameter) }

  package var notFound: StudioError {
    .notFound(
      "\(RecordNotFound(model: table.swiftName, key: bindings))", StudioError.Place(table: table.name))
  }
}

extension Studio {
  func page(_ page: StudioPage) async throws -> JSONTree {
    let schema = schema
    let (table, context) = (page.rows.table, try RowContext(page.rows.table, schema))
    let (result, contexts) = try await database.read { db in
      let result = try page.read(db, schema)
      return (result, try context.readIfPossible(result.keys, db))
    }
    let keyColumns = table.keyColumns
    let rows = zip(zip(result.cells, result.keys), contexts).map { row, context -> JSONTree in
      [
        "key": .array(zip(keyColumns, row.1).map { $0.wholeCell(of: $1) }), "cells": .array(row.0),
        "display": context.display, "counts": context.counts,
      ]
    }
    return [
      "rows": .array(rows), "first": .optional(result.first?.text), "last": .optional(result.last?.text),
      "hasBefore": .bool(result.hasBefore), "hasAfter": .bool(result.hasAfter),
      "columns": .strings(page.shown.map(\.name)), "swift": .string(page.rows.swift),
      // The statement of the whole query, not that of this page with its cursor.
      "sql": .string(
        shownSQL.text(
          try page.rows.select(page.shown.filter { $0.role != .lazy }, in: schema).sqlWithValues)),
    ]
  }

  /// A row with whole texts.
  func wholeRow(_ key: StudioKey) async throws -> JSONTree {
    let schema = schema
    let context = try RowContext(key.table, schema)
    return try await database.read { db in
      guard let row = try Self.row(key, db) else { throw key.notFound }
      let more = try context.readIfPossible([key.values], db)[0]
      return [
        "row": ["key": key.json, "cells": .array(row), "display": more.display, "counts": more.counts],
        "columns": .strings(key.table.columns.map(\.name)),
        "swift": .string(
          key.table.kind == .join
            ? "" : "try \(key.table.swiftName).find(\(SwiftText.key(key.values, of: key.table)), in: db)"),
      ]
    }
  }

  /// The cells of a row with whole texts; `nil` if there is no such row.
  static func row(_ key: StudioKey, _ db: any RowTransaction) throws -> [JSONTree]? {
    let source = _Source(key.table.description)
    let shown = ShownColumns(key.table.columns, of: source, maximumBlob: Cell.maximumDownload)
    var core = QueryCore(key.table.description)
    core.deletedRows = .included
    for (column, value) in zip(key.table.key, key.values) {
      core.filter(
        by: .equal(.column(column, of: source, isOptional: false), .value(value._boundValue)), of: source)
    }
    let statement = try SelectStatement(core, results: shown.results, of: [source]).rendered(for: .sqlite)
    var cells: [JSONTree]?
    try db.forEachRow(
      statement.sql, statement.bindings, columns: shown.results.count, limit: Cell.maximumWholeText
    ) { row in
      cells = shown.cells(row, limit: Cell.maximumWholeText)
      return false
    }
    return cells
  }

  /// The bytes of a blob, or of a text that is too long for a form.
  func blob(_ key: StudioKey, _ column: ModelColumn, isDownload: Bool) async throws -> StudioResponse {
    let value = try await database.read { db -> SQLValue? in
      let name = SQLText.identifier(column.name)
      // A larger one isn't read at all.
      let content =
        column.form == .blob ? "CASE WHEN length(\(name)) <= \(Cell.maximumDownload) THEN \(name) END" : name
      let size = column.form == .blob ? "length(\(name))" : "0"
      var found: [LoadedValue]?
      try db.forEachRow(
        "SELECT \(size), \(content) FROM \(SQLText.identifier(key.table.name)) WHERE \(key.condition())", key.bindings,
        columns: 2, limit: Cell.maximumDownload
      ) { row in
        found = row
        return false
      }
      guard let found else { throw key.notFound }
      let isLarge = if case .integer(let size)? = found[0].value { size > Cell.maximumDownload } else { false }
      guard !isLarge, found[1].size == nil else {
        throw StudioError(
          status: 413,
          "'\(column.swiftName)' of this row is larger than \(Cell.maximumDownload >> 20) MiB; read it with the program, or "
            + "with 'writefile' of the sqlite3 shell", StudioError.Place(table: key.table.name, column: column.name))
      }
      return found[1].value
    }
    let bytes: [UInt8]
    var headers = ["x-content-type-options": "nosniff", "cache-control": "no-store"]
    switch value {
    case .blob(let content):
      bytes = content
      headers["content-type"] = Self.imageType(of: content) ?? "application/octet-stream"
    case .text(let text):
      bytes = Array(text.utf8)
      headers["content-type"] = "text/plain; charset=utf-8"
    case .malformedText(let content):
      bytes = content
      headers["content-type"] = "application/octet-stream"
    case nil, .integer, .real:
      throw StudioError.notFound(
        "'\(column.swiftName)' of this row contains no bytes",
        StudioError.Place(table: key.table.name, column: column.name))
    }
    if isDownload || headers["content-type"]?.hasPrefix("image/") != true {
      headers["content-disposition"] = "attachment; filename=\"\(Self.fileName(column.name, headers["content-type"]))\""
    }
    return StudioResponse(headers: headers, body: bytes)
  }

  /// The type of an image by its first bytes; `nil` for anything else. Source: WHATWG, "MIME Sniffing", section 6.1.
  private static func imageType(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) { return "image/gif" }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "image/webp"
    }
    return nil
  }

  /// A name without characters that a header can't contain.
  private static func fileName(_ column: String, _ type: String?) -> String {
    let name = String(column.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" })
    let endings = [
      "image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp",
      "application/octet-stream": ".bin",
    ]
    return name + (type.flatMap { endings[$0] } ?? ".txt")
  }
}
