import Foundation
import PostilCompiler
import PostilQuery
import PostilRows
import PostilSQL

/// Writes the statements of operations. They are those of the generated functions, except that an update sets only the columns that
/// were changed.
struct ChangePlan: Sendable {
  let schema: ModelSchema
  /// The errors in values, which belong to their fields.
  private(set) var errors: [StudioError] = []

  init(_ schema: ModelSchema) { self.schema = schema }

  /// The statements of all operations, except of those with errors in their values.
  static func statements(
    of operations: [StudioOperation], _ errors: [StudioError], in schema: ModelSchema
  ) -> (statements: [ChangeStatement], errors: [StudioError]) {
    var (plan, statements) = (ChangePlan(schema), [ChangeStatement]())
    plan.errors = errors
    let rejected = Set(errors.compactMap(\.place.operation))
    for operation in operations where !rejected.contains(operation.index) {
      do {
        statements += try plan.statements(of: operation)
      } catch var error as StudioError {
        error.place.operation = operation.index
        plan.errors.append(error)
      } catch {
        plan.errors.append(StudioError(status: 500, "\(error)", StudioError.Place(operation: operation.index)))
      }
    }
    return (statements, plan.errors)
  }

  /// The statements of an operation. Errors in values are collected.
  mutating func statements(of operation: StudioOperation) throws -> [ChangeStatement] {
    let key = operation.row.map { values(of: $0, operation.table) } ?? []
    func statement(_ sql: String, _ values: [StudioOperation.Value]) -> ChangeStatement {
      ChangeStatement(operation: operation.index, sql: sql, values: values)
    }
    switch operation.kind {
    case .insert:
      let given = Dictionary(
        operation.values.map { ($0.column.name, $0.value) }, uniquingKeysWith: { _, last in last })
      return try [insert(operation, into: operation.table, given)]
    case .update: return [try update(operation, key)]
    case .delete:
      guard let rows = operation.table.model?.rowSQL else {
        let table = SQLText.identifier(operation.table.name)
        return [statement("DELETE FROM \(table) WHERE \(SQLNames.equals(operation.table.key, from: 1))", key)]
      }
      return [statement((operation.isPermanent ? rows.deletePermanently : rows.delete).text, key)]
    case .restore:
      guard let restore = operation.table.model?.rowSQL.restore else {
        throw StudioError.badRequest("the rows of '\(operation.table.name)' aren't soft-deleted")
      }
      return [statement(restore.text, key)]
    case .add, .remove, .move: return try members(operation, key)
    }
  }

  private func values(of row: StudioOperation.Row, _ table: ModelTable) -> [StudioOperation.Value] {
    switch row {
    case .key(let key): key.values.map { .stored($0) }
    case .new(let name): table.key.map { .new(name, column: $0) }
    }
  }

  // MARK: - Insert

  /// The statement of the generated insert, which returns the key.
  /// - Parameter conflict: what follows the values.
  private mutating func insert(
    _ operation: StudioOperation, into table: ModelTable, _ given: [String: StudioOperation.Value],
    conflict: String = ""
  ) throws -> ChangeStatement {
    let returning = conflict.isEmpty ? " RETURNING \(SQLText.identifiers(table.key))" : " \(conflict)"
    guard let rows = table.model?.rowSQL, !operation.isRestored else {
      let missing = table.columns.filter { given[$0.name] == nil && !$0.hasDefault && !$0.isOptional }
      for column in missing { report("'\(column.swiftName)' must have a value", operation, table, column) }
      let columns = table.columns.filter { given[$0.name] != nil }.map(\.name)
      let parameters = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      return ChangeStatement(
        operation: operation.index,
        sql: "INSERT INTO \(SQLText.identifier(table.name)) (\(SQLText.identifiers(columns))) VALUES (\(parameters))"
          + returning,
        values: columns.compactMap { given[$0] })
    }
    var values: [StudioOperation.Value] = []
    for row in rows.columns where row.isInDraft && row.insertExpression == nil {
      guard let column = table.column(named: row.name) else { continue }
      if let value = given[row.name] {
        values.append(value)
      } else if row.sqlDefault != nil {
        values.append(.stored(nil))
      } else {
        values.append(.stored(defaultValue(of: column, operation, table)))
      }
    }
    return ChangeStatement(operation: operation.index, sql: rows.insert.text + returning, values: values)
  }

