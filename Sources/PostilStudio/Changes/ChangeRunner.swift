import PostilCompiler
import PostilQuery
import PostilRows
import PostilSQL

/// Why changes were rejected; nothing was changed.
struct ChangeFailure: Error {
  var errors: [StudioError]
  /// Both versions of a row that somebody else changed.
  var conflict: JSONTree?
  /// A row that couldn't be deleted, because others refer to it.
  var needed: StudioKey?

  var response: StudioResponse {
    let errors = errors.map { error -> JSONTree in
      [
        "operation": .optional(error.place.operation), "table": .optional(error.place.table),
        "column": .optional(error.place.column), "message": .string(error.message),
      ]
    }
    var members = [JSONTree.Member("errors", .array(errors))]
    if let conflict { members.append(JSONTree.Member("conflict", conflict)) }
    return StudioResponse(.object(members), status: 409)
  }
}

/// The result of committed changes.
package struct ChangeResult: Sendable {
  var statements: [ChangeStatement] = []
  /// The keys of inserted rows, by the names of their operations.
  var inserted: [(name: String, key: JSONTree)] = []
  /// The keys of changed rows, by table.
  package var changed: [String: Set<JSONTree>] = [:]
}

/// Runs operations in a transaction.
struct ChangeRunner {
  let db: any RowTransaction
  let schema: ModelSchema
  let error: (any Error, Int) -> StudioError
  private(set) var result = ChangeResult()
  private var keys: [String: [String: SQLValue]] = [:]
  private var plan: ChangePlan

  init(_ db: any RowTransaction, _ schema: ModelSchema, _ error: @escaping (any Error, Int) -> StudioError) {
    (self.db, self.schema, self.error) = (db, schema, error)
    plan = ChangePlan(schema)
  }

  /// Runs the operations in order.
  /// - Throws: ``ChangeFailure``; other errors of the engine, which may run the transaction again.
  mutating func run(_ operations: [StudioOperation]) throws {
    for operation in operations {
      do {
        try run(operation)
      } catch let error as ChangeFailure {
        throw error
      } catch {
        switch error {
        case is ConstraintViolation, is StudioError, is RecordNotFound, is OrderIndexOutOfRange, is DatabaseError:
          var failure = ChangeFailure(errors: [self.error(error, operation.index)])
          if failure.errors[0].place.table == nil { failure.errors[0].place.table = operation.table.name }
          if case ConstraintViolation.check(let name) = error, failure.errors[0].place.column == nil {
            failure.errors[0].place.column = operation.table.firstColumn(in: name)
          }
          if case ConstraintViolation.foreignKey = error, operation.kind == .delete, case .key(let key)? = operation.row
          {
            // PostgreSQL reads nothing more in this transaction.
            if let reason = try? Referrers(of: key, in: schema).refusal(db) {
              failure.errors[0].message = reason
            } else {
              failure.needed = key
            }
          }
          throw failure
        default: throw error
        }
      }
    }
  }

  private mutating func run(_ operation: StudioOperation) throws {
    let table = operation.table
    if [.update, .delete].contains(operation.kind) { try checkUnchanged(operation) }
    if operation.kind == .move {
      try move(operation)
    } else {
      for statement in try plan.statements(of: operation) {
        let values = try statement.values.map(binding)
        result.statements.append(statement)
        if operation.kind == .insert {
          guard let row = try db.first(statement.sql, values, columns: table.key.count) else {
            throw RecordNotFound(model: table.swiftName, key: [])
          }
          try note(row, of: operation)
        } else if operation.kind == .restore {
          let found = try db.query(statement.sql, values, columns: returnedColumns(of: table), limit: 1)
          guard !found.isEmpty else { throw missing(operation) }
        } else if try db.execute(statement.sql, values) == 0, mustFindRow(operation, statement) {
          throw missing(operation)
        }
      }
    }
    try noteChanges(operation)
  }

  private func returnedColumns(of table: ModelTable) -> Int { table.columns.count { $0.role != .lazy } }

  /// Whether a statement that changes no row is an error. A pair can exist already, and a member can have been removed.
  private func mustFindRow(_ operation: StudioOperation, _ statement: ChangeStatement) -> Bool {
    switch operation.kind {
    case .remove: false
    case .add:
      operation.relationship?.join == nil && statement.sql != operation.relationship?.statements.releaseOthers
    default: true
    }
  }

  private func missing(_ operation: StudioOperation) -> RecordNotFound {
    let row = operation.kind == .add && operation.relationship?.kind != .toOne ? operation.members.first : operation.row
    let table = operation.kind == .add ? operation.relationship.flatMap { schema.table(named: $0.table) } : nil
    let key: [BoundValue] = if case .key(let key)? = row { key.bindings } else { [] }
    return RecordNotFound(model: (table ?? operation.table).swiftName, key: key)
  }

  // MARK: - Values

  private func binding(_ value: StudioOperation.Value) throws -> BoundValue {
    switch value {
    case .stored(let value): return value._boundValue
    case .new(let name, let column):
      guard let value = keys[name]?[column] else {
        throw StudioError.badRequest("the row '\(name)' wasn't inserted before it is used")
      }
      return value._boundValue
    }
  }

  private func key(of row: StudioOperation.Row, _ table: ModelTable) throws -> StudioKey {
    switch row {
    case .key(let key): return key
    case .new(let name):
      let values = table.key.compactMap { keys[name]?[$0] }
      guard values.count == table.key.count else {
        throw StudioError.badRequest("the row '\(name)' wasn't inserted before it is used")
      }
      return StudioKey(values, of: table)
    }
  }

