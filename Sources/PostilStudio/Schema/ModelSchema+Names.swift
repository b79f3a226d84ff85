import PostilQuery
import PostilRows

/// Finds what requests name.
extension ModelSchema {
  /// - Throws: ``StudioError`` with status 404.
  package func table(_ name: String) throws -> ModelTable {
    guard let table = table(named: name) else {
      throw StudioError.notFound("unknown table '\(name)'", StudioError.Place(table: name))
    }
    return table
  }
}

extension ModelTable {
  /// - Throws: ``StudioError`` with status 400.
  package func column(_ name: String) throws -> ModelColumn {
    guard let column = column(named: name) else {
      throw StudioError.badRequest(
        "'\(self.name)' has no column '\(name)'", StudioError.Place(table: self.name, column: name))
    }
    return column
  }

  /// - Throws: ``StudioError`` with status 400.
  package func relationship(_ name: String) throws -> ModelRelationship {
    guard let relationship = relationships.first(where: { $0.name == name }) else {
      throw StudioError.badRequest(
        "'\(self.name)' has no relationship '\(name)'", StudioError.Place(table: self.name))
    }
    return relationship
  }
}

extension ModelColumn {
  /// The stored value of a cell from a request; `nil` is `NULL`.
  /// - Throws: ``StudioError`` with the column's place if the cell isn't a value of the column's type.
  package func storedValue(of cell: JSONTree) throws -> SQLValue? {
    do { return try value(ofCell: cell) } catch { throw StudioError(error) }
  }

  /// The value of a cell for a statement.
  package func binding(of cell: JSONTree) throws -> BoundValue { try storedValue(of: cell)._boundValue }
}

extension StudioError {
  /// The error of a value that isn't one of its column.
  package init(_ refusal: ValueRefusal) {
    self = .badRequest(refusal.description, Place(column: refusal.column))
  }

  /// The error of a request whose body isn't JSON.
  package init(_ error: JSONSyntaxError) {
    self = .badRequest("the body isn't valid JSON: \(error.reason), at offset \(error.offset)")
  }
}