  /// The default of a property; reports an error if there is none.
  private mutating func defaultValue(
    of column: ModelColumn, _ operation: StudioOperation, _ table: ModelTable
  ) -> SQLValue? {
    do {
      return try table.defaultValue(of: column)
    } catch {
      report(error.description, operation, table, column)
      return nil
    }
  }

  private mutating func report(
    _ message: String, _ operation: StudioOperation, _ table: ModelTable, _ column: ModelColumn
  ) {
    errors.append(
      .badRequest(message, StudioError.Place(operation: operation.index, table: table.name, column: column.name)))
  }

  // MARK: - Update

  private func update(_ operation: StudioOperation, _ key: [StudioOperation.Value]) throws -> ChangeStatement {
    let (table, rows) = (operation.table, operation.table.model?.rowSQL)
    guard !operation.values.isEmpty else {
      throw StudioError.badRequest("the update sets no column", StudioError.Place(table: table.name))
    }
    let assignments = operation.values.enumerated().map { "\(SQLText.identifier($1.column.name)) = ?\($0 + 1)" }
    var values = operation.values.map(\.value) + key
    var conditions = SQLNames.equals(table.key, from: operation.values.count + 1)
    if let version = table.version, let was = operation.was.first(where: { $0.column.name == version }) {
      values.append(.stored(try was.column.storedValue(of: was.cell)))
      conditions += " AND \(SQLText.identifier(version)) = ?\(values.count)"
    }
    if let live = rows?.live { conditions += " AND \(live)" }
    return ChangeStatement(
      operation: operation.index,
      sql: "UPDATE \(SQLText.identifier(table.name)) SET "
        + (assignments + (rows?.refreshments() ?? [])).joined(separator: ", ") + " WHERE \(conditions)",
      values: values)
  }

  // MARK: - Relationships

  private mutating func members(
    _ operation: StudioOperation, _ key: [StudioOperation.Value]
  ) throws -> [ChangeStatement] {
    guard let relationship = operation.relationship else { return [] }
    let (table, target) = (operation.table, try schema.table(relationship.table))
    let place = StudioError.Place(table: table.name)
    let members = operation.members.map { values(of: $0, target) }
    func statement(_ sql: String, _ values: [StudioOperation.Value]) -> ChangeStatement {
      ChangeStatement(operation: operation.index, sql: sql, values: values)
    }
    func refusal(_ verb: String) -> StudioError {
      .badRequest(
        relationship.isLet
          ? "'\(relationship.name)' can't be changed, because its reference is a 'let' or part of a key"
          : "a row can't be \(verb) '\(relationship.name)', because its reference is required", place)
    }
    if operation.kind == .move {
      guard let order = relationship.statements.order else { throw refusal("moved in") }
      return [statement(order.insert, key + members[0] + [.new("position", column: "")])]
    }
    let isReference = relationship.kind == .toOne
    guard isReference || Set(relationship.near) == Set(table.key) else {
      throw StudioError.badRequest("'\(relationship.name)' doesn't start at the primary key", place)
    }
    if operation.kind == .add {
      if let (name, columns) = relationship.statements.pairs {
        let pairs = try schema.table(name)
        // Both references can share a column, such as that of a tenant.
        let unique = columns.indices.filter { columns.firstIndex(of: columns[$0]) == $0 }.map { columns[$0] }
        return try members.map { member in
          let values = Array(zip(columns, key + member))
          let given = Dictionary(values, uniquingKeysWith: { first, _ in first })
          if let (column, _) = values.first(where: { given[$0] != $1 }) {
            throw StudioError.badRequest(
              "the two rows differ in '\(column)', which a row of '\(name)' has only once", place)
          }
          return try insert(
            operation, into: pairs, given, conflict: "ON CONFLICT (\(SQLText.identifiers(unique))) DO NOTHING")
        }
      }
      guard let add = relationship.statements.add else { throw refusal("added to") }
      if [.toOne, .hasOne].contains(relationship.kind), members.count != 1 {
        throw StudioError.badRequest("'\(relationship.name)' has one row", place)
      }
      if isReference { return [statement(add, members[0] + key)] }
      let releases = relationship.statements.releaseOthers.map { [statement($0, key + members[0])] } ?? []
      return releases + members.map { statement(add, key + $0) }
    }
    if isReference {
      guard !relationship.isRequired, let add = relationship.statements.add else { throw refusal("removed from") }
      return [statement(add, relationship.near.map { _ in .stored(nil) } + key)]
    }
    guard let remove = relationship.statements.remove else { throw refusal("removed from") }
    return members.map { statement(remove, key + $0) }
  }
}