  private mutating func note(_ row: [SQLValue?], of operation: StudioOperation) throws {
    let values = row.compactMap { $0 }
    guard values.count == operation.table.key.count else { return }
    let key = StudioKey(values, of: operation.table)
    result.changed[operation.table.name, default: []].insert(key.json)
    guard let id = operation.id else { return }
    keys[id] = Dictionary(zip(operation.table.key, values), uniquingKeysWith: { first, _ in first })
    result.inserted.append((id, key.json))
  }

  private mutating func noteChanges(_ operation: StudioOperation) throws {
    if let row = operation.row {
      result.changed[operation.table.name, default: []].insert(try key(of: row, operation.table).json)
    }
    guard let relationship = operation.relationship, let target = schema.table(named: relationship.table) else {
      return
    }
    for member in operation.members {
      result.changed[target.name, default: []].insert(try key(of: member, target).json)
    }
    if let join = relationship.join { result.changed[join.table, default: []].formUnion([]) }
  }

  // MARK: - Conflicts

  /// Compares the row with the cells that the page showed.
  private func checkUnchanged(_ operation: StudioOperation) throws {
    guard !operation.was.isEmpty, case .key(let key)? = operation.row else { return }
    let table = operation.table
    let columns = operation.was.map { SQLText.identifier($0.column.name) }.joined(separator: ", ")
    let row = try db.first(
      "SELECT \(columns) FROM \(SQLText.identifier(table.name)) WHERE \(key.condition())", key.bindings,
      columns: operation.was.count)
    guard let row else {
      let error = error(RecordNotFound(model: table.swiftName, key: key.bindings), operation.index)
      throw ChangeFailure(errors: [error], conflict: conflict(operation, key, theirs: nil))
    }
    let changed = zip(operation.was, row).first { was, value in !was.column.isShown(value, as: was.cell) }
    guard let changed else { return }
    let message: String
    if changed.0.column.name == table.version, let was = try? changed.0.column.storedValue(of: changed.0.cell) {
      let stale = StaleRecord(
        model: table.swiftName, key: key.bindings, version: was._boundValue,
        current: changed.1._boundValue)
      message = stale.description
    } else {
      message =
        "\(table.swiftName) \(key.bindings.map(\.description).joined(separator: ", ")) was changed after it was loaded: "
        + "'\(changed.0.column.swiftName)' has another value; load it again, and repeat the change"
    }
    throw ChangeFailure(
      errors: [
        .conflict(
          message,
          StudioError.Place(operation: operation.index, table: table.name, column: changed.0.column.name))
      ], conflict: conflict(operation, key, theirs: try Studio.row(key, db)))
  }

  private func conflict(_ operation: StudioOperation, _ key: StudioKey, theirs: [JSONTree]?) -> JSONTree {
    var mine = theirs ?? operation.table.columns.map { _ in .null }
    for (column, value) in operation.values {
      guard let index = operation.table.columns.firstIndex(where: { $0.name == column.name }),
        case .stored(let value) = value
      else { continue }
      mine[index] = column.cell(of: LoadedValue(value), limit: Cell.maximumWholeText)
    }
    return [
      "operation": .integer(Int64(operation.index)), "mine": ["key": key.json, "cells": .array(mine)],
      "theirs": theirs.map { ["key": key.json, "cells": .array($0)] } ?? .null,
    ]
  }

  // MARK: - Order

  private mutating func move(_ operation: StudioOperation) throws {
    guard let relationship = operation.relationship, let order = relationship.statements.order,
      let row = operation.row, let member = operation.members.first, let position = operation.position
    else { return }
    let (owner, target) = (try key(of: row, operation.table), try schema.table(relationship.table))
    let key = try key(of: member, target)
    var mover = OrderedMover(
      db: db, order: order, name: "\(operation.table.swiftName).\(relationship.name)", owner: owner.bindings)
    if relationship.isLet {
      // Only the place of a member can be changed.
      try mover.move(key.bindings, to: position)
    } else {
      try mover.insert(key.bindings, model: target.swiftName, at: position)
    }
    result.statements += mover.statements.map { sql, values in
      ChangeStatement(operation: operation.index, sql: sql, values: values.map { .stored(SQLValue($0)) })
    }
  }
}

extension ModelColumn {
  /// Whether a page shows the value as this cell, whole or cut.
  fileprivate func isShown(_ value: SQLValue?, as cell: JSONTree) -> Bool {
    if wholeCell(of: value) == cell || self.cell(of: LoadedValue(value)) == cell { return true }
    if let size = cell["blob"]?["size"]?.integer, case .blob(let bytes)? = value {
      // The bytes of a large blob aren't shown.
      let hex = cell["blob"]?["hex"]?.string ?? ""
      return bytes.count == size && (hex.isEmpty || bytes.prefix(Cell.shownBytes).hexadecimal == hex)
    }
    if let size = cell["text"]?["size"]?.integer, let start = cell["text"]?["start"]?.string,
      case .text(let text)? = value
    {
      return text.unicodeScalars.count == size && text.utf8.starts(with: start.utf8)
    }
    // A number can be written in several ways, and so can a date.
    guard let was = try? storedValue(of: cell) else { return false }
    return was == value
  }
}

extension SQLValue {
  /// `nil` for `NULL`.
  fileprivate init?(_ value: BoundValue) {
    switch value {
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .blob(bytes)
    case .null, .unstorable: return nil
    }
  }
}
