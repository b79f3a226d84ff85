import PostilCompiler
import PostilQuery
import PostilRows

/// A term by which rows are sorted: a column, a column of the row that a reference leads to, or the number of a relationship's members.
package struct StudioOrder: Sendable {
  /// The column; `nil` for the number of members.
  package var column: ModelColumn?
  /// The relationship that leads to the column, or whose members are counted.
  package var relationship: ModelRelationship?
  package var isDescending: Bool

  /// Reads the terms of a request.
  /// - Throws: ``StudioError`` with status 400.
  static func terms(_ json: JSONTree?, of table: ModelTable, in schema: ModelSchema) throws -> [StudioOrder] {
    guard let json, !json.isNull else { return [] }
    guard let terms = json.array, terms.count <= 16 else {
      throw StudioError.badRequest("'order' must be a list of up to 16 columns", StudioError.Place(table: table.name))
    }
    return try terms.map { term in
      let relationship = try term["path"]?.string.map { try table.relationship($0) }
      let owner = try relationship.map { try schema.table($0.table) } ?? table
      let isDescending = term["isDescending"]?.bool ?? false
      if let relationship {
        guard relationship.isDeclared, (relationship.kind == .toOne) == (term["column"] != nil) else {
          throw StudioError.badRequest(
            "rows can be sorted by the columns of a to-one relationship, and by the number of members of any other",
            StudioError.Place(table: table.name))
        }
        if relationship.kind != .toOne { return StudioOrder(relationship: relationship, isDescending: isDescending) }
      }
      let column = try owner.column(term["column"]?.string ?? "")
      guard column.role != .lazy else {
        throw StudioError.badRequest(
          "rows can't be sorted by '\(column.swiftName)', because it isn't loaded with them",
          StudioError.Place(table: table.name, column: column.name))
      }
      return StudioOrder(column: column, relationship: relationship, isDescending: isDescending)
    }
  }

  /// The term as the library renders it.
  func ordering(of source: _Source, in schema: ModelSchema) throws -> Ordering {
    if let relationship {
      guard let column else {
        let path = try schema.path(of: relationship)
        let count = _ExpressionNode.count(QueryCore(path.target, origin: .related(path, to: source)))
        return Ordering(count, isDescending: isDescending, takesNull: false)
      }
      let conditions = zip(relationship.far, relationship.near).map { far, near -> RawSQL in
        "m.\(identifier: far) = \(Column<StudioRow, SQLValue?>(near, of: source))"
      }
      let condition = conditions.dropFirst().reduce(conditions[0]) { "\($0) AND \($1)" }
      let value = SQLOperation<SQLValue?>(
        raw: "(SELECT m.\(identifier: column.name) FROM \(identifier: relationship.table) AS m WHERE \(condition))")
      return isDescending ? value.descending : value.ascending
    }
    guard let column else { return Ordering(.value(.null), isDescending: false, takesNull: true) }
    let term =
      column.isOptional
      ? Column<StudioRow, SQLValue?>(column.name, of: source).ascending
      : Column<StudioRow, SQLValue>(column.name, of: source).ascending
    return isDescending ? term.reversed : term
  }

  /// The term in Swift: `$0.project.name`, `$0.tags.count`.
  var swift: String {
    let parts = [relationship.map { SwiftNames.member($0.name) }, column.map { SwiftText.path($0.swiftName) }]
    return (["$0"] + parts.compactMap(\.self) + (column == nil ? ["count"] : [])).joined(separator: ".")
      + (isDescending ? ".descending" : "")
  }
}
