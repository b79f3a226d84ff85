import PostilQuery
import PostilRows

/// A change of rows, as a request describes it.
package struct StudioOperation: Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case insert, update, delete, restore, add, remove, move
  }

  /// A row that exists, or one that an earlier operation of the same request inserts.
  package enum Row: Sendable {
    case key(StudioKey)
    case new(String)
  }

  /// A value of a column.
  package enum Value: Hashable, Sendable {
    case stored(SQLValue?)
    /// A column of the key of a row that an earlier operation inserts.
    case new(String, column: String)
  }

  /// The largest number of operations of a request, which the page learns with the schema.
  package static let maximumCount = 20_000

  package var index: Int
  package var kind: Kind
  package var table: ModelTable
  /// The name by which later operations reference an inserted row.
  package var id: String?
  package var row: Row?
  package var values: [(column: ModelColumn, value: Value)] = []
  /// The cells that the page showed before the change.
  package var was: [(column: ModelColumn, cell: JSONTree)] = []
  package var isPermanent = false
  /// Whether an inserted row is one that was deleted: with its key, and without defaults.
  package var isRestored = false
  package var relationship: ModelRelationship?
  package var members: [Row] = []
  package var position: Int?
}

extension StudioOperation {
  /// Reads the operations of a request.
  /// - Returns: the operations, and the errors in values, which belong to their fields.
  /// - Throws: ``StudioError`` if the request isn't understood.
  static func list(_ json: JSONTree, in schema: ModelSchema) throws -> (
    list: [StudioOperation], errors: [StudioError]
  ) {
    guard let operations = json["operations"]?.array, 1...maximumCount ~= operations.count else {
      throw StudioError.badRequest("'operations' must be a list of 1 to \(maximumCount) operations")
    }
    var (list, errors, new) = ([StudioOperation](), [StudioError](), [String: ModelTable]())
    for (index, json) in operations.enumerated() {
      do {
        let operation = try StudioOperation(index, json, in: schema, new: new, errors: &errors)
        if let id = operation.id { new[id] = operation.table }
        list.append(operation)
      } catch var error as StudioError {
        error.place.operation = index
        throw error
      }
    }
    return (list, errors)
  }

  private init(
    _ index: Int, _ json: JSONTree, in schema: ModelSchema, new: [String: ModelTable],
    errors: inout [StudioError]
  ) throws {
    guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)) else {
      throw StudioError.badRequest("unknown kind; use \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    (self.index, self.kind) = (index, kind)
    table = try schema.table(json["table"]?.string ?? "")
    guard table.isEditable else {
      throw StudioError.badRequest(
        "'\(table.name)' is a view; change the rows of its tables", StudioError.Place(table: table.name))
    }
    if kind == .insert {
      id = json["id"]?.string
    } else {
      row = try Self.row(json["key"], of: table, new: new)
    }
    isPermanent = json["isPermanent"]?.bool ?? false
    isRestored = kind == .insert && json["isRestored"]?.bool ?? false
    for member in json["was"]?.members ?? [] { was.append((try table.column(member.name), member.value)) }
    for member in json["values"]?.members ?? [] {
      let column = try table.column(member.name)
      do {
        values.append((column, try value(member.value, of: column, new: new)))
      } catch var error as StudioError {
        (error.place.operation, error.place.table) = (index, table.name)
        errors.append(error)
      }
    }
    guard [.add, .remove, .move].contains(kind) else { return }
    let relationship = try table.relationship(json["relationship"]?.string ?? "")
    self.relationship = relationship
    let target = try schema.table(relationship.table)
    let members = kind == .move ? [json["member"] ?? .null] : json["members"]?.array ?? []
    guard members.count <= Self.maximumCount, !members.isEmpty || kind == .remove else {
      throw StudioError.badRequest("'members' must be a list of 1 to \(Self.maximumCount) keys")
    }
    self.members = try members.map { try Self.row($0, of: target, new: new) }
    position = json["position"]?.integer.map { Int(clamping: $0) }
    if kind == .move, position == nil || relationship.order == nil {
      throw StudioError.badRequest(
        relationship.order == nil
          ? "'\(relationship.name)' isn't ordered" : "'move' needs a position", StudioError.Place(table: table.name))
    }
  }

  private static func row(_ json: JSONTree?, of table: ModelTable, new: [String: ModelTable]) throws -> Row {
    guard let name = json?["new"]?.string else { return .key(try StudioKey(json, of: table)) }
    guard new[name]?.name == table.name else {
      throw StudioError.badRequest("no earlier operation inserts a row of '\(table.name)' named '\(name)'")
    }
    return .new(name)
  }

  private func value(_ json: JSONTree, of column: ModelColumn, new: [String: ModelTable]) throws -> Value {
    let place = StudioError.Place(table: table.name, column: column.name)
    let canInsert = column.isInsertable || !column.isGenerated && (column.isAssigned || isRestored)
    guard kind == .insert ? canInsert : column.isSettable else {
      let reason =
        column.isGenerated || column.role != .stored && column.role != .lazy
        ? "the database sets '\(column.swiftName)'"
        : "'\(column.swiftName)' can't be changed; it is a 'let' or part of the key"
      throw StudioError.badRequest(reason, place)
    }
    guard let name = json["new"]?.string else { return .stored(try column.storedValue(of: json)) }
    guard let (relationship, key) = table.references(of: column), new[name]?.name == relationship.table else {
      throw StudioError.badRequest(
        "no earlier operation inserts a row named '\(name)' that '\(column.swiftName)' can reference", place)
    }
    return .new(name, column: key)
  }
}
