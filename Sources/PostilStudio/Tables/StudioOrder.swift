import PostilQuery
import PostilRows

/// A term by which rows are sorted.
package struct StudioOrder: Sendable {
  package var column: ModelColumn
  package var isDescending: Bool

  /// Reads the terms of a request.
  /// - Throws: ``StudioError`` with status 400.
  static func terms(_ json: JSONTree?, of table: ModelTable) throws -> [StudioOrder] {
    guard let json, !json.isNull else { return [] }
    guard let terms = json.array, terms.count <= 16 else {
      throw StudioError.badRequest("'order' must be a list of up to 16 columns", StudioError.Place(table: table.name))
    }
    return try terms.map { term in
      let column = try table.column(term["column"]?.string ?? "")
      guard column.role != .lazy else {
        throw StudioError.badRequest(
          "rows can't be sorted by '\(column.swiftName)', because it isn't loaded with them",
          StudioError.Place(table: table.name, column: column.name))
      }
      return StudioOrder(column: column, isDescending: term["isDescending"]?.bool ?? false)
    }
  }

  /// The term as the library renders it.
  func ordering(of source: _Source) -> Ordering {
    let column =
      column.isOptional
      ? Column<StudioRow, SQLValue?>(column.name, of: source).ascending
      : Column<StudioRow, SQLValue>(column.name, of: source).ascending
    return isDescending ? column.reversed : column
  }
}
