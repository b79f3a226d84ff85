import PostilRows

/// A request that can't be answered.
package struct StudioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What an error applies to.
  package struct Place: Hashable, Sendable {
    /// The index of an operation in a list of changes.
    package var operation: Int?
    package var table: String?
    package var column: String?
    /// The line of an SQL text, from 1.
    package var line: Int?
    /// The offset in an SQL text, in UTF-16 code units, as JavaScript counts.
    package var offset: Int?
    /// The number of a statement in an SQL text, from 1.
    package var statement: Int?

    package init(
      operation: Int? = nil, table: String? = nil, column: String? = nil, line: Int? = nil, offset: Int? = nil
    ) {
      (self.operation, self.table, self.column) = (operation, table, column)
      (self.line, self.offset) = (line, offset)
    }

    var json: JSONTree {
      let members: [(String, JSONTree?)] = [
        ("operation", operation.map { .integer(Int64($0)) }), ("table", table.map { .string($0) }),
        ("column", column.map { .string($0) }), ("line", line.map { .integer(Int64($0)) }),
        ("offset", offset.map { .integer(Int64($0)) }), ("statement", statement.map { .integer(Int64($0)) }),
      ]
      return .object(members.compactMap { name, value in value.map { JSONTree.Member(name, $0) } })
    }
  }

  /// The HTTP status.
  package var status: Int
  package var message: String
  package var place: Place
  /// What the page can do about it: see ``ConsoleError/Kind``.
  package var code: String?

  package init(status: Int, _ message: String, _ place: Place = Place()) {
    (self.status, self.message, self.place) = (status, message, place)
  }

  package static func badRequest(_ message: String, _ place: Place = Place()) -> StudioError {
    StudioError(status: 400, message, place)
  }

  package static func notFound(_ message: String, _ place: Place = Place()) -> StudioError {
    StudioError(status: 404, message, place)
  }

  package static func conflict(_ message: String, _ place: Place = Place()) -> StudioError {
    StudioError(status: 409, message, place)
  }

  package var description: String { message }

  var response: StudioResponse {
    let code = code.map { [JSONTree.Member("code", .string($0))] } ?? []
    let error: [JSONTree.Member] = [.init("message", .string(message)), .init("place", place.json)]
    return StudioResponse(["error": .object(error + code)], status: status)
  }
}
