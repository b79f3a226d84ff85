import Foundation
import PostilCompiler
import PostilQuery
import PostilRows
import PostilSQL
import PostilSchema

/// A named query of a model, as the page shows it.
struct StudioQuery: Sendable {
  /// A parameter.
  struct Parameter: Sendable {
    var name: String
    var swiftType: String
    /// A column whose values have the type of the parameter's, or of its elements'.
    var column: ModelColumn
    var isOptional: Bool
    /// Whether it is an array of values.
    var isList: Bool
  }

  /// `Item.late`, unlike any other.
  var name: String
  /// `late`
  var function: String
  /// The table of the model; `nil` for a projection.
  var table: String?
  var model: String
  var parameters: [Parameter]
  /// The statement, with `?1` for the first parameter and so on.
  var sql: String
  /// The SQL of the annotation.
  var written: String
  /// Whether it changes the database.
  var isChange: Bool
  /// The names of the columns that it returns; empty if it returns none.
  var columns: [String]

  /// The query for the page.
  func json(_ shown: ShownSQL) -> JSONTree {
    [
      "name": .string(function), "model": .string(model), "table": .optional(table), "isChange": .bool(isChange),
      "parameters": .array(
        parameters.map { parameter in
          [
            "name": .string(parameter.name), "swiftType": .string(parameter.swiftType),
            "form": .string(parameter.column.form.rawValue), "isOptional": .bool(parameter.isOptional),
            "isList": .bool(parameter.isList),
            "choices": .array(
              parameter.column.choices.map { ["value": $0.value, "name": .string($0.name)] }),
          ]
        }), "sql": .string(shown.text(sql)), "documentation": .string(written),
    ]
  }
}

extension StudioQuery {
  /// The statement with values for its parameters.
  /// - Parameter values: an object with a cell for each parameter, an array of cells for a list.
  /// - Throws: ``StudioError`` if a value is missing, or isn't of the parameter's type.
  func script(_ values: JSONTree) throws -> ConsoleScript {
    guard let members = values.members else { throw StudioError.badRequest("'parameters' must be an object") }
    if let unknown = members.first(where: { member in !parameters.contains { $0.name == member.name } }) {
      throw StudioError.badRequest("'\(name)' has no parameter '\(unknown.name)'")
    }
    var script = ConsoleScript(sql: sql)
    script.parameters = .positional(try parameters.map { try $0.value(values[$0.name] ?? .null) })
    return script
  }
}

extension StudioQuery.Parameter {
  /// The value of a cell, in the form in which columns of its type store it.
  func value(_ cell: JSONTree) throws -> SQLValue? {
    guard isList else {
      guard let value = try column.storedValue(of: cell) else {
        guard isOptional else { throw StudioError.badRequest("the parameter '\(name)' needs a value") }
        return nil
      }
      return value
    }
    guard let cells = cell.array else {
      throw StudioError.badRequest("the parameter '\(name)' needs an array of values")
    }
    // The statement reads the elements with 'json_each'.
    let elements = try cells.map { try column.storedValue(of: $0).map(Self.json) ?? .null }
    return .text(JSONTree.array(elements).text)
  }

  private static func json(_ value: SQLValue) -> JSONTree {
    switch value {
    case .integer(let number): .integer(number)
    case .real(let number): .number(number)
    case .text(let text): .string(text)
    case .blob(let bytes), .malformedText(let bytes): .string(String(decoding: bytes, as: UTF8.self))
    }
  }
}

extension Studio {
  /// The named queries of all models, in the order of the source.
  var namedQueries: [StudioQuery] {
    var seen: Set<String> = []
    return graphs.flatMap { graph in
      graph.structs.flatMap { model in
        model.queries.compactMap { query -> StudioQuery? in
          let name = "\(model.swiftName).\(query.name)"
          guard seen.insert(name).inserted else { return nil }
          return StudioQuery(
            name: name, function: query.name, table: model.isProjection ? nil : model.table.name,
            model: model.swiftName,
            parameters: query.parameters.map { parameter(of: $0, in: model) }, sql: query.statement(of: model),
            written: query.written, isChange: query.form == .changing, columns: columns(of: query, in: graph))
        }
      }
    }
  }

  /// - Throws: ``StudioError`` with status 404.
  func namedQuery(_ name: String) throws -> StudioQuery {
    guard let query = namedQueries.first(where: { $0.name == name }) else {
      throw StudioError.notFound("unknown query '\(name)'")
    }
    return query
  }

  private func columns(of query: ResolvedQuery, in graph: ModelGraph) -> [String] {
    switch query.result {
    case .rows(let name):
      graph.structs.first { $0.swiftName == name }?.rowProperties.flatMap(\.columnNames) ?? []
    case .values(let values): values.enumerated().map { $1.label ?? "value\($0 + 1)" }
    case .count: []
    }
  }

  private func parameter(of parameter: ResolvedQuery.Parameter, in model: ResolvedModel) -> StudioQuery.Parameter {
    var type = parameter.type
    let isOptional = type.hasSuffix("?")
    if isOptional { type.removeLast() }
    if parameter.isList, type.hasPrefix("["), type.hasSuffix("]") { type = String(type.dropFirst().dropLast()) }
    if type == "ID" { type = "\(model.swiftName).ID" }
    var column = column(ofType: type, parameter.storage, in: model)
    // Errors name the parameter.
    (column.name, column.swiftName) = (parameter.name, parameter.name)
    return StudioQuery.Parameter(
      name: parameter.name, swiftType: parameter.type, column: column,
      isOptional: isOptional, isList: parameter.isList)
  }

  /// A column with values of a Swift type in a storage form: of the model, of another one, or one that is made up.
  private func column(ofType type: String, _ storage: ResolvedStorage?, in model: ResolvedModel) -> ModelColumn {
    let tables = schema.tables.filter { $0.name == model.table.name } + schema.tables
    let found = tables.lazy.flatMap { table in
      table.columns.filter { column in
        column.valueType == type && table.model?.storage(of: column.name) == .some(storage)
      }
    }.first
    if let found { return found }
    let columnType = Self.columnType(named: type)
    return ModelColumn(parameterOf: type, columnType)
  }

  /// The type of a column for a property with one of Swift's or Foundation's types; any for others.
  private static func columnType(named type: String) -> ColumnType {
    switch type {
    case "Bool": .boolean
    case "Int", "Int64": .integer(bits: 64)
    case "Int8", "Int16", "Int32": .integer(bits: Int(type.dropFirst(3)) ?? 64)
    case "UInt", "UInt64": .unsignedInteger(bits: 64)
    case "UInt8", "UInt16", "UInt32": .unsignedInteger(bits: Int(type.dropFirst(4)) ?? 64)
    case "Double": .real(bits: 64)
    case "Float": .real(bits: 32)
    case "String", "Substring", "Character", "URL": .text
    case "Date": .timestamp
    case "UUID": .uuid
    case "Decimal": .decimal
    case "Data", "[UInt8]": .bytes
    case "Duration": .duration
    case _ where type.hasSuffix(".ID"): .integer(bits: 64)
    default: .any
    }
  }
}

extension ResolvedModel {
  /// The form of a column's property; `.some(nil)` for its own, `nil` if there is no such column.
  fileprivate func storage(of column: String) -> ResolvedStorage?? {
    properties.first { $0.columnNames.contains(column) }.map(\.storage)
  }
}
