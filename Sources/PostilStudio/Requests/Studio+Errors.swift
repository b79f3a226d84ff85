import PostilQuery
import PostilSQL

extension Studio {
  /// The response to an error of the engine. The names in it are those of the models.
  package func error(for error: any Error, operation: Int? = nil) -> StudioError {
    switch error {
    case var error as StudioError:
      if error.place.operation == nil { error.place.operation = operation }
      return error
    case let error as ConsoleError: return error.studioError
    case let violation as ConstraintViolation: return self.error(for: violation, operation: operation)
    case let error as DatabaseError:
      let status = error.code == 5 || error.code == 6 ? 409 : error.sql == nil ? 500 : 400
      return StudioError(status: status, error.message, StudioError.Place(operation: operation))
    case let error as QueryError: return .badRequest(error.description, StudioError.Place(operation: operation))
    case let error as TransactionMisuse:
      return .badRequest("\(error)", StudioError.Place(operation: operation))
    case let error as CustomStringConvertible:
      return StudioError(status: 500, error.description, StudioError.Place(operation: operation))
    default: return StudioError(status: 500, "\(error)", StudioError.Place(operation: operation))
    }
  }

  private func error(for violation: ConstraintViolation, operation: Int?) -> StudioError {
    var place = StudioError.Place(operation: operation)
    let message: String
    switch violation {
    case .unique(let table, let columns):
      let (name, table) = named(table)
      (place.table, place.column) = (name.name, columns.first?.name)
      message = "\(ConstraintViolation.unique(table: name, columns: columns.map { named($0, in: table) }))"
    case .notNull(let table, let column):
      let (name, table) = named(table)
      (place.table, place.column) = (name.name, column.name)
      message = "\(ConstraintViolation.notNull(table: name, column: named(column, in: table)))"
    case .datatype(let table, let column, let found):
      let (name, table) = named(table)
      (place.table, place.column) = (name.name, column.name)
      message = "\(ConstraintViolation.datatype(table: name, column: named(column, in: table), found: found))"
    case .foreignKey(let table):
      let (name, _) = named(table)
      place.table = name.name
      message = "\(ConstraintViolation.foreignKey(table: name.with(table.cause)))"
    case .check(let name):
      // The columns of a check are those that its expression names.
      for table in schema.tables {
        guard let check = table.checks.first(where: { $0.name == name }) else { continue }
        let names = Set(SQLLexer.tokens(of: check.expression).names.map(\.foldedName))
        place.table = table.name
        place.column = table.columns.first { names.contains($0.name.foldedName) }?.name
        break
      }
      message = "\(violation)"
    case .arity, .trigger: message = "\(violation)"
    }
    return StudioError(status: 409, message, place)
  }

  private func named(_ name: TableName) -> (TableName, StudioTable?) {
    let table = schema.table(named: name.name)
    return (TableName(name.name, model: table?.swiftName ?? name.model), table)
  }

  private func named(_ column: ColumnName, in table: StudioTable?) -> ColumnName {
    ColumnName(column.name, property: table?.column(named: column.name)?.swiftName ?? column.property)
  }
}
